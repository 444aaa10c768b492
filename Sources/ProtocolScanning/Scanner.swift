// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTemplate

/// Scans the tokens of a file for protocols.
struct Scanner {
    var imports: [ScannedImport] = []
    var protocols: [ScannedProtocol] = []
    /// Qualified names of the classes.
    var classes: Set<String> = []
    /// Names of the types, and of those that can't be copied.
    var types: (all: [String], noncopyable: Set<String>) = ([], [])
    /// Qualified names of the types, protocols and aliases that other files can refer to.
    var declared: Set<String> = []
    /// The type aliases outside of braces.
    var aliases: [ScannedAlias] = []
    var problems: [Problem] = []

    private let tokens: ArraySlice<Token>
    private var rest: ArraySlice<Token>
    /// The index of the first attribute or modifier before the next declaration, else of the next token.
    private var start: ArraySlice<Token>.Index
    private let path: String
    private var scopes: [Scope] = []
    private var conditions: [Condition] = []
    /// Attributes and modifiers before the next declaration.
    private var attributes: [ScannedAttribute] = []
    private var modifiers: [String] = []

    private struct Scope {
        /// The type of the braces, nil for code.
        var type: String?
        var access: AccessLevel?
        var isExtension = false
    }

    private struct Condition {
        /// The conditions of the preceding branches.
        var earlier: [String]
        var current: String?
        var text: String {
            (earlier.map { "!(\($0))" } + [current].compactMap { $0.map { "(\($0))" } }).joined(separator: " && ")
        }
    }

    init(tokens: ArraySlice<Token>, path: String) {
        self.tokens = tokens
        rest = tokens
        start = tokens.startIndex
        self.path = path
    }

    mutating func scan() {
        while let token = rest.first {
            if attributes.isEmpty, modifiers.isEmpty { start = rest.startIndex }
            if token.kind == .punctuation {
                scanPunctuation(token)
            } else if token.kind == .word {
                scanWord(token)
            } else {
                skip()
            }
        }
    }

    /// Skips a token that begins no declaration.
    private mutating func skip() {
        rest = rest.dropFirst()
        forget()
    }

    private mutating func forget() {
        for attribute in attributes where attribute.name == "Proxied" {
            problems.append(Problem(path, attribute.place, "@Proxied belongs at a protocol"))
        }
        attributes = []
        modifiers = []
    }

    private mutating func scanPunctuation(_ token: Token) {
        if token.text == "@" { return takeAttribute() }
        if token.text == "{" { scopes.append(Scope()) }
        if token.text == "}" { _ = scopes.popLast() }
        skip()
    }

    private mutating func takeAttribute() {
        let attribute = rest.takeAttribute()
        attributes.append(attribute)
    }

    private static let modifierWords: Set<String> = [
        "public", "package", "internal", "fileprivate", "private", "open", "final", "nonisolated", "indirect",
        "distributed", "unsafe", "dynamic",
    ]

    private mutating func scanWord(_ token: Token) {
        switch token.text {
        case "import": takeImport()
        case "#if", "#elseif", "#else", "#endif": takeDirective(token)
        case "protocol": takeProtocol()
        case "class", "struct", "enum", "actor", "extension": takeType()
        case "typealias":
            if scopes.isEmpty, let alias = ScannedAlias(rest) { aliases.append(alias) }
            if let name = rest.dropFirst().first, name.kind == .word { declare(name) }
            skip()
        case let word where Self.modifierWords.contains(word):
            modifiers.append(word)
            rest = rest.dropFirst()
            // `private(set)`
            if rest.first?.text == "(" { rest = rest[rest.endOfGroup...] }
        default: skip()
        }
    }

    // MARK: Imports and conditions

    private mutating func takeImport() {
        let line = rest.dropFirst().prefix { !$0.startsLine && $0.text != ";" }
        // Behind a first label in the line before, `import: Int` names a parameter: no comma comes between them.
        let isName = line.isEmpty || line.first?.text == ":" || scopes.contains { $0.type == nil }
        guard !isName, beginsStatement else { return skip() }
        let kinds: Set<String> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
        let words = line.filter { $0.kind == .word }.map(\.text)
        let names = words.drop { kinds.contains($0) }
        let before = attributes.map(\.tokens.plainText) + modifiers
        let text = (before + ["import", line.plainText]).joined(separator: " ")
        imports.append(ScannedImport(text: text, module: names.first ?? "", conditions: currentConditions))
        rest = rest.dropFirst(line.count + 1)
        attributes = []
        modifiers = []
    }

    /// Whether a statement can begin here: `.import` is a member, and `(import name: Int)` has a label, also in a line of
    /// its own.
    private var beginsStatement: Bool {
        guard let before = tokens[..<start].last else { return true }
        return tokens[start].startsLine
            ? !["(", "[", ",", "."].contains(before.text) : [";", "}"].contains(before.text)
    }

