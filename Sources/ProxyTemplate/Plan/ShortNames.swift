// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Finds the short names of requirements: `foundCharacters` for `parser(_:foundCharacters:)`.
///
/// Each requirement has several candidates, the shortest first. Requirements with the same candidate all move on to
/// their next one, so the result doesn't depend on the declaration order.
struct ShortNames {
    /// A name per requirement, in order.
    static func names(for plans: [RequirementPlan], taken: Set<String> = []) -> [String] {
        let taken = taken.union(reserved)
        let candidates = plans.map(candidates)
        var level = plans.map { _ in 0 }
        func name(_ index: Int) -> String { candidates[index][level[index]] }
        while true {
            let wanted = Dictionary(grouping: plans.indices, by: name)
            let moving = plans.indices.filter { index in
                (wanted[name(index)]!.count > 1 || taken.contains(name(index)))
                    && level[index] + 1 < candidates[index].count
            }
            if moving.isEmpty { return plans.indices.map(name) }
            for index in moving { level[index] += 1 }
        }
    }

    /// Reserved names: that of the list of selectors, and names no member can have.
    private static let reserved: Set<String> = ["all", "`self`", "`init`", "Type", "Protocol", "selector"]

    private static func candidates(_ plan: RequirementPlan) -> [String] {
        if let chosen = plan.requirement.chosenName { return [chosen] }
        let labels = Labels(plan.requirement)
        let asSetter = { (name: String) in plan.accessor == .set ? "set" + name.capitalized : name }
        let suffix = plan.requirement.effects.isAsync ? "Async" : "Requirement"
        let names = [
            labels.verb,
            labels.verb.appending(labels.verbParameter),
            (labels.before + [labels.verb.appending(labels.verbParameter)]).camelCased,
            labels.whole,
            labels.whole + labels.types,
            labels.whole + labels.types + labels.result,
            labels.whole + labels.types + labels.result + suffix,
            // What differs in the form of its types only: `Int` and `[Int]`.
            labels.whole + labels.spelledTypes,
            labels.whole + labels.spelledTypes + labels.spelledResult,
            labels.whole + labels.spelledTypes + labels.spelledResult + suffix,
        ]
        return names.map { SwiftWords.escaped(asSetter($0.asPlainName)) }
    }
}

/// The words of a requirement's name.
private struct Labels {
    /// The word for the event: `foundCharacters`.
    let verb: String
    /// Name of the parameter after the verb, empty for none.
    let verbParameter: String
    /// Labels before the verb: `task`.
    let before: [String]
    /// All labels.
    let whole: String
    /// The parameter types.
    let types: String
    /// The result type.
    let result: String
    /// The parameter types, with words for brackets and marks.
    let spelledTypes: String
    /// The result type, likewise.
    let spelledResult: String

    init(_ requirement: RequirementDescription) {
        let base = requirement.kind == .property ? requirement.fullName : requirement.fullName.prefix { $0 != "(" } + ""
        let parameters = requirement.parameters
        let isSent = parameters.first.map { Self.isSender($0, of: base, requirement.kind) } ?? false
        let rest = isSent ? Array(parameters.dropFirst()) : parameters
        let labelled = rest.filter { $0.label(in: requirement.kind) != nil }
        // `task: URLSessionTask` names a thing; `didReceive data: Data` names an event.
        let telling = labelled.first { $0.firstName != nil } ?? labelled.first
        let noun = isSent ? Self.senderNoun(parameters[0], in: base) : ""
        let trimmedBase = isSent ? base.droppingPrefix(noun) : base
        let joined = labelled.map { $0.label(in: requirement.kind)! }
        if isSent, trimmedBase.isEmpty, let telling {
            verb = telling.label(in: requirement.kind)!.droppingWith
            verbParameter = telling.name == verb ? "" : telling.name
            before = labelled.prefix { $0 != telling }.map { $0.label(in: requirement.kind)! }
            whole = joined.camelCased
        } else {
            verb = trimmedBase.isEmpty ? base : trimmedBase.lowercasingFirst
            before = []
            verbParameter = rest.first.map { $0.label(in: requirement.kind) ?? $0.name } ?? ""
            whole = ([verb] + joined).camelCased
        }
        types = parameters.map { $0.type.lettersOnly }.joined()
        result = (requirement.result ?? "").lettersOnly
        spelledTypes = parameters.map { $0.type.spelled }.joined()
        spelledResult = (requirement.result ?? "").spelled
    }

    /// Whether a requirement begins with its sender: `parser(_ parser: XMLParser, …)`, `parserDidEnd(_ parser:)`.
    private static func isSender(
        _ first: ParameterDescription,
        of base: String,
        _ kind: RequirementDescription.Kind
    ) -> Bool {
        guard kind == .method, first.label(in: kind) == nil else { return false }
        return !senderNoun(first, in: base).isEmpty
    }

    /// The beginning of the base name that names the sender, empty for none.
    private static func senderNoun(_ first: ParameterDescription, in base: String) -> String {
        let type = TypeText(first.type).bare.prefix { $0.isWordCharacter || $0 == "." }.split(separator: ".").last ?? ""
        let words = base.camelWords
        for count in stride(from: words.count, to: 0, by: -1) {
            let beginning = words.prefix(count).joined()
            let isNoun = beginning == first.name || type.lowercased().hasSuffix(beginning.lowercased())
            if isNoun, beginning.count > 1 { return beginning }
        }
        return ""
    }
}
