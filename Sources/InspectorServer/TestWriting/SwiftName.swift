// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Whether names of a recording can stand in source.
///
/// A recording may come from anyone. A name that is no name of Swift would put other code into a test, so its value
/// becomes a fixture. So do values of private types, whose recorded names include their context.
package enum SwiftName {
    /// Words that can be labels, but are no names without backticks (The Swift Programming Language, “Lexical Structure”).
    static let keywords: Set<String> = [
        "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
        "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard",
        "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup",
        "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript",
        "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]

    /// Whether the text can be the name of a type that is declared, or of a module.
    package static func isDeclarable(_ text: String) -> Bool {
        isIdentifier(text) && text != "_" && !keywords.contains(text)
    }

    /// Whether the text is an identifier (The Swift Programming Language, “Lexical Structure”), of letters, digits and `_`.
    static func isIdentifier(_ text: some StringProtocol) -> Bool {
        guard let first = text.unicodeScalars.first, isHead(first) else { return false }
        return text.unicodeScalars.allSatisfy(isPart)
    }

    /// Whether the text is an identifier that can stand behind a dot as the name of a method or a case: some words make
    /// other expressions there.
    static func isMember(_ text: some StringProtocol) -> Bool {
        isIdentifier(text) && !["init", "self", "Type", "Protocol"].contains(String(text))
    }

    /// Whether the text is the name of a type (The Swift Programming Language, “Types”), as Swift prints it.
    static func isType(_ text: String) -> Bool {
        var reader = TypeReader(text)
        return reader.readsType() && reader.isAtEnd
    }

    /// Whether the text is the name of a type that was declared, as in `Shop.Item<Int>`.
    static func isNominalType(_ text: String) -> Bool {
        var reader = TypeReader(text)
        return reader.readsNominal() && reader.isAtEnd
    }

    /// Letters, digits and `_` of a text, as a name for something of it.
    static func identifier(from text: some StringProtocol, or other: String) -> String {
        var name = ""
        name.unicodeScalars.append(contentsOf: text.unicodeScalars.filter(isPart))
        return isIdentifier(name) ? name : other
    }

    fileprivate static func isHead(_ scalar: Unicode.Scalar) -> Bool {
        isPart(scalar) && (scalar.isASCII ? !("0"..."9" ~= scalar) : scalar.properties.isXIDStart)
    }

    fileprivate static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "_", "0"..."9", "A"..."Z", "a"..."z": true
        default:
            // Two names that look the same would be the same to a reader.
            !scalar.isASCII && scalar.properties.isXIDContinue && !scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}

/// Reads the name of a type from the start of a text.
private struct TypeReader {
    /// Types inside each other; more would be a text that was made to exhaust the stack.
    private static let depthLimit = 64
    private static let attributes = ["@escaping ", "@autoclosure ", "@Sendable ", "@MainActor ", "@convention(c) "]

    private var rest: Substring.UnicodeScalarView
    private var depth = 0

    init(_ text: String) { rest = Substring(text).unicodeScalars }

    var isAtEnd: Bool { rest.isEmpty }

    /// A type with what stands before and after it: `inout [Int]`, `any A & B`, `(Int) throws -> String?`.
    mutating func readsType() -> Bool {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.depthLimit else { return false }
        while Self.attributes.contains(where: { take($0) }) {}
        for word in ["inout ", "sending ", "__owned ", "__shared "] where take(word) { break }
        _ = take("any ") || take("some ")
        repeat { guard readsPart() else { return false } } while take(" & ")
        return true
    }

    private mutating func readsPart() -> Bool {
        if take("[") {
            guard readsType(), !take(": ") || readsType(), take("]") else { return false }
        } else if take("(") {
            guard readsElements(until: ")") else { return false }
            switch readsEffects() {
            case .none: break
            case .arrow: return readsType()
            case .fault: return false
            }
        } else {
            guard readsNominal() else { return false }
        }
        while true {
            if take(".") {
                guard readsNominal() else { return false }
            } else if !take("?"), !take("!") {
                return true
            }
        }
    }

    private enum Effects {
        case none, arrow, fault
    }

    /// What may stand between the parameters of a function and its result.
    private mutating func readsEffects() -> Effects {
        let isAsync = take(" async")
        let throwsError = take(" throws")
        if throwsError, take("(") { guard readsType(), take(")") else { return .fault } }
        if take(" -> ") { return .arrow }
        return isAsync || throwsError ? .fault : .none
    }

    /// `Shop.Item<Int, 4>`
    mutating func readsNominal() -> Bool {
        repeat {
            guard readsIdentifier() else { return false }
            if take("<") { guard readsElements(until: ">") else { return false } }
        } while take(".")
        return true
    }

    private mutating func readsElements(until end: String) -> Bool {
        if take(end) { return true }
        repeat { guard readsElement() else { return false } } while take(", ")
        return take(end)
    }

    /// A type, with a label or without; a number, which is an argument of some generic types.
    private mutating func readsElement() -> Bool {
        let start = rest
        if readsIdentifier(), take(": ") { return readsType() }
        rest = start
        let digits = rest.prefix { "0"..."9" ~= $0 }
        guard digits.isEmpty else {
            rest = rest[digits.endIndex...]
            return true
        }
        return readsType()
    }

    private mutating func readsIdentifier() -> Bool {
        let name = rest.prefix(while: SwiftName.isPart)
        guard let first = name.first, SwiftName.isHead(first) else { return false }
        rest = rest[name.endIndex...]
        return true
    }

    private mutating func take(_ text: String) -> Bool {
        guard rest.starts(with: text.unicodeScalars) else { return false }
        rest = rest.dropFirst(text.unicodeScalars.count)
        return true
    }
}
