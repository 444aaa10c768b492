// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// The decision about held calls in a request body.
enum DecisionBody {
    private enum Word: String, CaseIterable {
        case `continue`, answer, `throw`, skip, edit

        var members: Set<String> {
            switch self {
            case .continue, .skip: []
            case .answer: ["value"]
            case .throw: ["text", "case"]
            case .edit: ["arguments", "result"]
            }
        }
    }

    private static let members = ["action", "arguments", "case", "result", "text", "value"]

    /// Parses the decision about one call. Whether it can be carried out is found out when it is made.
    ///
    /// - Throws: 400 `malformedJSON`, `invalidBody`, `unknownMember` or `invalidRule`.
    static func read(_ body: [UInt8]) throws -> HeldDecision {
        try ExactBody.read(body) { members in
            let known = try known(members)
            let word: Word = try known.first { $0.key == "action" }?.choice() ?? missingAction()
            if let other = known.first(where: { $0.key != "action" && !word.members.contains($0.key) }) {
                throw HTTPProblem(
                    ofRule: other.key,
                    "The action \(word.rawValue) has no “\(other.key)”.",
                    candidates: word.members.sorted()
                )
            }
            func member(_ key: String) -> ExactBody.Member? { known.first { $0.key == key } }
            switch word {
            case .continue: return .goOn
            case .skip: return .skip
            case .throw: return .throw(try RuleThrow(text: member("text")?.text(), case: member("case")?.text()))
            case .answer:
                guard let value = member("value") else {
                    throw HTTPProblem(ofRule: "value", "The action answer needs “value”.")
                }
                return .answer(RuleValue(json: value.value.source))
            case .edit: return .edit(try edits(member("arguments"), member("result")))
            }
        }
    }

    /// Checks that a body asks to let all held calls go on.
    ///
    /// - Throws: As `read`.
    static func readContinue(_ body: [UInt8]) throws {
        guard case .goOn = try read(body) else {
            throw HTTPProblem(
                ofRule: "action",
                "All held calls can only go on; decide anything else about one of them.",
                candidates: ["continue"]
            )
        }
    }

    private static func known(_ members: [ExactBody.Member]) throws(HTTPProblem) -> [ExactBody.Member] {
        if let unknown = members.first(where: { !Self.members.contains($0.key) }) {
            throw unknown.unknown(candidates: Self.members)
        }
        return members
    }

    private static func missingAction() throws(HTTPProblem) -> Word {
        let words = Word.allCases.map(\.rawValue)
        throw HTTPProblem(ofRule: "action", "Give an “action”: \(words.joined(separator: ", ")).", candidates: words)
    }

    private static func edits(
        _ arguments: ExactBody.Member?,
        _ result: ExactBody.Member?
    ) throws(HTTPProblem) -> [String: RuleValue] {
        var edits: [String: RuleValue] = [:]
        if let arguments {
            guard let members = ExactBody.members(of: arguments.value, in: arguments.path) else {
                throw arguments.refusal("must be an object with a value for each argument to change")
            }
            for member in members { edits[member.key] = RuleValue(json: member.value.source) }
        }
        if let result { edits["result"] = RuleValue(json: result.value.source) }
        guard !edits.isEmpty else {
            throw HTTPProblem(
                ofRule: "arguments",
                "The action edit needs “arguments”, such as {\"bytes\":42}, or after the call “result”.",
                candidates: ["arguments", "result"]
            )
        }
        return edits
    }
}
