// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// Held calls as JSON.
enum HeldEncoding {
    /// Writes the members of a held call, with what can be decided about it.
    static func write(_ held: HeldStatus, to json: inout JSONWriter) {
        json.member("id", held.number)
        json.member("rule", held.rule)
        json.member("point", held.point.rawValue)
        json.member("since", Instant.text(held.sinceNanoseconds))
        json.member("deadline", Instant.text(held.deadlineNanoseconds))
        json.member("remainingMilliseconds", max(0, held.remaining.milliseconds))
        json.key("call")
        InvocationEncoder.write(held.call, to: &json)
        json.member("can", held.possibilities)
        json.array("arguments") { json in
            for (index, argument) in held.arguments.enumerated() {
                json.object { write(argument, at: index, to: &$0) }
            }
        }
        json.member("answerType", held.resultTypeName)
        json.json("answerJSON", held.resultJSON)
        if let reason = held.answerRefusal { json.member("answerReason", reason) }
        json.member("errorCases", held.errorCases)
        if let reason = held.throwRefusal { json.member("throwReason", reason) }
    }

    private static func write(_ argument: HeldStatus.Argument, at index: Int, to json: inout JSONWriter) {
        json.member("index", index)
        json.member("name", argument.name)
        json.member("type", argument.typeName)
        json.member("editable", argument.refusal == nil)
        json.json("json", argument.json)
        if let reason = argument.refusal { json.member("reason", reason) }
    }

    /// Writes the members of a released call: what was decided, and by whom.
    static func writeRelease(
        _ held: HeldStatus,
        _ cause: ReleaseCause,
        _ decision: HeldDecision,
        to json: inout JSONWriter
    ) {
        json.member("id", held.number)
        json.member("rule", held.rule)
        // A call that is not recorded has no number.
        json.member("call", held.call.id.seq > 0 ? held.call.id.description : nil)
        json.member("by", cause.rawValue)
        json.member("action", decision.name)
    }
}

extension JSONWriter {
    /// A value that is JSON already; absent without one.
    fileprivate mutating func json(_ key: StaticString, _ text: String?) {
        guard let compact = text.flatMap(ExactBody.compact) else { return }
        self.key(key)
        raw(compact)
    }
}
