// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Words of source.
enum SwiftWords {
    private static let reserved: Set<String> = [
        "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init", "inout",
        "internal", "let", "open", "operator", "private", "protocol", "public", "rethrows", "static", "struct",
        "subscript", "typealias", "var", "break", "case", "continue", "default", "defer", "do", "else", "fallthrough",
        "for", "guard", "if", "in", "repeat", "return", "switch", "where", "while", "as", "Any", "catch", "false", "is",
        "nil", "super", "self", "Self", "throw", "throws", "true", "try",
    ]

    /// The word, with backticks if it is a keyword or no plain name, such as `two words`.
    static func escaped(_ word: String) -> String {
        let isOperator = word.first.map { !$0.isWordCharacter && !$0.isWhitespace } ?? true
        return reserved.contains(word) || !isOperator && !word.isPlainName ? "`\(word)`" : word
    }

    /// A string literal.
    static func literal(_ text: String) -> String {
        "\"" + text.map { $0 == "\\" || $0 == "\"" ? "\\\($0)" : String($0) }.joined() + "\""
    }
}

extension String {
    /// The name without backticks.
    var withoutBackticks: String { hasPrefix("`") ? String(dropFirst().dropLast()) : self }

    /// Whether it needs no backticks, unless it is a keyword.
    var isPlainName: Bool { first?.isNumber == false && allSatisfy { $0.isWordCharacter || $0 == "$" } }

    /// The words of a name in backticks as one plain name; a plain name itself.
    var asPlainName: String {
        if isPlainName { return self }
        let name = split { !$0.isWordCharacter }.map(String.init).camelCased
        return name.first.map { $0.isNumber ? "_" + name : name } ?? "requirement"
    }

    /// With a capital first letter.
    var capitalized: String { prefix(1).uppercased() + dropFirst() }

    /// With a small first letter, or first word if that is all capitals: `URLSession` to `urlSession`.
    var lowercasingFirst: String {
        let capitals = prefix { $0.isUppercase }
        guard capitals.count > 1 else { return prefix(1).lowercased() + dropFirst() }
        if capitals.count == count { return lowercased() }
        return capitals.dropLast().lowercased() + dropFirst(capitals.count - 1)
    }

    /// Followed by a second name, unless it already ends with that.
    func appending(_ name: String) -> String {
        name.isEmpty || lowercased().hasSuffix(name.lowercased()) ? self : self + name.capitalized
    }

    /// Without a trailing `WithName`, which repeats the parameter's name.
    var droppingWith: String {
        let words = camelWords
        guard let position = words.lastIndex(of: "With"), position > 0, position == words.count - 2 else { return self }
        return words.prefix(position).joined()
    }

    /// Without a prefix.
    func droppingPrefix(_ beginning: String) -> String {
        hasPrefix(beginning) ? String(dropFirst(beginning.count)) : self
    }

    /// The letters and digits.
    var lettersOnly: String {
        split { !$0.isLetter && !$0.isNumber }.map { String($0).capitalized }.joined()
    }

    /// The letters and digits of a type, with words for brackets and marks: `ArrayOfIntOptional` for `[Int?]`.
    var spelled: String {
        var text = ""
        var rest = self[...]
        while let character = rest.first {
            let isArrow = rest.hasPrefix("->")
            switch character {
            case "[":
                let inside = rest[..<rest.endOfGroup].dropFirst().dropLast()
                text += inside.topLevelParts(separatedBy: ":").count > 1 ? " DictionaryOf " : " ArrayOf "
            case "?", "!": text += " Optional "
            case "(": text += " TupleOf "
            case "<": text += " Of "
            case ":": text += " To "
            case "&": text += " And "
            case "~": text += " Non "
            default: text += isArrow ? " To " : String(character)
            }
            rest = rest.dropFirst(isArrow ? 2 : 1)
        }
        return text.lettersOnly
    }

    /// The words of a name in camel case: `foundCDATABlock` to `found`, `CDATA`, `Block`.
    var camelWords: [String] {
        var words: [String] = []
        let characters = Array(self)
        for (index, character) in characters.enumerated() {
            let before = index > 0 ? characters[index - 1] : nil
            let after = index + 1 < characters.count ? characters[index + 1] : nil
            let startsWord =
                character.isUppercase && (before?.isUppercase == false || before != nil && after?.isLowercase == true)
            if startsWord || words.isEmpty { words.append("") }
            words[words.count - 1].append(character)
        }
        return words
    }
}

extension [String] {
    /// One name in camel case.
    var camelCased: String { first.map { $0 + dropFirst().map(\.capitalized).joined() } ?? "" }
}
