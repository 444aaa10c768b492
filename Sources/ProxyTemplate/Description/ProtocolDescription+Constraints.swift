// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ProtocolDescription {
    /// Adds a requirement of a `where` clause to the type parameters of the proxy, or to its own `where` clause.
    ///
    /// All associated types must have been added.
    ///
    /// - Parameter constraint: Source such as `Self.Value.Element == Key`. Constraints of `Self` are parents, which are
    ///   read elsewhere.
    /// - Returns: The reason why a class can't have the constraint; nil if it has it.
    package mutating func add(constraint: String) -> Refusal? {
        let text = TypeText(constraint).withoutSelf
        guard let sign = ["==", ":"].first(where: { text.topLevelRange(ofSign: $0) != nil }),
            let range = text.topLevelRange(ofSign: sign)
        else { return .unknownDeclaration(text: constraint) }
        let left = text[..<range.lowerBound].trimmingSpaces
        let right = text[range.upperBound...].trimmingSpaces
        if left == "Self" { return nil }
        let words = Set(text.split { !$0.isWordCharacter }.map(String.init))
        let parameters = Set((primaryAssociatedTypes + freeAssociatedTypes).map(\.name))
        // The proxy takes the default types, which fulfil what the protocol demands of them.
        let defaulted = words.intersection(defaultedAssociatedTypes)
        guard defaulted.isEmpty else {
            return words.isDisjoint(with: parameters) ? nil : .constraintOfDefault(text: text)
        }
        guard let root = Self.root(of: left), parameters.contains(root) || sign == "==" else {
            return .constraintOfParent(text: text)
        }
        if sign == ":", left == root {
            constrain(root, by: right)
            return nil
        }
        guard sign == "==" else {
            whereClause.append("\(left): \(right)")
            return nil
        }
        let sides = [left, right]
        guard sides.contains(where: { Self.root(of: $0).map(parameters.contains) ?? false }) else {
            return .constraintOfParent(text: text)
        }
        for (side, other) in [(left, right), (right, left)] where parameters.contains(side) {
            let isMember = Self.root(of: other).map { parameters.contains($0) && $0 != other } ?? false
            // A class can't have a type parameter that is fixed, or that is another one.
            guard isMember else { return .fixedType(text: text) }
        }
        whereClause.append(sides.joined(separator: " == "))
        return nil
    }

    private mutating func constrain(_ name: String, by bound: String) {
        func constrained(_ parameter: GenericParameterDescription) -> GenericParameterDescription {
            guard parameter.name == name else { return parameter }
            var parameter = parameter
            parameter.constraint = (parameter.constraint.map { "\($0) & " } ?? "") + bound
            return parameter
        }
        primaryAssociatedTypes = primaryAssociatedTypes.map(constrained)
        freeAssociatedTypes = freeAssociatedTypes.map(constrained)
    }

    /// The first name of `Value.Element`; nil for other types.
    private static func root(of type: String) -> String? {
        guard let first = type.first, first.isWordCharacter,
            type.allSatisfy({ $0.isWordCharacter || $0 == "." || $0 == "`" })
        else { return nil }
        return type.split(separator: ".").first.map(String.init)
    }
}

extension TypeText {
    /// The text without the prefix `Self.` of associated types; the delegate's own type in `Self.Type` stays.
    var withoutSelf: String {
        var rest = text[...]
        var result = ""
        while let range = rest.firstRange(of: "Self.") {
            let before = rest[..<range.lowerBound].last ?? " "
            let isOwn = rest[range.upperBound...].prefix { $0.isWordCharacter } == "Type"
            result += rest[..<range.lowerBound] + (before.isWordCharacter || isOwn ? "Self." : "")
            rest = rest[range.upperBound...]
        }
        return result + rest
    }
}
