// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CallModel
import Testing

@Suite struct RecordedTextTests {
    private func value(_ kind: RecordedValue.Kind, _ type: String, _ children: [RecordedValue]) -> RecordedValue {
        var value = RecordedValue(typeName: type, kind: kind)
        value.children = children
        value.count = kind == .map ? children.count / 2 : children.count
        return value
    }

    private func number(_ number: Int64) -> RecordedValue {
        RecordedValue(typeName: "Int", kind: .scalar, content: .signed(number))
    }

    private func text(_ text: String) -> RecordedValue {
        RecordedValue(typeName: "String", kind: .string, content: .text(text))
    }

    @Test(arguments: ["Set<Int>", "Set<Int>?", "NSSet"]) func elementsOfSetsAreInTheOrderOfTheirTexts(type: String) {
        #expect(RecordedText.of(value(.list, type, [number(2), number(10), number(1)])) == "[1, 10, 2]")
        #expect(RecordedText.of(value(.list, "[Int]", [number(2), number(1)])) == "[2, 1]")
    }

    @Test func pairsAreInTheOrderOfTheirTextsAtEachDepth() {
        let inner = value(.map, "[String: Int]", [text("b"), number(1), text("a"), number(2)])
        let outer = value(.map, "[String: [String: Int]]", [text("d"), inner, text("c"), inner])
        let pairs = #"["a": 2, "b": 1]"#
        #expect(RecordedText.of(outer) == "[\"c\": \(pairs), \"d\": \(pairs)]")
    }

    @Test func allKeptBytesAreThereAndTheHashOfWhatIsNot() {
        var blob = RecordedValue(typeName: "Data", kind: .bytes, content: .bytes(Array(0..<20), hash: 0xAB))
        blob.count = 20
        let digits = "000102030405060708090a0b0c0d0e0f10111213"
        #expect(RecordedText.of(blob) == "20 bytes \(digits)")
        blob.count = 90
        blob.truncation = RecordedValue.Truncation(.length, original: 90)
        #expect(RecordedText.of(blob) == "90 bytes \(digits)… ab")
        blob.content = .bytes([], hash: 0)
        #expect(RecordedText.of(blob) == "90 bytes")
        // For readers, the first bytes are enough.
        blob.content = .bytes(Array(0..<20), hash: 0)
        #expect(ValueText.full(blob) == "90 bytes 000102030405060708090a0b0c0d0e0f…")
    }

    @Test func addressesTellObjectsOfOneRunApart() {
        let object = RecordedValue(typeName: "Dog", kind: .object, content: .address(31))
        #expect(RecordedText.of(object) == "Dog@0" && RecordedText.withAddresses(of: object) == "Dog@1f")
    }
}
