// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The name of a requirement as it can be read from a symbol: protocol, base name, labels, and which accessor.
///
/// Types are left out, so overloads share a name.
struct RequirementName: Hashable {
    /// The protocol's name without its module.
    let protocolName: Substring
    /// `parser(_:foundCharacters:)`, `title.get`, `subscript(_:).set`.
    let name: String

    /// The name of a requirement as its selector says it.
    init(_ selector: Selector) {
        protocolName = selector.protocolName[...]
        let text = selector.name
        guard let open = text.firstIndex(of: "("), let close = text[open...].firstIndex(of: ")") else {
            name = text
            return
        }
        // What stands behind the labels tells overloads apart, or is the accessor.
        let rest = text[text.index(after: close)...]
        let accessor = [".get", ".set"].first { rest.hasPrefix($0) } ?? ""
        name = text[...close].filter { $0 != "`" } + accessor
    }

    init(protocolName: Substring, name: String) {
        self.protocolName = protocolName
        self.name = name
    }
}

/// A member of a type or of a protocol, as the runtime prints it.
///
/// `parser(_: FoundationXML.XMLParser, foundComment: Swift.String) -> ()`, `title.getter : Swift.String`,
/// `subscript.getter : (Swift.Int) -> Swift.Int`.
struct MemberText {
    /// As in `RequirementName`.
    let name: String
    /// Whether there is no result: a method that returns nothing, or a setter.
    let isVoid: Bool

    init?(_ text: Substring) {
        let base = text.prefix { !"(<. ".contains($0) }
        guard !base.isEmpty else { return nil }
        var rest = text[base.endIndex...]
        if rest.first == "." {
            let accessor = rest.dropFirst().prefix { $0.isLetter }
            guard accessor == "getter" || accessor == "setter" else { return nil }
            let isSetter = accessor == "setter"
            rest = rest[accessor.endIndex...].drop { " :".contains($0) }
            var labels = ""
            if base == "subscript" {
                guard let found = Self.labels(Self.withoutGenerics(rest)) else { return nil }
                labels = found.text
            }
            name = base + labels + (isSetter ? ".set" : ".get")
            isVoid = isSetter
            return
        }
        guard let found = Self.labels(Self.withoutGenerics(rest)) else { return nil }
        name = base + found.text
        isVoid = found.rest.hasSuffix("-> ()")
    }

    private static func withoutGenerics(_ text: Substring) -> Substring {
        guard text.first == "<" else { return text }
        var depth = 0
        var previous: Character = " "
        for index in text.indices {
            if text[index] == "<" { depth += 1 }
            if text[index] == ">", previous != "-" { depth -= 1 }
            previous = text[index]
            if depth == 0 { return text[text.index(after: index)...] }
        }
        return text
    }

    /// The labels of a list of parameters in parentheses, and what follows it.
    private static func labels(_ text: Substring) -> (text: String, rest: Substring)? {
        guard text.first == "(" else { return nil }
        var depth = 0
        var labels = "("
        var start: Substring.Index?
        var previous: Character = " "
        for index in text.indices {
            let character = text[index]
            defer { previous = character }
            switch character {
            case "(", "[", "<":
                depth += 1
                if depth == 1 { start = text.index(after: index) }
            case ")", "]": depth -= 1
            case ">" where previous != "-": depth -= 1
            default: break
            }
            let isEnd = depth == 0
            guard isEnd || (depth == 1 && character == ","), let begin = start else { continue }
            let parameter = text[begin..<index].drop { $0 == " " }
            if !parameter.isEmpty { labels += label(of: parameter) + ":" }
            start = text.index(after: index)
            if isEnd { return (labels + ")", text[text.index(after: index)...]) }
        }
        return nil
    }

    private static func label(of parameter: Substring) -> Substring {
        let word = parameter.prefix { $0.isLetter || $0.isNumber || "_`".contains($0) }
        let isLabel = !word.isEmpty && parameter[word.endIndex...].hasPrefix(": ")
        return isLabel ? word : "_"
    }
}

/// A symbol, demangled.
struct SymbolText {
    let text: String

    /// - Parameter text: As the runtime prints it; names of private declarations lose what tells their files apart.
    init(_ text: String) { self.text = Self.withoutDiscriminators(text) }

    /// The requirement, and the rest of its declaration, when the symbol is that of a witness.
    var witness: (protocolName: Substring, member: MemberText, conformance: Substring)? {
        guard let range = text.firstRange(of: "protocol witness for "),
            let end = text.firstRange(of: " in conformance "),
            let colon = text[end.upperBound...].firstRange(of: " : "),
            let last = text.lastRange(of: " in "), last.lowerBound > colon.upperBound
        else { return nil }
        let protocolName = text[colon.upperBound..<last.lowerBound]
        let requirement = text[range.upperBound..<end.lowerBound]
        guard requirement.hasPrefix(protocolName + "."),
            let member = MemberText(requirement.dropFirst(protocolName.count + 1))
        else { return nil }
        return (Self.withoutModule(protocolName), member, text[end.upperBound..<colon.lowerBound])
    }

    /// Whether it is the body that an extension of the protocol gives a requirement.
    func isDefaultBody(of requirement: RequirementName) -> Bool {
        guard let start = text.firstRange(of: "(extension in "),
            let end = text[start.upperBound...].firstRange(of: "):")
        else { return false }
        let path = text[end.upperBound...]
        guard let name = path.firstRange(of: "\(requirement.protocolName).") else { return false }
        return MemberText(path[name.upperBound...])?.name == requirement.name
    }

    /// Whether it is a member of that name of something that is no extension.
    func isOwnMember(named name: String) -> Bool {
        guard text.firstRange(of: "(extension in ") == nil else { return false }
        let base = name.prefix { !"(.".contains($0) }
        var rest = text[...]
        while let range = rest.firstRange(of: ".\(base)") {
            if MemberText(rest[range.lowerBound...].dropFirst())?.name == name { return true }
            rest = rest[range.upperBound...]
        }
        return false
    }

    private static func withoutModule(_ name: Substring) -> Substring {
        guard let dot = name.firstIndex(of: ".") else { return name }
        return name[name.index(after: dot)...]
    }

    /// `(Name in _0123)` becomes `Name`.
    private static func withoutDiscriminators(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let range = rest.firstRange(of: " in _"), let close = rest[range.upperBound...].firstIndex(of: ")"),
            let open = rest[..<range.lowerBound].lastIndex(of: "(")
        {
            result += rest[..<open] + rest[rest.index(after: open)..<range.lowerBound]
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }
}

extension Substring {
    /// Where a text first occurs.
    fileprivate func firstRange(of text: String) -> Range<Index>? {
        var start = startIndex
        while let first = self[start...].utf8.firstIndex(of: text.utf8.first!) {
            if self[first...].hasPrefix(text) { return first..<index(first, offsetBy: text.count) }
            start = utf8.index(after: first)
        }
        return nil
    }
}

extension String {
    fileprivate func firstRange(of text: String) -> Range<Index>? { self[...].firstRange(of: text) }

    fileprivate func lastRange(of text: String) -> Range<Index>? {
        var found: Range<Index>?
        var rest = self[...]
        while let range = rest.firstRange(of: text) {
            found = range
            rest = rest[range.upperBound...]
        }
        return found
    }
}
