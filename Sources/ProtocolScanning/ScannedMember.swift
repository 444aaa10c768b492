// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTemplate

/// One member of a protocol.
struct ScannedMember {
    var attributes: [ScannedAttribute]
    /// Modifiers with their arguments: `nonisolated(unsafe)`.
    var modifiers: [ArraySlice<Token>]
    /// The tokens from the keyword on; never empty.
    var tokens: ArraySlice<Token>
    /// All tokens.
    var whole: ArraySlice<Token>

    var keyword: Token { tokens.first! }

    /// The name, or the keyword.
    var nameToken: Token {
        guard ["func", "var", "let"].contains(keyword.text) else { return keyword }
        return tokens.dropFirst().first ?? keyword
    }

    func attribute(named name: String) -> ScannedAttribute? { attributes.first { $0.name == name } }

    // MARK: Splitting

    private static let modifierWords: Set<String> = [
        "nonisolated", "mutating", "nonmutating", "static", "class", "prefix", "postfix", "infix", "__consuming",
        "consuming", "borrowing", "override", "isolated", "public", "package", "internal", "private", "fileprivate",
        "weak", "unowned", "final", "dynamic", "optional", "required", "convenience",
    ]
    private static let keywords: Set<String> = [
        "func", "var", "let", "subscript", "init", "associatedtype", "typealias",
    ]
    /// Tokens after which a declaration continues in the next line.
    private static let openEnds: Set<String> = ["->", ":", ",", "&", "=", ".", "where", "some", "any"]

    /// The members between the braces of a protocol.
    static func members(of body: ArraySlice<Token>) -> [ScannedMember] {
        var rest = body
        var members: [ScannedMember] = []
        while !rest.isEmpty {
            if rest.first!.text == ";" {
                rest = rest.dropFirst()
                continue
            }
            members.append(takeMember(&rest))
        }
        return members
    }

    private static func takeMember(_ rest: inout ArraySlice<Token>) -> ScannedMember {
        let whole = rest
        var attributes: [ScannedAttribute] = []
        var modifiers: [ArraySlice<Token>] = []
        while let token = rest.first, !keywords.contains(token.text) {
            if token.text == "@" {
                attributes.append(rest.takeAttribute())
            } else if modifierWords.contains(token.text) {
                let start = rest
                rest = rest.dropFirst()
                if let open = rest.first, open.text == "(", !open.isApart { rest = rest[rest.endOfGroup...] }
                modifiers.append(start[..<rest.startIndex])
            } else {
                break
            }
        }
        // Directives and non-members are kept as they are, and refused later.
        let end = endOfMember(rest)
        defer { rest = rest[end...] }
        let tokens = rest[..<end]
        return ScannedMember(
            attributes: attributes,
            modifiers: modifiers,
            tokens: tokens.isEmpty ? whole.prefix(1) : tokens,
            whole: whole[..<end]
        )
    }

    /// The start of the next member: a word that can begin a member, on a new line or after a semicolon.
    private static func endOfMember(_ tokens: ArraySlice<Token>) -> Int {
        var index = tokens.startIndex
        var previous: Token?
        while index < tokens.endIndex {
            let token = tokens[index]
            if token.text == ";" { return index }
            if let previous, token.startsLine, !openEnds.contains(previous.text), begins(token) { return index }
            previous = token
            guard ["(", "[", "{", "<"].contains(token.text) else {
                index += 1
                continue
            }
            // An operator function `<` opens no brackets.
            index = token.text == "<" && previous?.text == "func" ? index + 1 : tokens[index...].endOfGroup
            previous = tokens[index - 1]
        }
        return tokens.endIndex
    }

    private static func begins(_ token: Token) -> Bool {
        token.text == "@" || token.text.hasPrefix("#") || keywords.contains(token.text)
            || modifierWords.contains(token.text)
    }
}
