// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension SymbolParser {
    /// Reads an identifier: a length and text, words of earlier identifiers, or Punycode.
    mutating func parseIdentifier() throws(SymbolError) {
        var text: [UInt8] = []
        if !skip("0") {
            text += bytes[try readIdentifierPart()]
        } else if skip("0") {
            text = try readPunycode()
        } else {
            try readWords(into: &text)
        }
        guard let first = text.first, !Self.isDigit(first), let identifier = String(validating: text, as: UTF8.self)
        else { throw failure(.invalidText) }
        try push(.identifier(identifier), bytes: text.count)
        makeLastSubstitutable()
    }

    /// Reads words and parts; the last word has an upper-case letter, and a part without following words ends with `0`.
    private mutating func readWords(into text: inout [UInt8]) throws(SymbolError) {
        var isLastWord = false
        while true {
            while !isLastWord, let letter = peek, let word = Self.word(letter) {
                position += 1
                guard word.index < words.count else { throw failure(.invalidText) }
                text += bytes[words[word.index]]
                isLastWord = word.isLast
                guard text.count <= SymbolLimits.identifierBytes else { throw failure(.tooLarge) }
            }
            if skip("0") { return }
            text += bytes[try readIdentifierPart()]
            guard text.count <= SymbolLimits.identifierBytes else { throw failure(.tooLarge) }
            if isLastWord { return }
        }
    }

    private static func word(_ letter: UInt8) -> (index: Int, isLast: Bool)? {
        switch Unicode.Scalar(letter) {
        case "a"..."z": (Int(letter - UInt8(ascii: "a")), false)
        case "A"..."Z": (Int(letter - UInt8(ascii: "A")), true)
        default: nil
        }
    }

    /// Reads a length and that many bytes, and remembers their words.
    private mutating func readIdentifierPart() throws(SymbolError) -> Range<Int> {
        guard let length = try readNatural(), length > 0, length <= bytes.count - position else {
            throw failure(.invalidText)
        }
        guard length <= SymbolLimits.identifierBytes else { throw failure(.tooLarge) }
        let range = position..<position + length
        position += length
        rememberWords(in: range)
        return range
    }

    private mutating func readPunycode() throws(SymbolError) -> [UInt8] {
        guard let length = try readNatural(), length > 0 else { throw failure(.invalidText) }
        // Separates the length from text that starts with a digit or an underscore.
        _ = skip("_")
        guard length <= bytes.count - position else { throw failure(.invalidText) }
        guard length <= SymbolLimits.identifierBytes else { throw failure(.tooLarge) }
        defer { position += length }
        guard let text = Punycode.decode(bytes[position..<position + length]) else { throw failure(.invalidText) }
        return Array(text.utf8)
    }

    /// Remembers the words of a part: `fooBarBAZ_q1` has `foo`, `Bar`, `BAZ` and `q1`. There are at most 26.
    private mutating func rememberWords(in range: Range<Int>) {
        var start: Int?
        for index in range {
            let byte = bytes[index]
            if let first = start, byte == UInt8(ascii: "_") || Self.isUpper(byte) && !Self.isUpper(bytes[index - 1]) {
                rememberWord(first..<index)
                start = nil
            }
            if start == nil, byte != UInt8(ascii: "_"), !Self.isDigit(byte) { start = index }
        }
        if let start { rememberWord(start..<range.upperBound) }
    }

    private mutating func rememberWord(_ range: Range<Int>) {
        if range.count >= 2, words.count < 26 { words.append(range) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isUpper(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
}
