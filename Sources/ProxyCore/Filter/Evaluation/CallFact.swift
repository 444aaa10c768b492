// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What a filter means, as questions about facts: what has the facts of a call can be filtered.
package typealias FilterMeaning = FilterLogic<CallFact>

/// A question about one fact of a call.
///
/// Three files say where facts come from: `RecordFacts` for stored records, `InvocationFacts` for invocations, and
/// `FilterSQL` for recordings. A fact that is missing answers every question with no.
package enum CallFact: Sendable {
    /// Asks something of what many calls have in common; stores ask it once for all of these.
    package typealias Test<Subject> = @Sendable (Subject, inout MatchScratch) -> Bool

    /// Whole numbers.
    package enum Number: Sendable {
        case seq, parent, position, depth, skipped, duration
        /// Bytes of texts and blobs.
        case size
    }

    /// What a call has or lacks.
    package enum Part: Sendable {
        case arguments, result, error, mark, comment
        /// Time in the target, which says that the call reached one.
        case targetTime
    }

    /// Which values are spoken of.
    package enum ValuePart: Sendable {
        /// Arguments, result and error.
        case all
        case arguments, result, error
        /// The arguments of that name, label or index, and the parts of that name in all of them.
        case argument(String)
    }

    /// What is asked of values, and of the values inside them.
    package enum ValueTest: Sendable {
        /// A text, identity or name of an error's type matches; or a number is equal, where one is given.
        case text(TextPattern, FilterNumber?)
        case number(FilterComparison)
        /// A budget cut it.
        case truncated
    }

    case number(Number, ClosedRange<UInt64>)
    /// Nanoseconds since 1970.
    case startedSince(Int64)
    /// Under way at some moment between two, in nanoseconds since 1970; nil is open.
    case underWay(from: Int64?, to: Int64?)
    /// Recorded by the recorder of that epoch.
    case epoch(String)
    case state(Invocation.State)
    case path(Invocation.ReturnPath)
    case has(Part)
    case comment(TextPattern)
    case finding(Finding)

    case selector(Test<Selector>)
    case proxy(Test<ProxyFacts>)
    case thread(Test<ThreadInfo>)

    case value(ValuePart, ValueTest)
    /// The type of an argument, of the result or of the error matches.
    case type(TextPattern)
    case kind(RecordedValue.Kind)

    /// What an event of a proxy says and no call does.
    case event(Test<ProxyEvent>)
}

extension FilterLogic where Question == CallFact {
    /// Whether a number passes a comparison.
    static func number(_ number: CallFact.Number, _ comparison: FilterComparison) -> Self {
        comparison.interval.map { .ask(.number(number, $0)) } ?? .constant(false)
    }
}

extension CallFact {
    /// Turns instants since 1970 into nanoseconds since a recorder began.
    ///
    /// - Parameter origin: When the recorder began, in nanoseconds since 1970.
    /// - Returns: nil when the recorder began after `to`.
    package static func offsets(from: Int64?, to: Int64?, origin: Int64) -> (from: UInt64, to: UInt64)? {
        func offset(_ instant: Int64) -> Int128 { Int128(instant) - Int128(origin) }
        guard let last = UInt64(exactly: to.map(offset) ?? Int128(UInt64.max)) else { return nil }
        return (from.map { UInt64(clamping: offset($0)) } ?? 0, last)
    }
}

extension CallFact.ValuePart {
    /// Whether an error is among the values: it is also found by the name of its type.
    var includesErrors: Bool {
        switch self {
        case .all, .error: true
        case .arguments, .result, .argument: false
        }
    }

    /// Whether `wanted` names an argument: by its label, by its parameter's name, or by its index.
    static func name(_ wanted: String, isOf index: Int, label: String?, name: String) -> Bool {
        let wanted = wanted.lowercased()
        return name.lowercased() == wanted || label?.lowercased() == wanted || String(index) == wanted
    }
}
