// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

package import ProxyTemplate

/// Parses the declaration of a requirement, given in one line without comments.
package struct DeclarationParser {
    private var rest: Substring

    private init(_ text: String) { rest = text[...] }

    /// Parses a method, property or subscript, or refuses one that can't be forwarded.
    package static func requirement(_ text: String) -> Result<RequirementDescription, Refusal> {
        // Symbol graphs print a space before a colon.
        var parser = DeclarationParser(text.replacing(" : ", with: ": "))
        return parser.requirement().map(\.normalized)
    }

    private mutating func requirement() -> Result<RequirementDescription, Refusal> {
        let whole = String(rest)
        let attributes = takeAttributes()
        var modifiers: [String] = []
        var isMutating = false
        while let word = peekWord() {
            dropWord(word)
            switch word {
            case "func":
                var requirement = method(attributes, modifiers)
                requirement.changesDelegate = isMutating
                return .success(requirement)
            case "var", "let": return .success(property(attributes, modifiers))
            case "subscript": return .success(subscriptRequirement(attributes, modifiers))
            case "init": return .failure(.initializer)
            case "static", "class": return .failure(.staticRequirement(name: nameAfterStatic()))
            case "mutating": isMutating = true
            case "nonisolated": modifiers.append(word + (rest.first == "(" ? "(\(takeGroup()))" : ""))
            default: continue
            }
        }
        return .failure(.unknownDeclaration(text: whole))
    }

    // MARK: Kinds

    private mutating func method(_ attributes: [String], _ modifiers: [String]) -> RequirementDescription {
        let name = takeName()
        var requirement = RequirementDescription(
            kind: .method,
            name: name,
            attributes: attributes,
            modifiers: modifiers
        )
        requirement.genericParameters = takeGenericParameters()
        requirement.parameters = takeParameters()
        takeTail(into: &requirement)
        return requirement
    }

    private mutating func property(_ attributes: [String], _ modifiers: [String]) -> RequirementDescription {
        let name = takeName()
        var requirement = RequirementDescription(
            kind: .property,
            name: name,
            attributes: attributes,
            modifiers: modifiers
        )
        skip(":")
        let accessors = rest.firstIndex(of: "{").map { rest[$0...] } ?? ""
        requirement.result = (accessors.isEmpty ? String(rest) : String(rest[..<accessors.startIndex])).trimmingSpaces
        takeAccessors(String(accessors), into: &requirement)
        return requirement
    }

    private mutating func subscriptRequirement(
        _ attributes: [String],
        _ modifiers: [String]
    ) -> RequirementDescription {
        var requirement = RequirementDescription(
            kind: .subscript,
            name: "subscript",
            attributes: attributes,
            modifiers: modifiers
        )
        requirement.genericParameters = takeGenericParameters()
        requirement.parameters = takeParameters()
        let accessors = rest.lastIndex(of: "{").map { String(rest[$0...]) } ?? ""
        rest = rest.dropLast(accessors.count)
        takeTail(into: &requirement)
        takeAccessors(accessors, into: &requirement)
        return requirement
    }

    private func takeAccessors(_ text: String, into requirement: inout RequirementDescription) {
        let words = text.split { !$0.isWordCharacter }
        requirement.isSettable = words.contains("set")
        let pairs = zip(words, words.dropFirst())
        requirement.changesDelegate =
            requirement.isSettable && !pairs.contains { $0 == ("nonmutating", "set") }
            || pairs.contains { $0 == ("mutating", "get") }
        requirement.effects = EffectsDescription(
            isAsync: words.contains("async"),
            throwing: words.contains("throws") ? Self.throwing(in: text) : .nothing
        )
    }

    private static func throwing(in text: String) -> EffectsDescription.Throwing {
        guard let range = text.firstRange(of: "throws(") else { return .anything }
        let group = text[text.index(before: range.upperBound)...]
        return .only(String(group[..<group.endOfGroup].dropFirst().dropLast()))
    }

    // MARK: Pieces

    private mutating func skipSpaces() { rest = rest.drop { $0.isWhitespace } }

    private mutating func skip(_ text: String) {
        skipSpaces()
        if rest.hasPrefix(text) { rest = rest.dropFirst(text.count) }
    }

    private mutating func peekWord() -> String? {
        skipSpaces()
        let word = rest.prefix { $0.isWordCharacter }
        return word.isEmpty ? nil : String(word)
    }

    private mutating func dropWord(_ word: String) { rest = rest.dropFirst(word.count) }

    private mutating func takeGroup() -> String {
        let end = rest.endOfGroup
        defer { rest = rest[end...] }
        return String(rest[..<end].dropFirst().dropLast())
    }

    private mutating func takeAttributes() -> [String] {
        var attributes: [String] = []
        skipSpaces()
        while rest.first == "@" {
            rest = rest.dropFirst()
            var name = String(rest.prefix { $0.isWordCharacter || $0 == "." })
            rest = rest.dropFirst(name.count)
            if rest.first == "<" { name += "<\(takeGroup())>" }
            attributes.append("@\(name)" + (rest.first == "(" ? "(\(takeGroup()))" : ""))
            skipSpaces()
        }
        return attributes
    }

    private mutating func takeName() -> String {
        skipSpaces()
        if rest.first == "`" {
            let name = rest.dropFirst().prefix { $0 != "`" }
            rest = rest.dropFirst(name.count + 2)
            return "`\(name)`"
        }
        let name = rest.prefix { !"(<: ".contains($0) }
        rest = rest.dropFirst(name.count)
        return String(name)
    }

    private func nameAfterStatic() -> String {
        let words = rest.split { $0 == " " }
        guard words.count > 1 else { return String(rest) }
        let isOperator = words[1].first.map { !$0.isWordCharacter && $0 != "`" } ?? false
        return String(words[1].prefix { isOperator ? $0 != "(" : !"(<:".contains($0) })
    }

    private mutating func takeGenericParameters() -> [GenericParameterDescription] {
        skipSpaces()
        guard rest.first == "<" else { return [] }
        return takeGroup().topLevelParts(separatedBy: ",").map { part in
            let sides = part.topLevelParts(separatedBy: ":").map(\.trimmingSpaces)
            let words = sides[0].split(separator: " ")
            return GenericParameterDescription(
                String(words.last ?? ""),
                constraint: sides.count > 1 ? sides[1] : nil,
                specifier: words.count > 1 ? words.first.map(String.init) : nil
            )
        }
    }

    private mutating func takeParameters() -> [ParameterDescription] {
        skipSpaces()
        guard rest.first == "(" else { return [] }
        let group = takeGroup()
        guard !group.trimmingSpaces.isEmpty else { return [] }
        return group.topLevelParts(separatedBy: ",").map { Self.parameter(String($0)) }
    }

    private static func parameter(_ text: String) -> ParameterDescription {
        var parser = DeclarationParser(text)
        // Attributes before a name, as those of result builders, concern callers; without a name, the type has them.
        _ = parser.takeAttributes()
        let names = parser.takeNames()
        guard parser.rest.first == ":" else { return ParameterDescription(name: "_", type: text.trimmingSpaces) }
        var type = String(parser.rest.dropFirst()).trimmingSpaces
        let isVariadic = type.hasSuffix("...")
        if isVariadic { type.removeLast(3) }
        return ParameterDescription(
            firstName: names.count > 1 ? names[0] : nil,
            name: names.last ?? "_",
            type: type,
            isVariadic: isVariadic
        )
    }

    /// The names before a colon.
    private mutating func takeNames() -> [String] {
        var names: [String] = []
        skipSpaces()
        while let first = rest.first, first.isWordCharacter || first == "`" {
            names.append(takeName())
            skipSpaces()
        }
        return names
    }

    private mutating func takeTail(into requirement: inout RequirementDescription) {
        if let range = rest.topLevelRange(of: "where") {
            requirement.whereClause = rest[range.upperBound...].trimmingSpaces
            rest = rest[..<range.lowerBound]
        }
        let arrow = rest.topLevelArrow ?? rest.endIndex
        let effects = String(rest[..<arrow])
        let words = effects.split { !$0.isWordCharacter }
        requirement.effects.isAsync = words.contains("async")
        if words.contains("rethrows") { requirement.effects.throwing = .rethrowing }
        if words.contains("throws") { requirement.effects.throwing = Self.throwing(in: effects) }
        guard arrow < rest.endIndex else { return }
        let result = String(rest[arrow...].dropFirst(2)).trimmingSpaces
        requirement.result = ["Void", "()"].contains(result) ? nil : result
    }
}
