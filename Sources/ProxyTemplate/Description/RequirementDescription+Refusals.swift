// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension RequirementDescription {
    /// Properties of the superclasses of proxies.
    private static let takenProperties: Set<String> = [
        "recorder", "number", "forwardDelegate", "forwardTo", "parentObject",
    ]

    /// The reasons against forwarding the requirement; empty if there are none.
    ///
    /// - Parameters:
    ///   - fixedTypes: Associated types fixed by the delegate's type.
    ///   - allTypes: All associated types of the protocol.
    ///   - mayBeValue: Whether delegates are known to be values in some cases.
    package func refusals(fixedTypes: Set<String>, allTypes: Set<String>, mayBeValue: Bool) -> [Refusal] {
        var refusals: [Refusal] = []
        if mayBeValue, changesDelegate { refusals.append(.changeOfValue(name: fullName)) }
        if kind == .property, Self.takenProperties.contains(fullName) { refusals.append(.takenName(name: fullName)) }
        let own = Set(genericParameters.map(\.name))
        let hidden = allTypes.subtracting(fixedTypes).subtracting(own)
        let types = parameters.map(\.type) + [result, whereClause].compactMap(\.self)
        for name in hidden.sorted() where types.contains(where: { TypeText($0).mentions([name]) }) {
            refusals.append(.associatedType(name: name))
        }
        if parameters.contains(where: { TypeText($0.type).mentionsOwnSelf }) {
            refusals.append(.selfParameter(name: fullName))
        }
        if let result, TypeText(result).mentionsOwnSelf { refusals.append(.selfResult(name: fullName)) }
        return refusals
    }
}

extension TypeText {
    /// Whether the delegate's own type occurs, other than as the base of an associated type.
    fileprivate var mentionsOwnSelf: Bool {
        var rest = text[...]
        while let range = rest.firstRange(of: "Self") {
            let before = range.lowerBound == text.startIndex ? " " : text[text.index(before: range.lowerBound)]
            let after = range.upperBound == text.endIndex ? " " : text[range.upperBound]
            if !before.isWordCharacter, !after.isWordCharacter, after != "." { return true }
            rest = rest[range.upperBound...]
        }
        return false
    }
}
