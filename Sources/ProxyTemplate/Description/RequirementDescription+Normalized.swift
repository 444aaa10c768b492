// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension RequirementDescription {
    /// The requirement with constraints moved to their type parameters where possible: `<Key: Hashable>` instead of
    /// `<Key> where Key: Hashable`. Source contains both forms, symbol graphs only the second. What throws `Never`
    /// doesn't throw.
    package var normalized: RequirementDescription {
        var requirement = self
        if ["Never", "Swift.Never"].contains(effects.onlyError) { requirement.effects.throwing = .nothing }
        guard let whereClause else { return requirement }
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
}
