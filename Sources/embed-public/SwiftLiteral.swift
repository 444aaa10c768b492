// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Text as a Swift string literal on one line.
enum SwiftLiteral {
    /// The literal, in quotes. The compiler stores its UTF-8 unchanged, so nothing is computed at run time.
    static func make(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": literal += "\\\\"
            case "\"": literal += "\\\""
            case "\n": literal += "\\n"
            case "\r": literal += "\\r"
            case "\t": literal += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                literal += "\\u{\(String(scalar.value, radix: 16))}"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }
}
