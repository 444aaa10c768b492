// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// A call as a span of OpenTelemetry.
struct CallSpan: Hashable {
    /// The value of an attribute.
    enum Value: Hashable {
        case text(String)
        case integer(Int64)
        case bool(Bool)
    }

    struct Attribute: Hashable {
        var key: String
        var value: Value

        init(_ key: String, _ text: String) { (self.key, value) = (key, .text(text)) }
        init(_ key: String, _ number: some BinaryInteger) {
            (self.key, value) = (key, .integer(Int64(clamping: number)))
        }
        init(_ key: String, _ bool: Bool) { (self.key, value) = (key, .bool(bool)) }
    }

    struct Event: Hashable {
        /// In nanoseconds since 1970.
        var time: UInt64
        var name: String
        var attributes: [Attribute]
    }

    /// The process of a call, in a recording of several processes.
    struct Source: Hashable {
        var process: ProcessFacts
        var epoch: String
    }

    /// Nil where all calls are those of one process.
    var source: Source?
    var place: SpanPlaces.Place
    var id: SpanID
    var name: String
    /// In nanoseconds since 1970.
    var start: UInt64
    var end: UInt64
    var attributes: [Attribute]
    var events: [Event]
    /// What it threw, as the status' message; nil if it returned.
    var failure: String?

    /// - Parameter hasValues: Whether arguments and results are attributes.
    init(_ call: Invocation, at place: SpanPlaces.Place, in epoch: SpanEpoch, hasValues: Bool) {
        self.place = place
        source = call.process.map { Source(process: $0, epoch: call.id.epoch) }
        id = SpanID(of: call.key, in: epoch)
        name = call.selector.qualifiedName
        start = UInt64(clamping: call.startedAtNanoseconds)
        end = start.saturatingAdding(call.durationNanoseconds ?? 0)
        attributes = Self.attributes(of: call)
        if hasValues { attributes += Self.values(of: call) }
        events = Self.completions(of: call, start)
        if let error = call.error {
            let message = ValueText.line(error, limit: Self.textLimit)
            failure = message
            attributes.append(Attribute("error.type", error.typeName))
            events.append(Self.exception(error, message, at: end))
        }
    }

    /// Longest text of a value, in characters.
    private static let textLimit = 1_024
}

// MARK: Attributes

/// - SeeAlso: OpenTelemetry semantic conventions for code, threads, errors and exceptions
extension CallSpan {
    private static func attributes(of call: Invocation) -> [Attribute] {
        var list: [Attribute] = []
        list.reserveCapacity(16)
        list.append(Attribute("code.function.name", call.selector.qualifiedName))
        list.append(Attribute("thread.id", call.thread.id))
        list.append(Attribute("thread.name", call.thread.isMain ? "main" : call.thread.name))
        list.append(Attribute("delegate.call.id", call.id.description))
        list.append(Attribute("delegate.owner", call.owner))
        list.append(Attribute("delegate.return_path", call.returnPath.name))
        if call.proxy > 0 { list.append(Attribute("delegate.proxy", call.proxy)) }
        if let target = call.target { list.append(Attribute("delegate.target.type", target)) }
        if let time = call.targetNanoseconds { list.append(Attribute("delegate.target.duration_ns", time)) }
        if let task = call.task {
            list.append(Attribute("delegate.task.id", task.id))
            if let name = task.name { list.append(Attribute("delegate.task.name", name)) }
        }
        addRare(call, to: &list)
        return list
    }

    private static func addRare(_ call: Invocation, to list: inout [Attribute]) {
        if let completion = call.completion { list.append(Attribute("delegate.completion.state", completion.name)) }
        if let rule = call.rule { list.append(Attribute("delegate.rule", rule)) }
        if let held = call.heldNanoseconds { list.append(Attribute("delegate.held.duration_ns", held)) }
        if call.skipped > 0 { list.append(Attribute("delegate.skipped", call.skipped)) }
        for finding in call.findings { list.append(Attribute("delegate.finding.\(finding.rawValue)", true)) }
        if call.isMarked { list.append(Attribute("delegate.marked", true)) }
        if let comment = call.comment { list.append(Attribute("delegate.comment", comment)) }
        if !call.backtrace.isEmpty {
            let lines = call.backtrace.map(\.description).joined(separator: "\n")
            list.append(Attribute("code.stacktrace", lines))
        }
    }

    private static func values(of call: Invocation) -> [Attribute] {
        var list = zip(ArgumentKeys.keys(of: call.arguments), call.arguments).map { key, argument in
            Attribute("delegate.argument.\(key)", ValueText.line(argument, limit: textLimit))
        }
        if let result = call.result {
            list.append(Attribute("delegate.result", ValueText.line(result, limit: textLimit)))
        }
        return list
    }

    // MARK: Events

    private static func exception(_ error: RecordedValue, _ message: String, at time: UInt64) -> Event {
        Event(
            time: time,
            name: "exception",
            attributes: [Attribute("exception.type", error.typeName), Attribute("exception.message", message)]
        )
    }

    private static func completions(of call: Invocation, _ start: UInt64) -> [Event] {
        guard !call.completions.isEmpty else { return [] }
        let keys = ArgumentKeys.keys(of: call.arguments)
        return call.completions.flatMap { completion in
            let name = keys.indices.contains(completion.argument) ? keys[completion.argument] : ""
            func event(after nanoseconds: UInt64, _ kind: String, _ more: [Attribute]) -> Event {
                Event(
                    time: start.saturatingAdding(nanoseconds),
                    name: "completion.\(kind)",
                    attributes: [Attribute("delegate.completion.argument", name)] + more
                )
            }
            var events = completion.calls.map { done in
                event(
                    after: done.afterNanoseconds,
                    "called",
                    [Attribute("thread.id", done.thread.id), Attribute("thread.name", done.thread.name)]
                )
            }
            if let released = completion.releasedAfterNanoseconds {
                events.append(event(after: released, "never_called", []))
            }
            return events
        }
    }
}

extension Selector {
    /// `XMLParserDelegate.parser(_:foundCharacters:)`
    fileprivate var qualifiedName: String { "\(protocolName).\(name)" }
}
