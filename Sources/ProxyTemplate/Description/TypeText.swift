// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A type as source text.
package struct TypeText: Hashable, Sendable {
    /// The source.
    package let text: String

    /// Reads `text` as a type.
    package init(_ text: String) {
        self.text = text.trimmingSpaces
    }

    /// Prefixes of the type: attributes with their arguments, `inout`, `borrowing`.
    package var specifiers: [String] { split.specifiers }

    /// The type without prefixes.
    package var bare: String { split.bare }

    private static let ownershipWords: Set<Substring> = [
        "inout", "borrowing", "consuming", "__owned", "__shared", "sending", "isolated", "_const",
    ]

    private var split: (specifiers: [String], bare: String) {
        var specifiers: [String] = []
        var rest = text[...]
        while true {
            rest = rest.drop { $0 == " " || $0 == "\n" }
            if rest.first == "@" {
                let end = Self.endOfAttribute(rest)
                specifiers.append(String(rest[..<end]))
                rest = rest[end...]
                continue
            }
            if let function = Self.functionInParentheses(rest) {
                rest = function
                continue
            }
            let word = rest.prefix { $0.isWordCharacter }
            guard Self.ownershipWords.contains(word) else { return (specifiers, String(rest)) }
            specifiers.append(String(word))
            rest = rest.dropFirst(word.count)
        }
    }

    /// The function type in parentheses of its own, as in `((Int) -> Void)`; nil for other types.
    private static func functionInParentheses(_ text: Substring) -> Substring? {
        guard text.first == "(", text.endOfGroup == text.endIndex else { return nil }
        let inside = text.dropFirst().dropLast().trimmingSpaces[...]
        // The functions of a pack are a tuple: `(repeat (each T) -> Void)`.
        guard inside.topLevelParts(separatedBy: ",").count == 1, inside.topLevelRange(ofSign: ":") == nil,
            inside.prefix(while: \.isWordCharacter) != "repeat", TypeText(String(inside)).isFunction
        else { return nil }
        return inside
    }

    private static func endOfAttribute(_ text: Substring) -> String.Index {
        var end = text.index(after: text.startIndex)
        while end < text.endIndex, text[end].isWordCharacter || text[end] == "." { end = text.index(after: end) }
        // An argument list follows without a space; `@escaping (Int) -> Void` has one.
        guard end < text.endIndex, text[end] == "(" else { return end }
        return text[end...].endOfGroup
    }

    /// Whether the type is a function type.
    package var isFunction: Bool { bare.topLevelArrow != nil }

    /// Whether it is a non-escaping function parameter, which must not outlive the call. An `inout` one escapes.
    package var isNonescapingFunction: Bool {
        isFunction && specifiers.allSatisfy { $0 != "@escaping" && $0 != "inout" } || isAutoclosure
    }

    /// Whether the argument is an autoclosure.
    package var isAutoclosure: Bool { specifiers.contains("@autoclosure") }

    /// The effects of calling an autoclosure; none for other types.
    var autoclosureEffects: EffectsDescription {
        guard isAutoclosure, bare.hasPrefix("("), let arrow = bare.topLevelArrow else { return EffectsDescription() }
        return EffectsDescription(between: bare[bare[...].endOfGroup..<arrow].trimmingSpaces) ?? EffectsDescription()
    }

    /// Whether the type is a tuple of several elements, or Void.
    package var isTuple: Bool {
        guard bare.hasPrefix("("), bare[...].endOfGroup == bare.endIndex else { return bare == "Void" }
        let inner = bare.dropFirst().dropLast()
        return inner.isEmpty || inner.topLevelParts(separatedBy: ",").count > 1
    }

    /// Whether it is one of the named types, or an optional of one.
    package func names(oneOf names: Set<String>) -> Bool {
        let name = bare.prefix { $0.isWordCharacter || $0 == "." }
        guard let last = name.split(separator: ".").last, names.contains(String(last)) else { return false }
        return ["", "?", "!"].contains(rest(after: name))
    }

    /// Whether it is one of the named types, unqualified and with any arguments.
    func isPlainName(oneOf names: Set<String>) -> Bool {
        let name = bare.prefix { $0.isWordCharacter }
        return names.contains(String(name)) && rest(after: name).isEmpty
    }

    /// What follows a name at the start and its arguments.
    private func rest(after name: Substring) -> Substring {
        let rest = bare[name.endIndex...]
        return rest.first == "<" ? rest[rest.endOfGroup...] : rest
    }

    /// Whether values have to be handed over: `sending`, unless they are known to be sendable anyway.
    var isSent: Bool {
        guard specifiers.contains("sending") else { return false }
        let isPlain = bare.allSatisfy { $0.isWordCharacter || "[]?: ".contains($0) }
        return !isPlain || !bare.split { !$0.isWordCharacter }.allSatisfy { Self.sendableTypes.contains($0) }
    }

    private static let sendableTypes: Set<Substring> = [
        "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Bool", "Double",
        "Float", "String", "Substring", "Character",
    ]

    /// Whether one of the given names occurs as a word.
    package func mentions(_ names: Set<String>) -> Bool {
        var rest = text[...]
        while !rest.isEmpty {
            rest = rest.drop { !$0.isWordCharacter }
            let word = rest.prefix { $0.isWordCharacter }
            if names.contains(String(word)) { return true }
            rest = rest.dropFirst(word.count)
        }
        return false
    }

    /// The type of a stored value: without specifiers of parameters.
    package var stored: String {
        let kept = specifiers.filter { word in
            word.hasPrefix("@") && !["@escaping", "@autoclosure", "@noescape", "@_inheritActorContext"].contains(word)
        }
        return (kept + [unwrapped]).joined(separator: " ")
    }

    /// The type in a function type: with its prefixes.
    var inFunction: String { Self.optional(text) }

    /// The type without prefixes.
    private var unwrapped: String { Self.optional(bare) }

    /// An optional in place of one that is unwrapped implicitly, which only declarations can have.
    private static func optional(_ text: String) -> String { text.hasSuffix("!") ? text.dropLast() + "?" : text }
}
