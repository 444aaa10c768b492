// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// The rule in a request body.
enum RuleBody {
    /// Members that the server works out; a listed rule can be sent back with them.
    private static let computed: Set<String> = [
        "id", "words", "seen", "applied", "failed", "selectors", "refused", "warnings",
    ]

    /// Parses a rule. Whether it can be carried out is found out when it is added.
    ///
    /// - Throws: 400 `malformedJSON`, `invalidBody`, `unknownMember`, `invalidRule` or `invalidFilter`.
    static func read(_ body: [UInt8]) throws -> Rule {
        try ExactBody.read(body) { members in
            var parts = RuleParts()
            for member in members where !computed.contains(member.key) { try parts.take(member) }
            return try parts.rule()
        }
    }
}

/// What a rule does, by its word in JSON.
typealias RuleActionWord = Rule.Action.Word

extension RuleActionWord {
    /// Members that only some actions have.
    static let members: Set<String> = [
        "value", "argument", "text", "case", "milliseconds", "deadlineMilliseconds", "allowMainThread",
        "allowTaskThreads",
    ]

    /// The members of this action.
    var members: Set<String> {
        switch self {
        case .hold: ["deadlineMilliseconds", "allowMainThread", "allowTaskThreads"]
        case .delay: ["milliseconds", "allowMainThread", "allowTaskThreads"]
        case .answer: ["value"]
        case .edit: ["argument", "value"]
        case .throw: ["text", "case"]
        case .comment, .log: ["text"]
        case .skip, .mark: []
        }
    }
}

/// The members of a rule as far as they were read.
private struct RuleParts {
    private var action: RuleActionWord?
    private var filter = InvocationFilter.everything
    private var point = Rule.Point.before
    private var isEnabled = true
    private var limits = Rule.Limits()
    private var value: RuleValue?
    private var texts: [String: String] = [:]
    private var times: [String: Duration] = [:]
    private var blocks: Rule.Threads = []
    /// Members of actions that say something.
    private var given: [String] = []

    private static let members = ["action", "enabled", "filter", "limits", "point"] + RuleActionWord.members.sorted()

    mutating func take(_ member: ExactBody.Member) throws(HTTPProblem) {
        if RuleActionWord.members.contains(member.key), member.value.bool != false || member.key == "value" {
            given.append(member.key)
        }
        switch member.key {
        case "action": action = try member.choice()
        case "filter": filter = try member.filter()
        case "point": point = try member.choice()
        case "enabled": isEnabled = try member.truth()
        case "limits": limits = try Self.limits(member)
        case "value": value = RuleValue(json: member.value.source)
        case "argument", "text", "case": texts[member.key] = try member.text()
        case "milliseconds", "deadlineMilliseconds": times[member.key] = try member.milliseconds()
        case "allowMainThread": if try member.truth() { blocks.insert(.main) }
        case "allowTaskThreads": if try member.truth() { blocks.insert(.tasks) }
        default: throw member.unknown(candidates: Self.members)
        }
    }

    private static func limits(_ member: ExactBody.Member) throws(HTTPProblem) -> Rule.Limits {
        var limits = Rule.Limits()
        if member.value.kind == .null { return limits }
        guard let members = ExactBody.members(of: member.value, in: member.path) else {
            throw member.refusal("must be an object")
        }
        for limit in members where limit.value.kind != .null {
            switch limit.key {
            case "times": limits.times = try limit.count()
            case "every": limits.every = try limit.count()
            case "until": limits.untilNanoseconds = try limit.instant()
            case "connectedOnly": limits.connectedOnly = try limit.truth()
            default: throw limit.unknown(candidates: ["connectedOnly", "every", "times", "until"])
            }
        }
        return limits
    }

    func rule() throws(HTTPProblem) -> Rule {
        let words = RuleActionWord.allCases.map(\.rawValue)
        guard let action else {
            throw HTTPProblem(
                ofRule: "action",
                "Give an “action”: \(words.joined(separator: ", ")).",
                candidates: words
            )
        }
        if let other = given.first(where: { !action.members.contains($0) }) {
            throw HTTPProblem(
                ofRule: other,
                "The action \(action.rawValue) has no “\(other)”.",
                candidates: action.members.sorted()
            )
        }
        var rule = Rule(try meaning(of: action), at: point, when: filter)
        rule.limits = limits
        rule.blocks = blocks
        rule.isEnabled = isEnabled
        return rule
    }

    private func meaning(of action: RuleActionWord) throws(HTTPProblem) -> Rule.Action {
        switch action {
        case .hold: times["deadlineMilliseconds"].map { .hold(deadline: $0) } ?? .hold()
        case .answer: .answer(try require(value, "value", of: action))
        case .throw: .throw(try RuleThrow(text: texts["text"], case: texts["case"]))
        case .delay: .delay(try require(times["milliseconds"], "milliseconds", of: action))
        case .skip: .skip
        case .edit: .edit(try argument(), try require(value, "value", of: action))
        case .mark: .mark
        case .comment: .comment(try require(texts["text"], "text", of: action))
        case .log: .log(try require(texts["text"], "text", of: action))
        }
    }

    /// After the call, only the result can be edited.
    private func argument() throws(HTTPProblem) -> String {
        let name = texts["argument"] ?? (point == .after ? "result" : nil)
        return try require(name, "argument", of: .edit)
    }

    private func require<Part>(
        _ part: Part?,
        _ member: String,
        of action: RuleActionWord
    ) throws(HTTPProblem) -> Part {
        if let part { return part }
        throw HTTPProblem(ofRule: member, "The action \(action.rawValue) needs “\(member)”.")
    }
}

extension RuleThrow {
    /// - Throws: 400 `invalidRule` unless exactly one of them is given.
    init(text: String?, case name: String?) throws(HTTPProblem) {
        switch (text, name) {
        case (let text?, nil): self = .text(text)
        case (nil, let name?): self = .named(name)
        case (nil, nil):
            throw HTTPProblem(
                ofRule: "text",
                "The action throw needs a “text”, or a “case” of the error type that the requirement declares.",
                candidates: ["text", "case"]
            )
        case (_?, _?):
            throw HTTPProblem(ofRule: "case", "Give “text” or “case”, not both.", candidates: ["text", "case"])
        }
    }
}