    private var currentConditions: [String] { conditions.map(\.text) }

    private mutating func takeDirective(_ token: Token) {
        let condition = rest.dropFirst().prefix { !$0.startsLine }
        rest = rest.dropFirst(condition.count + 1)
        switch token.text {
        case "#if": conditions.append(Condition(earlier: [], current: condition.plainText))
        case "#endif": _ = conditions.popLast()
        default:
            guard let last = conditions.popLast() else { return }
            let current = token.text == "#else" ? nil : condition.plainText
            conditions.append(Condition(earlier: last.earlier + [last.current].compactMap(\.self), current: current))
        }
    }

    // MARK: Declarations

    /// Takes the head of a type or extension, whose braces are a named scope.
    private mutating func takeType() {
        let isExtension = rest.first?.text == "extension"
        let isClass = rest.first?.text == "class"
        let behind = rest.dropFirst()
        // `class func`, and `class` and `actor` as other names.
        guard let name = behind.first, name.kind == .word, !["func", "var", "let", "subscript"].contains(name.text),
            let end = behind.endOfHead, rest[end].text == "{"
        else { return skip() }
        let names = isExtension ? behind.prefix { $0.kind == .word || $0.text == "." } : behind.prefix(1)
        let path = names.prefix { !$0.startsLine || $0 == names.first }.prefix { $0.text != "where" }
        if !isExtension {
            types.all.append(name.text)
            declare(name)
            if rest[..<end].suppresses("Copyable") { types.noncopyable.insert(name.text) }
        }
        if isClass { classes.insert((scopes.compactMap(\.type) + [name.text]).joined(separator: ".")) }
        scopes.append(Scope(type: path.map(\.text).joined(), access: ownAccess, isExtension: isExtension))
        rest = rest[(end + 1)...]
        forget()
    }

    /// Notes the name of a type, unless it is local to a function.
    private mutating func declare(_ name: Token) {
        guard !scopes.contains(where: { $0.type == nil }) else { return }
        declared.insert((scopes.compactMap(\.type) + [name.text]).joined(separator: "."))
    }

    private var ownAccess: AccessLevel? {
        modifiers.lazy.compactMap { $0 == "open" ? .public : AccessLevel(rawValue: $0) }.first
    }

    private mutating func takeProtocol() {
        let behind = rest.dropFirst()
        guard let name = behind.first, name.kind == .word,
            let brace = behind.endOfHead, rest[brace].text == "{"
        else { return skip() }
        let end = rest[brace...].endOfGroup
        declare(name)
        protocols.append(
            ScannedProtocol(
                name: name,
                attributes: attributes,
                access: access,
                isNonisolated: modifiers.contains("nonisolated"),
                path: scopes.compactMap(\.type),
                conditions: currentConditions,
                isLocal: scopes.contains { $0.type == nil },
                head: rest[(behind.startIndex + 1)..<brace],
                body: rest[brace..<end].inside
            )
        )
        rest = rest[end...]
        attributes = []
        modifiers = []
    }

    /// The most restricted access level of the protocol and its enclosing types.
    private var access: AccessLevel {
        let isInExtension = scopes.last?.isExtension == true
        var least = ownAccess ?? (isInExtension ? scopes.last?.access : nil) ?? .internal
        for scope in scopes where !scope.isExtension { least = min(least, scope.access ?? .internal) }
        return least
    }
}

extension ArraySlice<Token> {
    /// The index of the brace after the head of a type, or of what shows that it is none. `==` belongs to a head.
    fileprivate var endOfHead: Index? {
        guard let end = topLevelIndex(where: { ["{", "}", ";", "="].contains($0.text) }) else { return nil }
        return self[end...].starts(with: "=", "=") ? self[(end + 2)...].endOfHead : end
    }

    /// Whether the head of a type has `~Name` among its parents.
    fileprivate func suppresses(_ name: String) -> Bool {
        guard let colon = topLevelIndex(where: { $0.text == ":" }) else { return false }
        let parents = self[colon...]
        return parents.indices.dropLast().contains { parents[$0].text == "~" && parents[$0 + 1].text == name }
    }

    /// Takes the attribute at the current position.
    mutating func takeAttribute() -> ScannedAttribute {
        let whole = self
        self = dropFirst()
        var name = ""
        while let word = first, word.kind == .word {
            name = word.text
            self = dropFirst()
            guard first?.text == ".", dropFirst().first?.kind == .word else { break }
            self = dropFirst()
        }
        var arguments: ArraySlice<Token> = []
        // Arguments follow without a space.
        if let open = first, open.text == "(", !open.isApart {
            arguments = self[..<endOfGroup].inside
            self = self[endOfGroup...]
        }
        return ScannedAttribute(name: name, tokens: whole[..<startIndex], arguments: arguments)
    }
}
