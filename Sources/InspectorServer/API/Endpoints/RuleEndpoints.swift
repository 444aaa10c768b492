// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// `/api/v1/rules`: what is done with live calls.
///
/// To check a rule is to make its values, by initialisers of the program; that happens on a thread of its own.
enum RuleEndpoints {
    /// - Parameter allowed: Whether clients may change rules.
    static func routes(_ recorder: Recorder, allowed: Bool) -> [HTTPRoute] {
        let access = RuleAccess(recorder: recorder, isAllowed: allowed)
        return [
            HTTPRoute(.get, "/api/v1/rules") { _ in .deferred(as: .waiting) { list(access) } },
            HTTPRoute(.post, "/api/v1/rules", wantsBody: true) { call in
                try access.require()
                let rule = try RuleBody.read(call.request.body)
                return answer {
                    let added = try recorder.rules.add(rule)
                    return HTTPResponse.json(status: 201) { RuleEncoding.write(added, to: &$0) }
                        .adding("Location", "/api/v1/rules/\(added.number)")
                }
            },
            HTTPRoute(.delete, "/api/v1/rules") { _ in
                try access.require()
                return answer {
                    recorder.rules.removeAll()
                    return HTTPResponse(status: 204)
                }
            },
            HTTPRoute(.get, "/api/v1/rules/{id}") { call in
                let number = try number(call)
                return answer {
                    guard let rule = recorder.rules.rule(number) else { throw unknown("\(number)") }
                    return HTTPResponse.json { RuleEncoding.write(rule, to: &$0) }.adding("Cache-Control", "no-store")
                }
            },
            HTTPRoute(.put, "/api/v1/rules/{id}", wantsBody: true) { call in
                try access.require()
                let number = try number(call)
                let rule = try RuleBody.read(call.request.body)
                return answer {
                    let changed = try recorder.rules.replace(number, with: rule)
                    return HTTPResponse.json { RuleEncoding.write(changed, to: &$0) }
                }
            },
            HTTPRoute(.delete, "/api/v1/rules/{id}") { call in
                try access.require()
                let number = try number(call)
                return answer {
                    try recorder.rules.remove(number)
                    return HTTPResponse(status: 204)
                }
            },
        ]
    }

    private static func list(_ access: RuleAccess) -> HTTPResponse {
        let rules = access.recorder.rules.rules
        return .json { json in
            json.member("allowed", access.isPossible)
            json.array("items") { json in
                for rule in rules { json.object { RuleEncoding.write(rule, to: &$0) } }
            }
            json.member("count", rules.count)
            json.member("held", access.recorder.rules.heldCount)
        }.adding("Cache-Control", "no-store")
    }

    /// A response that a thread of its own makes: a decision must not wait behind searches, and an initialiser may itself
    /// make a call that is held.
    static func answer(_ work: @escaping @Sendable () throws -> HTTPResponse) -> HTTPResponse {
        .deferred(as: .waiting) {
            do {
                return try work()
            } catch let problem as HTTPProblem {
                return problem.response
            } catch let problem as RuleProblem {
                return HTTPProblem(problem).response
            } catch {
                return HTTPProblem(500, "internalError", "The request failed: \(error).").response
            }
        }
    }

    private static func number(_ call: HTTPCall) throws(HTTPProblem) -> Int {
        let text = call.variable("id")
        guard let number = Int(text), number > 0 else { throw unknown(text) }
        return number
    }

    private static func unknown(_ text: String) -> HTTPProblem {
        HTTPProblem(404, "unknownRule", "No rule has the number “\(text)”.")
    }
}

/// Whether clients may set rules, and decide about held calls.
struct RuleAccess: Sendable {
    let recorder: Recorder
    /// Whether the program allows it.
    let isAllowed: Bool

    /// Whether it is allowed and there are calls to act on.
    var isPossible: Bool { isAllowed && !recorder.isReplay }

    /// - Throws: 409 `noProcess` for a recording that is replayed, 403 `rulesNotAllowed`.
    func require() throws(HTTPProblem) {
        try recorder.requireProcess("live calls")
        guard isAllowed else {
            throw HTTPProblem(
                403,
                "rulesNotAllowed",
                "This program lets no client act on its calls. It would with “allowsRules” in the configuration of its "
                    + "server, with INSPECTOR_ALLOW_RULES=1, or with the option --allow-rules."
            )
        }
    }
}
