// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// Encodes events as text.
///
/// - SeeAlso: WHATWG HTML, "Server-sent events", *Interpreting an event stream*.
struct EventEncoder: Sendable {
    let epoch: String
    var request = StreamRequest()

    /// The beginning of every stream: the reconnection delay, and the server's identity.
    func hello(oldest: UInt64?, newest: UInt64) -> [UInt8] {
        let filter = request.filter.isEverything ? nil : request.filter
        let json = JSONWriter.bytes { json in
            json.object { json in
                json.member("version", InspectorServerVersion.text)
                json.member("epoch", epoch)
                json.member("oldest", oldest)
                json.member("newest", newest)
                json.member("filter", filter?.description)
                json.member("words", filter?.words)
            }
        }
        let text = "Delegate Inspector \(InspectorServerVersion.text), \(epoch): \(request.filter.words)"
        return Array("retry: 2000\n\n".utf8) + event("hello", json, text)
    }

    /// A completed call; moves the client's resume point to its position in the stream.
    func invocation(_ invocation: Invocation, at position: UInt64) -> [UInt8] {
        event("invocation", of: invocation, id: "\(position)")
    }

    /// A long-running call; does not move the resume point.
    func running(_ invocation: Invocation) -> [UInt8] { event("running", of: invocation) }

    /// A call whose mark or comment changed; does not move the resume point.
    func update(_ invocation: Invocation) -> [UInt8] { event("update", of: invocation) }

    /// A proxy event after the call at a position; moves the client's resume point to both.
    func lifecycle(_ happened: ProxyEvent, at position: UInt64) -> [UInt8] {
        let details = [happened.target.map { "target \($0)" }, happened.detail].compactMap { $0 }
        let text = "proxy \(happened.proxy) of \(happened.owner): \(happened.kind.rawValue)"
        return event(
            "lifecycle",
            happened.json(epoch: epoch),
            ([text] + details).joined(separator: ", "),
            id: Self.text(StreamPlace(position: position, number: happened.number), afterEvent: true)
        )
    }

    /// Completed calls and proxy events that can no longer be sent; moves the resume point behind them.
    ///
    /// - Parameters:
    ///   - start: The place before the gap.
    ///   - end: The place after it.
    ///   - afterEvent: Whether more events than those before the last missed call are known or missed.
    ///   - missedEvents: Number of missed proxy events.
    func gap(
        from start: StreamPlace,
        to end: StreamPlace,
        afterEvent: Bool,
        missedEvents: UInt64,
        reason: StaticString
    ) -> [UInt8] {
        let missed = end.position - min(start.position, end.position)
        let json = JSONWriter.bytes { json in
            json.object { json in
                json.member("from", missed > 0 ? start.position.saturatingAdding(1) : nil)
                json.member("to", missed > 0 ? end.position : nil)
                json.member("missed", missed)
                if missedEvents > 0 { json.member("missedEvents", missedEvents) }
                json.member("reason", "\(reason)")
                // The number of missed calls that match the filter is unknown.
                if !request.filter.isEverything { json.member("matchedUnknown", true) }
            }
        }
        let events = missedEvents > 0 ? " and \(missedEvents) events of proxies" : ""
        let text = "\(missed) calls\(events) are missing (\(reason))"
        return event("gap", json, text, id: Self.text(end, afterEvent: afterEvent))
    }

    /// Tells the client to discard its data, its resume point, or both.
    func reset(reason: StaticString, oldEpoch: String? = nil) -> [UInt8] {
        let json = JSONWriter.bytes { json in
            json.object { json in
                json.member("reason", "\(reason)")
                json.member("epoch", epoch)
                if let oldEpoch { json.member("oldEpoch", oldEpoch) }
            }
        }
        return event("reset", json, "reset: \(reason)")
    }

    /// A held call; does not move the resume point.
    func held(_ status: HeldStatus) -> [UInt8] {
        let json = JSONWriter.bytes { json in json.object { HeldEncoding.write(status, to: &$0) } }
        return event(
            "held",
            json,
            "held \(status.number) by rule \(status.rule): \(CallText.call(status.call, limit: 240))"
        )
    }

    /// A change of a rule or a held call; does not move the resume point. Nil for what is no event of the stream.
    func ruleEvent(_ happened: RuleEvent) -> [UInt8]? {
        switch happened {
        case .held(let status): return held(status)
        case .rule(let change, let status):
            let json = JSONWriter.bytes { json in
                json.object { json in
                    json.member("kind", change.rawValue)
                    json.object("rule") { RuleEncoding.write(status, to: &$0) }
                }
            }
            let action = status.rule.action.word.rawValue
            let words = status.rule.filter.words
            return event("rule", json, "rule \(status.number) \(change.rawValue): \(action) \(words)")
        case .released(let status, let cause, let decision):
            let json = JSONWriter.bytes { json in
                json.object { HeldEncoding.writeRelease(status, cause, decision, to: &$0) }
            }
            return event("released", json, "released \(status.number): \(decision.name) (\(cause.rawValue))")
        case .log: return nil
        }
    }

    /// Moves the resume point without an event: clients store the id but do not dispatch a block without data.
    func idle(at place: StreamPlace, afterEvent: Bool) -> [UInt8] {
        Array("id: \(epoch)-\(Self.text(place, afterEvent: afterEvent))\n\n".utf8)
    }

    // MARK: Form

    /// A place in the text of an id: the position of a call, and after an event that follows the call, its number.
    static func text(_ place: StreamPlace, afterEvent: Bool) -> String {
        afterEvent ? "\(place.position).\(place.number)" : "\(place.position)"
    }

    private func event(_ name: StaticString, of invocation: Invocation, id: String? = nil) -> [UInt8] {
        switch request.format {
        case .json: block(name, InvocationEncoder.encode(invocation, request.fields), id: id)
        case .text: block(name, oneLine(InvocationColumns.line(invocation)), id: id)
        }
    }

    private func event(
        _ name: StaticString,
        _ json: [UInt8],
        _ text: @autoclosure () -> String,
        id: String? = nil
    ) -> [UInt8] {
        block(name, request.format == .json ? json : oneLine(text()), id: id)
    }

    /// Text for one `data:` line: line breaks become spaces.
    private func oneLine(_ text: String) -> [UInt8] { text.utf8.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 } }

    private func block(_ name: StaticString, _ data: [UInt8], id: String?) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(data.count + 64)
        if let id { bytes += "id: \(epoch)-\(id)\n".utf8 }
        bytes += "event: ".utf8
        bytes += UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        // JSON escapes line breaks, so the data is one line.
        bytes += "\ndata: ".utf8
        bytes += data
        bytes += "\n\n".utf8
        return bytes
    }
}
