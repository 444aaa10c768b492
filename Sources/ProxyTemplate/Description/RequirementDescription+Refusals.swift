// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension RequirementDescription {
    /// Properties of the superclasses of proxies; docs/proxies.md lists them.
    private static let takenProperties: Set<String> = [
        "recorder", "number", "forwardDelegate", "forwardTo", "parentObject", "ended", "wrappedDelegate",
    ]
    /// Their methods with the type of the first parameter, nil for any.
    private static let takenMethods: [String: String?] = [
        "capabilitiesDidChange()": nil, "forwardToDelegate()": nil, "uninstall()": nil,
        "setForwardDelegate(_:retain:)": nil, "setForwardToDelegate(_:retainDelegate:)": nil,
        "responds(to:)": "String", "sentMessage(_:)": "String", "methodInvoked(_:)": "String",
        "returned(_:)": "String", "implements(_:)": "Selector",
    ]

    /// Whether every proxy has a member with the requirement's name and types.
    private var hasTakenName: Bool {
        switch kind {
        case .property: return Self.takenProperties.contains(fullName)
        case .subscript: return false
        case .method:
            guard let type = Self.takenMethods[fullName] else { return false }
            return type == nil || type == parameters.first?.type
        }
    }

    /// The reasons against forwarding the requirement; empty if there are none.
    ///
    /// - Parameters:
    ///   - fixedTypes: Associated types fixed by the delegate's type.
    ///   - allTypes: All associated types of the protocol.
    ///   - mayBeValue: Whether delegates are known to be values in some cases.
    ///   - noncopyable: Names of types with values that can't be copied, as far as they are known.
    package func refusals(
        fixedTypes: Set<String>,
        allTypes: Set<String>,
        mayBeValue: Bool,
        noncopyable: Set<String> = []
    ) -> [Refusal] {
        var refusals: [Refusal] = []
        if mayBeValue, changesDelegate { refusals.append(.changeOfValue(name: fullName)) }
        if hasTakenName { refusals.append(.takenName(name: fullName)) }
        if parameters.count(where: \.isVariadic) > 1 { refusals.append(.severalVariadics(name: fullName)) }
        if kind == .subscript, parameters.contains(where: \.isVariadic) {
            refusals.append(.variadicSubscript(name: fullName))
        } else if parameters.contains(where: \.isVariadic),
            parameters.contains(where: { TypeText($0.type).mentions(["some"]) })
        {
            refusals.append(.variadicBesideSome(name: fullName))
        }
        let types = parameters.map { TypeText($0.type) }
        if types.contains(where: { $0.isSent && $0.specifiers.contains("inout") }) {
            refusals.append(.sentInout(name: fullName))
        }
        let restricted = noncopyable.union(genericParameters.filter(\.isRestricted).map(\.name))
        if let result, TypeText(result).names(oneOf: restricted) {
            refusals.append(.noncopyableResult(name: fullName))
        }
        let own = Set(genericParameters.map(\.name))
        let hidden = allTypes.subtracting(fixedTypes).subtracting(own)
        let texts = parameters.map(\.type) + [result, whereClause].compactMap(\.self)
        for name in hidden.sorted() where texts.contains(where: { TypeText($0).mentions([name]) }) {
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
            let isWord = !before.isWordCharacter && !after.isWordCharacter
            // `Self.Type` is the delegate's own type too.
            let isBase = after == "." && rest[range.upperBound...].dropFirst().prefix { $0.isWordCharacter } != "Type"
            if isWord, !isBase { return true }
            rest = rest[range.upperBound...]
        }
        return false
    }
}
