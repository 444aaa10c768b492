// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

extension HTTPProblem {
    /// 400 `invalidRule` for a member of a rule or of a decision.
    init(ofRule member: String, _ detail: String, candidates: [String] = []) {
        self.init(400, "invalidRule", detail, field: member, candidates: candidates)
        extensions = [JSONValue.Member(key: "member", value: .string(member))]
    }

    /// The problem for a refused rule or decision. Positions are in bytes of the value's text.
    init(_ problem: RuleProblem) {
        let detail = Self.sentence(problem.description)
        switch problem.code {
        case .ruleInvalid: self.init(ofRule: problem.member, detail)
        case .valueInvalid:
            self.init(400, "invalidValue", detail, field: problem.member)
            extensions = [JSONValue.Member(key: "member", value: .string(problem.member))]
        case .tooManyRules: self.init(409, "tooManyRules", detail)
        case .ruleUnknown: self.init(404, "unknownRule", detail)
        case .heldUnknown: self.init(404, "unknownHeld", detail)
        case .alreadyReleased:
            self.init(409, "alreadyReleased", detail)
            if let cause = problem.cause {
                extensions = [JSONValue.Member(key: "by", value: .string(cause.rawValue))]
            }
        }
        position = problem.position
    }

    private static func sentence(_ text: String) -> String { text.hasSuffix(".") ? text : text + "." }
}
