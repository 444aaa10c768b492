// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension RequirementDescription {
    /// The requirement with constraints moved to their type parameters where possible: `<Key: Hashable>` instead of
    /// `<Key> where Key: Hashable`. Source contains both forms, symbol graphs only the second. What throws `Never`
    /// doesn't throw. The associated type `Self.Item` is `Item`, as a class names it.
    package var normalized: RequirementDescription {
        var requirement = changingTypes { TypeText($0).withoutSelf }
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

    /// The requirement with another text for each type and constraint.
    package func changingTypes(_ changed: (String) -> String) -> RequirementDescription {
        var requirement = self
        for index in parameters.indices { requirement.parameters[index].type = changed(parameters[index].type) }
        for index in genericParameters.indices {
            requirement.genericParameters[index].constraint = genericParameters[index].constraint.map(changed)
        }
        requirement.result = result.map(changed)
        requirement.whereClause = whereClause.map(changed)
        if case .only(let error) = effects.throwing { requirement.effects.throwing = .only(changed(error)) }
        return requirement
    }
}
