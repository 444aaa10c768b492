// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// `/api/v1/held`: calls that wait for a decision.
enum HeldEndpoints {
    /// - Parameter allowed: Whether clients may decide.
    static func routes(_ recorder: Recorder, allowed: Bool) -> [HTTPRoute] {
        let access = RuleAccess(recorder: recorder, isAllowed: allowed)
        return [
            HTTPRoute(.get, "/api/v1/held") { _ in .deferred(as: .waiting) { list(recorder) } },
            HTTPRoute(.post, "/api/v1/held", wantsBody: true) { call in
                try access.require()
                try DecisionBody.readContinue(call.request.body)
                return RuleEndpoints.answer {
                    let count = recorder.rules.releaseAll()
                    return .json { $0.member("released", count) }
                }
            },
            HTTPRoute(.post, "/api/v1/held/{id}", wantsBody: true) { call in
                try access.require()
                let text = call.variable("id")
                guard let number = UInt64(text) else {
                    throw HTTPProblem(404, "unknownHeld", "No call was held with the number “\(text)”.")
                }
                let decision = try DecisionBody.read(call.request.body)
                return RuleEndpoints.answer { try release(number, decision, recorder) }
            },
        ]
    }

    private static func list(_ recorder: Recorder) -> HTTPResponse {
        let held = recorder.rules.held
        return .json { json in
            json.array("items") { json in
                for call in held { json.object { HeldEncoding.write(call, to: &$0) } }
            }
            json.member("count", held.count)
            json.member("limit", RuleBook.heldLimit)
        }.adding("Cache-Control", "no-store")
    }

    private static func release(
        _ number: UInt64,
        _ decision: HeldDecision,
        _ recorder: Recorder
    ) throws(RuleProblem) -> HTTPResponse {
        let held = recorder.rules.held.first { $0.number == number }
        try recorder.rules.release(number, decision)
        return .json { json in
            json.member("id", number)
            // Nil only if the call was held while this ran.
            json.member("rule", held?.rule)
            json.member("by", ReleaseCause.client.rawValue)
            json.member("action", decision.name)
        }
    }
}
