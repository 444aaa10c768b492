// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Columns that texts take in a terminal.
///
/// The C library's `wcwidth` depends on the locale. Terminals differ in emoji of several characters; here they take two
/// columns.
///
/// - SeeAlso: Unicode Standard Annex 11, "East Asian Width"; Unicode Technical Standard 51, "Unicode Emoji",
///   *Presentation Style*.
enum TextColumns {
    static func count(_ text: some StringProtocol) -> Int { text.reduce(0) { $0 + count($1) } }

    /// The text, or as much of it as fits in these columns together with `…`.
    ///
    /// - Parameter columns: At least 1.
    static func shortened(_ text: String, to columns: Int) -> String {
        guard count(text) > columns else { return text }
        var room = columns - 1
        let kept = text.prefix { character in
            room -= count(character)
            return room >= 0
        }
        return "\(kept)…"
    }

    /// The spaces that fill a text up to a number of columns.
    static func padding(of text: String, to columns: Int) -> String {
        String(repeating: " ", count: max(0, columns - count(text)))
    }

    /// A base with its marks, or several characters that are shown as one.
    private static func count(_ character: Character) -> Int {
        if character.utf8.count == 1 { return 1 }
        return min(character.unicodeScalars.reduce(0) { $0 + count($1) }, 2)
    }

    private static func count(_ scalar: Unicode.Scalar) -> Int {
        // It makes an emoji of a narrow character.
        if scalar == "\u{FE0F}" { return 1 }
        if isInvisible(scalar) { return 0 }
        return isWide(scalar) ? 2 : 1
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1160...0x11FF, 0xD7B0...0xD7FB: return true  // vowels and final consonants of Hangul syllables
        default: break
        }
        if scalar.properties.isDefaultIgnorableCodePoint { return true }
        return [.nonspacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
    }

    /// Whether its East Asian Width is W or F, with what is not assigned between those. Emoji have a property.
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x10FF: false
        case 0x1100...0x115F, 0xA960...0xA97C, 0xAC00...0xD7A3: true  // Hangul
        case 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F: true  // angle brackets, Yijing symbols
        case 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0xA4C6: true  // ideographs, kana, Yi
        case 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B: true  // compatibility and vertical forms
        case 0xFF01...0xFF60, 0xFFE0...0xFFE6: true  // fullwidth forms
        case 0x16FE0...0x18DF2, 0x1AFF0...0x1B2FB: true  // Tangut, Khitan, Nushu, older kana
        case 0x1D300...0x1D376, 0x1F200...0x1F265: true  // Tai Xuan Jing symbols, enclosed ideographs
        case 0x20000...0x2FFFD, 0x30000...0x3FFFD: true  // ideographs
        default: scalar.properties.isEmojiPresentation
        }
    }
}
