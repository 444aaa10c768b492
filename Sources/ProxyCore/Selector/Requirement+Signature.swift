// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension Requirement {
    /// A requirement as its protocol declares it.
    ///
    /// Generated proxies include the text of the declaration. For a handwritten proxy, the signature is derived from
    /// its selector. The selector does not contain `inout`, type parameters and the type of a thrown error, and a
    /// closure is assumed to be escaping.
    public struct Signature: Hashable, Sendable {
        /// The declaration as Swift prints it: `func parser(_ parser: XMLParser, foundCharacters string: String)`.
        ///
        /// A getter ends with `{ get }`, a setter with `{ set }`.
        public let text: String
        /// The parameters in order; for a setter, the new value comes first.
        public let parameters: [Parameter]
        /// The type of the result, nil for Void and for a setter.
        public let resultTypeName: String?
    }

    func makeSignature() -> Signature {
        if let declaration, let read = DeclarationReader.read(declaration, isSetter: selector.accessor == .set) {
            return read
        }
        return Signature(text: derivedDeclaration, parameters: parameters, resultTypeName: resultTypeName)
    }

    private var derivedDeclaration: String {
        let accessor = selector.accessor
        let isMethod = selector.name.contains("(") && accessor == nil
        let own = accessor == .set ? Array(parameters.dropFirst()) : parameters
        let list = own.map { parameter in
            let label =
                parameter.label.map { $0 == parameter.name && isMethod ? "" : $0 + " " } ?? (isMethod ? "_ " : "")
            let names = label + parameter.name
            return "\(names): \(TypeName.isFunction(parameter.typeName) ? "@escaping " : "")\(parameter.typeName)"
        }
        let effects = (traits.contains(.async) ? " async" : "") + (traits.contains(.throwing) ? " throws" : "")
        let base = selector.baseName
        if isMethod {
            let result = resultTypeName.map { " -> \($0)" } ?? ""
            return "func \(base)(\(list.joined(separator: ", ")))\(effects)\(result)"
        }
        let value = accessor == .set ? parameters.first?.typeName ?? "Any" : resultTypeName ?? "Void"
        let accessors = accessor == .set ? "{ set }" : "{ get\(effects) }"
        guard selector.name.contains("(") else { return "var \(base): \(value) \(accessors)" }
        return "subscript(\(list.joined(separator: ", "))) -> \(value) \(accessors)"
    }
}

/// Parses the text of a declaration.
private enum DeclarationReader {
    /// Nil when the text does not declare a method, property or subscript.
    static func read(_ text: String, isSetter: Bool) -> Requirement.Signature? {
        var declared: [Requirement.Parameter] = []
        let result: String?
        if text.hasPrefix("var ") {
            result = text.dropFirst(4).topLevelParts(separatedBy: ":").dropFirst().first.map(type)
        } else {
            let isSubscript = text.hasPrefix("subscript")
            guard let open = text.parameterList, open < text.endIndex else { return nil }
            let group = text[open...]
            let end = group.endOfGroup
            let inner = group[..<end].dropFirst().dropLast()
            let parts = inner.isEmpty ? [] : inner.topLevelParts(separatedBy: ",")
            declared = parts.compactMap { parameter($0, isSubscript: isSubscript) }
            guard declared.count == parts.count else { return nil }
            result = text[end...].topLevelArrow.map { type(text[$0...].dropFirst(2)) }
        }
        guard isSetter else {
            return Requirement.Signature(text: text, parameters: declared, resultTypeName: result)
        }
        let newValue = Requirement.Parameter(label: nil, name: "newValue", typeName: result ?? "Any")
        return Requirement.Signature(text: text, parameters: [newValue] + declared, resultTypeName: nil)
    }

    private static func parameter(_ text: Substring, isSubscript: Bool) -> Requirement.Parameter? {
        let sides = text.split(separator: ":", maxSplits: 1)
        guard sides.count == 2 else { return nil }
        let names = sides[0].split(separator: " ").map { $0.filter { $0 != "`" } }
        guard let name = names.last else { return nil }
        let label = names.count > 1 || !isSubscript ? names[0] : "_"
        return Requirement.Parameter(
            label: label == "_" ? nil : label,
            name: name,
            typeName: String(sides[1].drop { $0 == " " })
        )
    }

    /// The type at the start, up to the accessors or constraints.
    private static func type(_ text: Substring) -> String {
        var words: [Substring] = []
        for word in text.topLevelParts(separatedBy: " ") where !word.isEmpty {
            if word.hasPrefix("{") || word == "where" { break }
            words.append(word)
        }
        return words.joined(separator: " ")
    }
}

extension TypeName {
    /// Whether a name is the name of a function type.
    static func isFunction(_ name: String) -> Bool { name[...].topLevelArrow != nil }
}

extension StringProtocol where SubSequence == Substring {
    /// The start of the parameter list, after the name and its type parameters.
    fileprivate var parameterList: Index? { topLevelIndices.first { self[$0] == "(" } }

    /// The position of an arrow outside of all brackets.
    fileprivate var topLevelArrow: Index? {
        topLevelIndices.first { self[$0] == "-" && self[$0...].hasPrefix("->") }
    }

    /// The parts between separators outside of all brackets.
    fileprivate func topLevelParts(separatedBy separator: Character) -> [Substring] {
        var parts: [Substring] = []
        var start = startIndex
        for index in topLevelIndices where self[index] == separator {
            parts.append(self[start..<index])
            start = self.index(after: index)
        }
        return parts + [self[start...]]
    }

    /// Positions of the characters outside of all brackets, and of the opening brackets.
    private var topLevelIndices: [Index] {
        var found: [Index] = []
        var index = startIndex
        while index < endIndex {
            found.append(index)
            index = "([{<".contains(self[index]) ? self[index...].endOfGroup : self.index(after: index)
        }
        return found
    }

    /// The position after the bracket that closes the first one; the end when there is none.
    fileprivate var endOfGroup: Index {
        var depth = 0
        var previous: Character = " "
        for index in indices {
            let character = self[index]
            if "([{<".contains(character) { depth += 1 }
            if ")]}".contains(character) || character == ">" && previous != "-" { depth -= 1 }
            if depth == 0 { return self.index(after: index) }
            previous = character
        }
        return endIndex
    }
}
