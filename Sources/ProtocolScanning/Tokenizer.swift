// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Splits Swift source into tokens.
///
/// It knows as much of the language as needed to find declarations: nested comments and literals are never taken for
/// code.
struct Tokenizer {
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    private var lineStart = 0
    private var previous: Token?

    private init(_ source: String) { bytes = Array(source.utf8) }

    /// The tokens of a file.
    static func tokens(of source: String) -> [Token] {
        var tokenizer = Tokenizer(source)
        tokenizer.skipShebang()
        var tokens: [Token] = []
        while let token = tokenizer.next() { tokens.append(token) }
        return tokens
    }

    // MARK: Bytes

    private func byte(_ distance: Int = 0) -> UInt8 {
        position + distance < bytes.count ? bytes[position + distance] : 0
    }

    private func has(_ text: StaticString, at distance: Int = 0) -> Bool {
        text.withUTF8Buffer { text in
            position + distance + text.count <= bytes.count
                && bytes[(position + distance)...].prefix(text.count).elementsEqual(text)
        }
    }

    private mutating func advance(_ count: Int = 1) {
        for _ in 0..<count where position < bytes.count {
            position += 1
            if bytes[position - 1] == UInt8(ascii: "\n") {
                line += 1
                lineStart = position
            }
        }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            true
        default: false
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    // MARK: Between tokens

    private mutating func skipShebang() {
        if has("\u{FEFF}") { position = 3 }
        if has("#!") { skipLine() }
    }

    private mutating func skipLine() {
        while position < bytes.count, byte() != UInt8(ascii: "\n") { advance() }
    }

    /// Skips spaces and comments.
    private mutating func skipTrivia() {
        while position < bytes.count {
            if Self.isSpace(byte()) {
                advance()
            } else if has("//") {
                skipLine()
            } else if has("/*") {
                skipBlockComment()
            } else {
                return
            }
        }
    }

    private mutating func skipBlockComment() {
        var depth = 0
        repeat {
            if has("/*") {
                depth += 1
                advance(2)
            } else if has("*/") {
                depth -= 1
                advance(2)
            } else {
                advance()
            }
        } while depth > 0 && position < bytes.count
    }

    // MARK: Tokens

    private mutating func next() -> Token? {
        let end = position
        let endLine = line
        skipTrivia()
        guard position < bytes.count else { return nil }
        let start = position
        let place = SourcePlace(line: line, column: position - lineStart + 1)
        let kind = skipToken()
        let token = Token(
            kind: kind,
            text: String(decoding: bytes[start..<position], as: UTF8.self),
            place: place,
            isApart: start > end,
            startsLine: start == 0 || place.line > endLine || end == 0
        )
        previous = token
        return token
    }

    private mutating func skipToken() -> Token.Kind {
        let hashes = bytes[position...].prefix { $0 == UInt8(ascii: "#") }.count
        if byte(hashes) == UInt8(ascii: "\"") {
            skipString(hashes: hashes)
            return .literal
        }
        if byte(hashes) == UInt8(ascii: "/"), hashes > 0 || beginsRegex {
            skipRegex(hashes: hashes)
            return .literal
        }
        if byte() == UInt8(ascii: "`") {
            advance()
            while position < bytes.count, byte() != UInt8(ascii: "`"), byte() != UInt8(ascii: "\n") { advance() }
            advance()
            return .word
        }
        if Self.isWord(byte()) || hashes == 1 && Self.isWord(byte(1)) {
            advance()
            while Self.isWord(byte()) { advance() }
            return .word
        }
        advance(has("->") ? 2 : 1)
        return .punctuation
    }

    // MARK: Literals

    private mutating func skipString(hashes: Int) {
        advance(hashes)
        let isLong = has("\"\"\"") && !endsInLine(hashes: hashes)
        let quotes = isLong ? 3 : 1
        advance(quotes)
        while position < bytes.count {
            if byte() == UInt8(ascii: "\\"), isHashes(hashes, at: 1) {
                advance(1 + hashes)
                if byte() == UInt8(ascii: "(") { skipInterpolation() } else { advance() }
            } else if byte() == UInt8(ascii: "\""), !isLong || has("\"\"\""), isHashes(hashes, at: quotes) {
                return advance(quotes + hashes)
            } else if byte() == UInt8(ascii: "\n"), !isLong {
                return  // Unterminated: the compiler reports it.
            } else {
                advance()
            }
        }
    }

    /// Whether a raw literal ends in the line that it begins in: `#"""#` is one quotation mark, no multi-line literal.
    private func endsInLine(hashes: Int) -> Bool {
        guard hashes > 0 else { return false }
        let ends = [UInt8(ascii: "\n"), UInt8(ascii: "\r")]
        let rest = bytes[(position + 1)...].prefix { !ends.contains($0) }
        return rest.indices.contains { bytes[$0] == UInt8(ascii: "\"") && isHashes(hashes, at: $0 + 1 - position) }
    }

    private func isHashes(_ count: Int, at distance: Int) -> Bool {
        (0..<count).allSatisfy { byte(distance + $0) == UInt8(ascii: "#") }
    }

    private mutating func skipInterpolation() {
        var depth = 0
        repeat {
            guard let token = next() else { return }
            if token.text == "(" { depth += 1 }
            if token.text == ")" { depth -= 1 }
        } while depth > 0
    }

    /// Whether a slash begins a regular expression: in operand position, not before a space, and closed in its line.
    /// Behind an exclamation mark it divides: `width!/2`.
    private var beginsRegex: Bool {
        let isOperand: Bool
        switch previous?.kind {
        case .word:
            isOperand = ["return", "case", "in", "try", "await", "where", "if", "else"].contains(previous!.text)
        case .literal: isOperand = false
        case .punctuation: isOperand = ![")", "]", "}", ">", ".", "!"].contains(previous!.text)
        case nil: isOperand = true
        }
        guard isOperand, !Self.isSpace(byte(1)), byte(1) != UInt8(ascii: ")") else { return false }
        let rest = bytes[(position + 1)...].prefix { $0 != UInt8(ascii: "\n") }
        return rest.contains(UInt8(ascii: "/"))
    }

    private mutating func skipRegex(hashes: Int) {
        advance(hashes + 1)
        while position < bytes.count {
            if byte() == UInt8(ascii: "\\") {
                advance(2)
            } else if byte() == UInt8(ascii: "/"), isHashes(hashes, at: 1) {
                return advance(1 + hashes)
            } else if byte() == UInt8(ascii: "\n"), hashes == 0 {
                return
            } else {
                advance()
            }
        }
    }
}
