// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Why a rule, or a decision about a held call, was refused. Nothing changed then.
public struct RuleProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The cause.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The rule can't do this at its point, or to these requirements.
        case ruleInvalid
        /// A value can't be made.
        case valueInvalid
        /// There are too many rules.
        case tooManyRules
        /// No rule has the number.
        case ruleUnknown
        /// No call with this number was ever held.
        case heldUnknown
        /// The held call has gone on.
        case alreadyReleased
    }

    /// The cause.
    public let code: Code
    /// The part of the rule or of the decision: `value`, `argument`, `text`, `point`, …
    public let member: String
    /// Place in the value's text, in bytes from 0; nil if the problem has none.
    public var position: Int?
    /// For `.alreadyReleased`: why the call went on, if that is still known.
    public internal(set) var cause: ReleaseCause?
    /// What is wrong, and what would do.
    public let description: String

    init(_ code: Code, _ member: String, _ description: String, position: Int? = nil) {
        self.code = code
        self.member = member
        self.description = description
        self.position = position
    }

    init(_ problem: ValueProblem, _ member: String) {
        self.init(.valueInvalid, member, problem.reason, position: problem.position)
    }

    /// The problem with one more sentence.
    func adding(_ sentence: String) -> RuleProblem {
        let text = description.hasSuffix(".") ? description : description + "."
        var problem = RuleProblem(code, member, "\(text) \(sentence)", position: position)
        problem.cause = cause
        return problem
    }
}
