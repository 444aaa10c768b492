// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A filter's meaning as questions about facts. Anything that provides the facts of a call can be filtered.
package typealias FilterMeaning = FilterLogic<CallFact>

/// A question about one fact of a call.
///
/// Three types provide the facts: `RecordFacts` for stored records, `InvocationFacts` for invocations, and `FilterSQL`
/// for recordings. Every question about a missing fact is answered with false.
package enum CallFact: Sendable {
    /// A test of something that many calls share; stores evaluate it once for each such group.
    package typealias Test<Subject> = @Sendable (Subject, inout MatchScratch) -> Bool

    /// Whole numbers.
    package enum Number: Sendable {
        case seq, parent, position, depth, skipped, duration
        /// The last rule that acted, and the time for which rules held the call, in nanoseconds.
        case rule, held
        /// Size of texts and blobs, in bytes.
        case size
    }

    /// A part that a call may lack.
    package enum Part: Sendable {
        case arguments, result, error, mark, comment
        /// Time in the target; present only if the call reached one.
        case targetTime
        /// An argument that a rule changed.
        case edit
    }

    /// Which values a question refers to.
    package enum ValuePart: Sendable {
        /// Arguments, result and error.
        case all
        case arguments, result, error
        /// The arguments with this name, label or index, and the parts with this name in all arguments.
        case argument(String)
    }

    /// A test of values, including nested ones.
    package enum ValueTest: Sendable {
        /// A text, an identity or the type name of an error matches; or a number is equal, if one is given.
        case text(TextPattern, FilterNumber?)
        case number(FilterComparison)
        /// The value was truncated.
        case truncated
    }

    case number(Number, ClosedRange<UInt64>)
    /// Started at or after a time, in nanoseconds since 1970.
    case startedSince(Int64)
    /// Running at some moment between two times, in nanoseconds since 1970; nil leaves that end open.
    case underWay(from: Int64?, to: Int64?)
    /// Recorded by the recorder with this epoch.
    case epoch(Test<String>)
    case state(Invocation.State)
    case path(Invocation.ReturnPath)
    case completion(Invocation.Completion.State)
    case has(Part)
    case comment(TextPattern)
    case finding(Finding)

    case selector(Test<Selector>)
    case proxy(Test<ProxyFacts>)
    case thread(Test<ThreadInfo>)
    case task(Test<TaskInfo>)
    case trace(Test<TraceContext>)
    /// The process, in a recording of several.
    case process(Test<ProcessFacts>)

    case value(ValuePart, ValueTest)
    /// The type of an argument, the result or the error matches.
    case type(TextPattern)
    case kind(RecordedValue.Kind)

    /// A test that applies to proxy events only.
    case event(Test<ProxyEvent>)
}

extension FilterLogic where Question == CallFact {
    /// Whether a number passes a comparison.
    static func number(_ number: CallFact.Number, _ comparison: FilterComparison) -> Self {
        comparison.interval.map { .ask(.number(number, $0)) } ?? .constant(false)
    }
}

extension CallFact {
    /// Converts times since 1970 to nanoseconds since a recorder was created.
    ///
    /// - Parameter origin: When the recorder was created, in nanoseconds since 1970.
    /// - Returns: nil when the recorder was created after `to`.
    package static func offsets(from: Int64?, to: Int64?, origin: Int64) -> (from: UInt64, to: UInt64)? {
        func offset(_ instant: Int64) -> Int128 { Int128(instant) - Int128(origin) }
        guard let last = UInt64(exactly: to.map(offset) ?? Int128(UInt64.max)) else { return nil }
        return (from.map { UInt64(clamping: offset($0)) } ?? 0, last)
    }
}

extension CallFact.ValuePart {
    /// Whether errors are among the values. Errors also match by the name of their type.
    var includesErrors: Bool {
        switch self {
        case .all, .error: true
        case .arguments, .result, .argument: false
        }
    }

    /// Whether `wanted` names an argument: by its label, its parameter's name, or its index.
    static func name(_ wanted: String, isOf index: Int, label: String?, name: String) -> Bool {
        let wanted = wanted.lowercased()
        return name.lowercased() == wanted || label?.lowercased() == wanted || String(index) == wanted
    }
}
