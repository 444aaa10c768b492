// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Meanings of libxml2's error numbers, which Foundation passes on (libxml2, `xmlerror.h`, `xmlParserErrors`).
enum XMLErrorText {
    static func text(for code: Int) -> String {
        let known = texts[code].map { "\($0) " } ?? ""
        return "\(known)(libxml2 error \(code))"
    }

    private static let texts: [Int: String] = [
        1: "internal parser error",
        3: "out of memory",
        4: "missing start tag",
        5: "text after the end of the document",
        6: "invalid hexadecimal character reference",
        7: "invalid decimal character reference",
        8: "invalid character reference",
        9: "invalid character",
        26: "undeclared entity",
        38: "< in an attribute value",
        39: "attribute value without an opening quote",
        40: "attribute value without a closing quote",
        41: "attribute without a value",
        42: "duplicate attribute",
        62: "]]> in text",
        65: "missing white space",
        68: "name expected",
        73: "> expected",
        76: "mismatched start and end tag",
        77: "premature end of the document",
        81: "unsupported or wrong encoding",
    ]
}
