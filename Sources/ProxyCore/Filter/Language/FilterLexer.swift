// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Splits the text of a filter into tokens.
///
/// A word ends before white space, a quotation mark, `|`, `&` or a parenthesis. A parenthesis that is closed within the
/// word is part of it: `selector:parser(_:foundCharacters:)` needs no quotes.
struct FilterLexer {
    private let scalars: [Unicode.Scalar]
    private var place = 0
    /// What may begin at the next scalar.
    private var mode = Mode.term

    private enum Mode {
        /// A term, an operator or a parenthesis.
        case term
        /// A value, right after a key.
        case value
        /// A value, right after a comparison.
        case compared
    }

    init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

    /// All tokens; the last is `end`.
    static func tokens(of scalars: [Unicode.Scalar]) throws(FilterProblem) -> [FilterToken] {
        var lexer = FilterLexer(scalars)
        var tokens: [FilterToken] = []
        while true {
            let token = try lexer.next()
            tokens.append(token)
            if token.kind == .end { return tokens }
        }
    }

    private func scalar(_ offset: Int = 0) -> Unicode.Scalar? {
        place + offset < scalars.count ? scalars[place + offset] : nil
    }

    private mutating func next() throws(FilterProblem) -> FilterToken {
        if mode == .term { while scalar()?.properties.isWhitespace == true { place += 1 } }
        let start = place
        let kind = try kind()
        return FilterToken(kind: kind, range: start..<place)
    }

    private mutating func kind() throws(FilterProblem) -> FilterToken.Kind {
        if mode != .term { return try value() }
        guard let first = scalar() else { return .end }
        switch first {
        case "(": return advance(1, .open)
        case ")": return advance(1, .close)
        case "&": return advance(scalar(1) == "&" ? 2 : 1, .and)
        case "|": return advance(scalar(1) == "|" ? 2 : 1, .or)
        case "!": return advance(1, .not)
        case "-": return try minus()
        case "<", ">", "=": throw bareComparison()
        case "~": if let key = abbreviation() { return key }
        default: if let key = key() { return key }
        }
        return try text(isValue: false)
    }

    private mutating func advance(_ count: Int, _ kind: FilterToken.Kind) -> FilterToken.Kind {
        place += count
        return kind
    }

    /// A minus directly before a term or group negates it.
    private mutating func minus() throws(FilterProblem) -> FilterToken.Kind {
        guard let next = scalar(1), !next.properties.isWhitespace, !")|&".unicodeScalars.contains(next) else {
            throw FilterProblem(
                code: .unexpectedToken,
                range: place..<(place + 1),
                message: "A minus stands right before what it negates; to look for one, quote it."
            )
        }
        return advance(1, .not)
    }

    private func bareComparison() -> FilterProblem {
        FilterProblem(
            code: .unexpectedToken,
            range: place..<(place + 1),
            message: "A comparison needs a key before it, as in duration:>1ms.",
            expected: ["key:value", "text"]
        )
    }

    // MARK: Keys

    private func isKeyScalar(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_" || scalar == "."
    }

    /// A name followed by a colon.
    private mutating func key() -> FilterToken.Kind? {
        guard let first = scalar(), first.properties.isAlphabetic || first == "_" else { return nil }
        var end = place
        while end < scalars.count, isKeyScalar(scalars[end]) { end += 1 }
        guard end < scalars.count, scalars[end] == ":" else { return nil }
        defer { place = end + 1 }
        mode = .value
        return .key(text(place..<end))
    }

    /// A tilde and a name, followed by white space or a colon.
    private mutating func abbreviation() -> FilterToken.Kind? {
        var end = place + 1
        while end < scalars.count, isKeyScalar(scalars[end]) { end += 1 }
        guard end > place + 1 else { return nil }
        let name = text((place + 1)..<end)
        if end < scalars.count, scalars[end] == ":" { end += 1 }
        while end < scalars.count, scalars[end].properties.isWhitespace { end += 1 }
        place = end
        mode = .value
        return .key(name)
    }

    // MARK: Values

    /// The value or comparison directly after a key, or the value directly after a comparison.
    private mutating func value() throws(FilterProblem) -> FilterToken.Kind {
        guard let first = scalar(), !first.properties.isWhitespace, first != ")", first != "|", first != "&" else {
            let message =
                mode == .value ? "Write the value directly after the colon." : "Write a number or text there."
            throw FilterProblem(code: .missingValue, range: place..<place, message: message, expected: ["value"])
        }
        if mode == .value, "<>=".unicodeScalars.contains(first) {
            mode = .compared
            let hasEqual = first != "=" && scalar(1) == "="
            place += hasEqual ? 2 : 1
            return .comparison(hasEqual ? "\(first)=" : "\(first)")
        }
        mode = .term
        guard first != "(" || isClosed(from: place) else {
            throw FilterProblem(
                code: .wrongForm,
                range: place..<(place + 1),
                message: "A key takes one value: write (key:a | key:b), or quote a text with parentheses.",
                expected: ["value"]
            )
        }
        return try text(isValue: true)
    }

