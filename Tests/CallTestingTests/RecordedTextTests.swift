// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CallTesting
import Foundation
import Testing

/// Tests compare answers of the recorded process with those of their own.
@Suite struct RecordedTextTests {
    private struct Stock {
        let shelves: [String: Set<Int>]
    }

    /// Regression test: the order was that of the hashes, which each process seeds anew.
    @Test func dictionariesAndSetsHaveOneTextInAllProcesses() {
        let letters = ["h", "c", "a", "f", "d", "b", "g", "e"]
        let list = letters.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
        #expect(recordedText(of: Set(letters)) == "[\(list)]")
        let pairs = letters.sorted().map { "\"\($0)\": [1, 2, 3, 4]" }.joined(separator: ", ")
        let shelves = Dictionary(uniqueKeysWithValues: letters.map { ($0, Set(1...4)) })
        #expect(recordedText(of: shelves) == "[\(pairs)]")
        #expect(recordedText(of: [Stock(shelves: shelves)] as Optional) == "[Stock(shelves: [\(pairs)])]")
        // Lists keep their order, and so do maps that have one.
        #expect(recordedText(of: [3, 1, 2]) == "[3, 1, 2]")
        #expect(recordedText(of: ["b": 1, "a": 2] as KeyValuePairs) == "[\"b\": 1, \"a\": 2]")
    }

    /// Regression test: only the first 16 bytes were compared.
    @Test func bytesAreComparedToTheLast() {
        let bytes = (0..<64).map { UInt8($0) }
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(recordedText(of: bytes) == "64 bytes \(digits)")
        #expect(recordedText(of: bytes.dropLast() + [0]) != recordedText(of: bytes))
        #expect(recordedText(of: [UInt8]("text".utf8)) == "4 bytes \"text\"")
    }

    /// Regression test: a recording can have them, and values of which it hides some are not compared.
    @Test func credentialsAreCompared() throws {
        let url = try #require(URL(string: "https://ann:pass@h.example/?token=abc"))
        let text = recordedText(of: url)
        #expect(text.contains("ann:pass@h.example/?token=abc"), "\(text)")
    }

    /// Regression test: values beyond the default budget were cut, but a recording can have a larger one.
    @Test func valuesAreComparedAsFarAsAnyRecordingHasThem() {
        #expect(recordedText(of: [[[[[[[1]]]]]]]) == "[[[[[[[1]]]]]]]")
        let numbers = Array(1...1_000)
        #expect(recordedText(of: numbers) == "[\(numbers.map { "\($0)" }.joined(separator: ", "))]")
        let text = String(repeating: "a", count: 60_000)
        #expect(recordedText(of: text) == "\"\(text)\"")
    }
}
