// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A demangled symbol.
struct SymbolText {
    let text: String

    /// - Parameter text: The runtime's demangling. The file discriminators of private names are removed.
    init(_ text: String) { self.text = Self.withoutDiscriminators(text) }

    /// The parsed parts of a protocol witness symbol; nil for other symbols.
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

    /// Whether the symbol is the requirement's default body in a protocol extension.
    func isDefaultBody(of requirement: RequirementName) -> Bool {
        memberOfExtension(of: requirement.protocolName)?.name == requirement.name
    }

    /// Whether the symbol is a member of an extension itself, not a part of one.
    var isMemberOfExtension: Bool { ["", "merged "].contains { text.hasPrefix($0 + "(extension in ") } }

    /// The member, if the symbol is one of an extension of the protocol.
    func memberOfExtension(of protocolName: Substring) -> MemberText? {
        guard let start = text.firstRange(of: "(extension in "),
            let end = text[start.upperBound...].firstRange(of: "):")
        else { return nil }
        let path = text[end.upperBound...]
        guard let name = path.firstRange(of: ".\(protocolName).") else { return nil }
        return MemberText(path[name.upperBound...])
    }

    /// The member, if the symbol is one of a type, also of a specialised or merged one; the type is named with its module.
    func member(of type: String) -> MemberText? {
        var rest = text[...]
        while let range = rest.firstRange(of: type + ".") {
            let isWhole =
                range.lowerBound == text.startIndex || " :".contains(text[text.index(before: range.lowerBound)])
            if isWhole, let found = MemberText(text[range.upperBound...]) { return found }
            rest = rest[range.upperBound...]
        }
        return nil
    }

    /// Whether the symbol is a member with that name declared outside of extensions.
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

    /// Replaces `(Name in _0123)` with `Name`.
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
    /// The range of the first occurrence of a text that is not empty.
    ///
    /// By bytes: the text may begin in the same way as other characters.
    fileprivate func firstRange(of text: String) -> Range<Index>? {
        var rest = utf8[...]
        while let first = text.utf8.first.flatMap({ rest.firstIndex(of: $0) }) {
            rest = rest[first...]
            if rest.starts(with: text.utf8) { return first..<utf8.index(first, offsetBy: text.utf8.count) }
            rest = rest.dropFirst()
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
