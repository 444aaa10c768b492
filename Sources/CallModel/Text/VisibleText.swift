// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Makes all characters of a text visible, without effects on a terminal.
///
/// Recorded text, names of programs and messages of a server may come from anyone. Control characters, and invisible
/// ones that move the caret or change the reading direction, are escaped as in Swift's string literals. The page does
/// the same in `escape-text.js`.
///
/// - SeeAlso: Unicode Technical Report 36, "Bidirectional Text Spoofing".
package enum VisibleText {
    /// The text on one line: line breaks are escaped too.
    package static func line(_ text: String) -> String { escape(text, keepsLines: false) }

    /// The text with its line breaks.
    package static func lines(_ text: String) -> String { escape(text, keepsLines: true) }

    private static func escape(_ text: String, keepsLines: Bool) -> String {
        let isEscaped = { (scalar: Unicode.Scalar) in isHidden(scalar) && !(keepsLines && scalar == "\n") }
        guard text.unicodeScalars.contains(where: isEscaped) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if isEscaped(scalar) { append(scalar, to: &result) } else { result.unicodeScalars.append(scalar) }
        }
        return result
    }

    /// Appends a character, escaped if it is invisible.
    static func append(_ scalar: Unicode.Scalar, to text: inout String) {
        switch scalar {
        case "\n": text += "\\n"
        case "\r": text += "\\r"
        case "\t": text += "\\t"
        case _ where isHidden(scalar): text += "\\u{\(String(scalar.value, radix: 16))}"
        default: text.unicodeScalars.append(scalar)
        }
    }

    /// Zero-width joiners are not escaped: emoji and several scripts need them.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0x7E: false
        case 0...0x1F, 0x7F...0x9F: true  // C0 and C1 controls
        case 0xAD, 0x61C, 0x180E: true  // soft hyphen, Arabic letter mark, Mongolian vowel separator
        case 0x200B, 0x200E...0x200F, 0x2028...0x202E: true  // direction marks and overrides, separators
        case 0x2060...0x206F, 0xFEFF: true  // word joiner, isolates, byte order mark
        case 0xFFF9...0xFFFB, 0xE0000...0xE007F: true  // annotation anchors, tags
        default: false
        }
    }
}
