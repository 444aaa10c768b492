// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What libxml2's error numbers, which Foundation passes on, mean (libxml2, `xmlerror.h`, `xmlParserErrors`).
enum XMLErrorText {
    static func text(for code: Int) -> String {
        let known = texts[code].map { "\($0) " } ?? ""
        return "\(known)(libxml2 error \(code))"
    }

    private static let texts: [Int: String] = [
        1: "internal error of the parser",
        3: "out of memory",
        4: "there is no start tag",
        5: "there is text after the end of the document",
        6: "invalid hexadecimal character reference",
        7: "invalid decimal character reference",
        8: "invalid character reference",
        9: "invalid character",
        26: "undeclared entity",
        38: "a < in an attribute value",
        39: "an attribute value does not begin with a quote",
        40: "an attribute value does not end",
        41: "an attribute without a value",
        42: "an attribute that is given twice",
        62: "a ]]> in text",
        65: "white space is missing",
        68: "a name was expected",
        73: "a > was expected",
        76: "a start tag and an end tag do not match",
        77: "the document ends too early",
        81: "unsupported or wrong encoding",
    ]
}
