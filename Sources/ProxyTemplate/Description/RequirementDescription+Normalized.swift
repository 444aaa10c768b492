// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension RequirementDescription {
    /// The requirement with constraints moved to their type parameters where possible: `<Key: Hashable>` instead of
    /// `<Key> where Key: Hashable`. Source contains both forms, symbol graphs only the second. What throws `Never`
    /// doesn't throw. The associated type `Self.Item` is `Item`, as a class names it.
    package var normalized: RequirementDescription {
        var requirement = withoutSelf
        if ["Never", "Swift.Never"].contains(effects.onlyError) { requirement.effects.throwing = .nothing }
        guard let whereClause = requirement.whereClause else { return requirement }
        var kept: [String] = []
        for part in whereClause.topLevelParts(separatedBy: ",").map(\.trimmingSpaces) {
            let sides = part.topLevelParts(separatedBy: ":").map(\.trimmingSpaces)
            let index = requirement.genericParameters.firstIndex { $0.name == sides[0] && !$0.isPack }
            guard sides.count == 2, let index else {
                kept.append(part)
                continue
            }
            let known = requirement.genericParameters[index].constraint
            requirement.genericParameters[index].constraint = (known.map { "\($0) & " } ?? "") + sides[1]
        }
        requirement.whereClause = kept.isEmpty ? nil : kept.joined(separator: ", ")
        return requirement
    }

    private var withoutSelf: RequirementDescription {
        func bare(_ type: String) -> String { TypeText(type).withoutSelf }
        var requirement = self
        for index in parameters.indices { requirement.parameters[index].type = bare(parameters[index].type) }
        for index in genericParameters.indices {
            requirement.genericParameters[index].constraint = genericParameters[index].constraint.map(bare)
        }
        requirement.result = result.map(bare)
        requirement.whereClause = whereClause.map(bare)
        if case .only(let error) = effects.throwing { requirement.effects.throwing = .only(bare(error)) }
        return requirement
    }
}