    private mutating func text(isValue: Bool) throws(FilterProblem) -> FilterToken.Kind {
        let kind: FilterToken.Kind
        switch scalar() {
        case "\"": kind = try quoted()
        case "/": kind = try pattern()
        default: return try word(isValue: isValue)
        }
        try expectEndOfTerm()
        return kind
    }

    private mutating func quoted() throws(FilterProblem) -> FilterToken.Kind {
        let start = place
        var content = String.UnicodeScalarView()
        place += 1
        while let scalar = scalar(), scalar != "\"" {
            place += 1
            guard scalar == "\\" else {
                content.append(scalar)
                continue
            }
            guard let escaped = self.scalar() else { break }
            place += 1
            content.append(Self.escapes[escaped] ?? escaped)
        }
        guard scalar() == "\"" else {
            throw FilterProblem(
                code: .unclosedQuote,
                range: start..<place,
                message: "This quotation mark is not closed."
            )
        }
        place += 1
        return .quoted(String(content))
    }

    private static let escapes: [Unicode.Scalar: Unicode.Scalar] = ["n": "\n", "r": "\r", "t": "\t"]

    private mutating func pattern() throws(FilterProblem) -> FilterToken.Kind {
        let start = place
        var source = String.UnicodeScalarView()
        place += 1
        while let scalar = scalar(), scalar != "/" {
            place += 1
            if scalar == "\\", let escaped = self.scalar() {
                place += 1
                // The backslash of an escaped slash only keeps it from ending the expression, so it is removed.
                if escaped != "/" { source.append(scalar) }
                source.append(escaped)
            } else {
                source.append(scalar)
            }
        }
        guard scalar() == "/" else {
            throw FilterProblem(
                code: .unclosedPattern,
                range: start..<place,
                message: "A regular expression ends with a slash; to look for a text with slashes, quote it."
            )
        }
        place += 1
        let flags = place
        while let scalar = scalar(), scalar.properties.isAlphabetic { place += 1 }
        // A path has the form of an expression as far as its second slash.
        guard isAtEndOfTerm else {
            while !isAtEndOfTerm { place += 1 }
            throw .badFlags(start..<place)
        }
        return .pattern(String(source), flags: text(flags..<place))
    }

    private mutating func word(isValue: Bool) throws(FilterProblem) -> FilterToken.Kind {
        let start = place
        var nesting = 0
        while let scalar = scalar(), !scalar.properties.isWhitespace, !"\"|&".unicodeScalars.contains(scalar) {
            if scalar == "(" {
                guard isClosed(from: place), isValue || !isOperator(start..<place) else { break }
                nesting += 1
            } else if scalar == ")" {
                guard nesting > 0 else { break }
                nesting -= 1
            }
            place += 1
        }
        let word = text(start..<place)
        if !isValue, let kind = Self.operators[word.lowercased()] { return kind }
        try expectEndOfTerm()
        return .word(word)
    }

    private static let operators: [String: FilterToken.Kind] = ["and": .and, "or": .or, "not": .not]

    private func isOperator(_ range: Range<Int>) -> Bool { Self.operators[text(range).lowercased()] != nil }

    /// Whether the parenthesis at `start` is closed before the word ends.
    private func isClosed(from start: Int) -> Bool {
        var nesting = 0
        for scalar in scalars[start...] {
            if scalar.properties.isWhitespace || "\"|&".unicodeScalars.contains(scalar) { return false }
            if scalar == "(" { nesting += 1 }
            if scalar == ")" { nesting -= 1 }
            if nesting == 0 { return true }
        }
        return false
    }

    /// Checks that a text is followed by white space, an operator, a closing parenthesis or the end.
    private func expectEndOfTerm() throws(FilterProblem) {
        guard !isAtEndOfTerm, let scalar = scalar() else { return }
        throw FilterProblem(
            code: .unexpectedToken,
            range: place..<(place + 1),
            message: "A space is missing before \(scalar).",
            expected: ["space", ")", "|", "&"]
        )
    }

    private var isAtEndOfTerm: Bool {
        guard let scalar = scalar() else { return true }
        return scalar.properties.isWhitespace || ")|&".unicodeScalars.contains(scalar)
    }

    private func text(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }
}
