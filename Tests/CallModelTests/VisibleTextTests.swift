// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CallModel
import Testing

@Suite struct VisibleTextTests {
    @Test(arguments: [
        ("plain — é 漢字 😀", "plain — é 漢字 😀"), ("\u{1B}]0;title\u{7}", "\\u{1b}]0;title\\u{7}"),
        ("a\u{9B}2Jb\u{7F}", "a\\u{9b}2Jb\\u{7f}"), ("one\ttwo\r", "one\\ttwo\\r"),
        ("user\u{202E}gnp.exe", "user\\u{202e}gnp.exe"), ("\u{2066}a\u{2069}\u{200F}", "\\u{2066}a\\u{2069}\\u{200f}"),
        ("\u{FEFF}a\u{200B}b\u{2028}", "\\u{feff}a\\u{200b}b\\u{2028}"),
        ("👩\u{200D}💻 می\u{200C}خواهم", "👩\u{200D}💻 می\u{200C}خواهم"),
    ])
    func writesOutWhatWouldNotShow(text: String, expected: String) {
        #expect(VisibleText.line(text) == expected)
        #expect(VisibleText.lines(text) == expected)
    }

    @Test func keepsLinesWhereThereMayBeSome() {
        #expect(VisibleText.line("one\ntwo") == "one\\ntwo")
        #expect(VisibleText.lines("one\ntwo\u{1B}") == "one\ntwo\\u{1b}")
    }

    @Test func hidesNoDirectionInValues() {
        let value = RecordedValue(typeName: "String", kind: .string, content: .text("a\u{202E}b"))
        #expect(ValueText.line(value, limit: 100) == "\"a\\u{202e}b\"")
    }
}
