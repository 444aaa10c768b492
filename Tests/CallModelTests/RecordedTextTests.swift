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

    @Test func aKeyTellsObjectsOfOneRunByTheirAddressesAlone() {
        var object = RecordedValue(typeName: "Dog", kind: .object, content: .address(31))
        #expect(RecordedText.of(object) == "Dog@0")
        let key = RecordedText.key(of: object)
        object.text = "asleep"
        object.children = [number(1)]
        #expect(RecordedText.key(of: object) == key)
        object.content = .address(32)
        #expect(RecordedText.key(of: object) != key)
    }

    /// Regression test: the text of a request leaves its body out.
    @Test func aKeyHasThePartsThatTheTextLeavesOut() {
        func request(_ body: UInt8) -> RecordedValue {
            var data = RecordedValue(label: "body", typeName: "Data", kind: .bytes, content: .bytes([body], hash: 0))
            data.count = 1
            var request = value(.struct, "URLRequest", [data])
            request.content = .text("POST https://example.org/a")
            return request
        }
        #expect(RecordedText.of(request(1)) == RecordedText.of(request(2)))
        #expect(RecordedText.key(of: request(1)) != RecordedText.key(of: request(2)))
        #expect(RecordedText.key(of: request(1)) == RecordedText.key(of: request(1)))
        var labelled = request(1)
        labelled.label = "with"
        #expect(RecordedText.key(of: labelled) == RecordedText.key(of: request(1)), "its own label is its place")
    }

    @Test func aKeyDoesNotDependOnTheOrderOfElementsThatHaveNone() {
        let pairs = [text("a"), number(1), text("b"), number(2)]
        let map = value(.map, "[String: Int]", pairs)
        let turned = value(.map, map.typeName, Array(pairs[2...] + pairs[..<2]))
        #expect(RecordedText.key(of: map) == RecordedText.key(of: turned))
        let swapped = value(.map, map.typeName, [text("a"), number(2), text("b"), number(1)])
        #expect(RecordedText.key(of: map) != RecordedText.key(of: swapped))
        let list = value(.list, "[Int]", [number(1), number(2)])
        #expect(RecordedText.key(of: list) != RecordedText.key(of: value(.list, "[Int]", [number(2), number(1)])))
    }
}
