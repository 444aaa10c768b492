// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CallModel
import Testing

@Suite struct ValueTextTests {
    private func value(
        _ kind: RecordedValue.Kind,
        _ content: RecordedValue.Content = .none,
        label: String? = nil,
        children: [RecordedValue] = [],
        count: Int? = nil
    ) -> RecordedValue {
        var value = RecordedValue(label: label, typeName: "T", kind: kind, content: content)
        value.children = children
        value.count = count
        return value
    }

    private func line(_ value: RecordedValue) -> String { ValueText.line(value, limit: 100) }

    @Test func writesValuesAsAPersonWould() {
        let one = value(.scalar, .signed(1))
        let text = value(.string, .text("a\"b\n\u{1B}[31m"))
        #expect(line(one) == "1")
        #expect(line(value(.scalar, .bool(true))) == "true")
        #expect(line(text) == #""a\"b\n\u{1b}[31m""#)
        #expect(line(value(.nil)) == "nil")
        #expect(line(value(.list, children: [one, one], count: 2)) == "[1, 1]")
        #expect(line(value(.list, children: [one], count: 9)) == "[1, …]")
        #expect(line(value(.map, children: [text, one], count: 1)) == #"["a\"b\n\u{1b}[31m": 1]"#)
        #expect(line(value(.map, count: 0)) == "[:]")
        var cut = value(.map, count: 3)
        cut.truncation = RecordedValue.Truncation(.depth, original: 3)
        #expect(line(cut) == "[…]")
        #expect(line(value(.tuple, children: [value(.scalar, .signed(1), label: "x"), one])) == "(x: 1, 1)")
        #expect(line(value(.enum, .text("some"), children: [one])) == ".some(1)")
        #expect(line(value(.struct, .text("2 KB"))) == "2 KB")
        #expect(line(value(.struct, children: [value(.scalar, .signed(1), label: "x")])) == "T(x: 1)")
        #expect(line(value(.object, .address(31))) == "T@1f")
        #expect(line(value(.redacted)) == "‹redacted›")
    }

    @Test func cutsLinesByCharacters() {
        #expect(ValueText.line(value(.scalar, .signed(123_456)), limit: 4) == "123…")
        #expect(ValueText.line(value(.scalar, .signed(1_234)), limit: 4) == "1234")
    }

    @Test func givesTheTextOfAStringAsItIs() {
        #expect(ValueText.full(value(.string, .text("a\n\"b"))) == "a\n\"b")
    }
}
