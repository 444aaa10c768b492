// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ProxyCore

private enum Called {}
private final class Person {}

@Suite struct PlainArgumentsTests {
    private typealias Arguments = (
        Int, String, String?, Person, Double, String?, [String: String], Int, [String], String
    )

    private static let selector = MethodSelector<Called, Arguments, Void>(
        "meet(_:_:_:_:_:_:_:_:_:_:)",
        of: "Called",
        parameters: (0..<10).map { "p\($0)" }
    )

    /// Texts in all the ways in which Swift keeps one.
    private static let texts: [String] =
        ["", "k", "Käse", "fifteen letters", "sixteen letters.", "a literal that is stored in the program", "日本語"]
        + [1, 15, 16, 127, 128, 129, 2_047, 2_048, 2_049, 16_384, 70_000].map { String(repeating: "ä", count: $0) }
        + [
            String(String(repeating: "part of another ", count: 9).dropFirst(7)), "\0nul\0",
            // Small, and with the bits of a large one in the words.
            "\u{1}\0\0\0\0\0\0pqrst",
            String(decoding: Data(repeating: 0x41, count: 100), as: UTF8.self),
            NSString(string: "of an object of Foundation") as String,
            String(unsafeUninitializedCapacity: 64) {
                _ = $0.update(fromContentsOf: "short, with room".utf8); return 16
            },
        ]

    @Test func theProcessStoresStringsAndDictionariesAsIsKnown() {
        #expect(StringWords.areKnown)
        #expect(StringMapWords.areKnown)
    }

    @Test(arguments: 0...40)
    func dictionariesAreReadInTheirOwnOrder(_ count: Int) throws {
        var strings = Dictionary(
            uniqueKeysWithValues: (0..<count).map { ("key \($0)", String(repeating: "v", count: $0)) }
        )
        for number in stride(from: 0, to: count, by: 3) { strings["key \(number)"] = nil }
        let expected = strings.map { ["\($0.key)", $0.value] }
        let found = try withUnsafeBytes(of: strings) { bytes in
            let map = StringMapWords(at: try #require(bytes.baseAddress))
            #expect(map.count == strings.count)
            return try #require(map.fewEntries).map { [text($0.key), text($0.value)] }
        }
        #expect(found == expected)
    }

    private func text(_ words: StringWords) -> String {
        guard let text = words.largeText else {
            return withUnsafeBytes(of: words) { String(decoding: $0.prefix(words.smallCount), as: UTF8.self) }
        }
        return String(decoding: UnsafeRawBufferPointer(start: text.start, count: text.count), as: UTF8.self)
    }

    @Test(arguments: texts, [256, 262, 268, 274, 280, 16_384])
    func plainArgumentsAreWrittenAsByAValueWriter(_ text: String, recordBytes: Int) {
        var budget = SnapshotBudget()
        budget.recordBytes = recordBytes
        let limits = UnsafeMutablePointer<SnapshotLimits>.allocate(capacity: 1)
        limits.initialize(to: SnapshotLimits(budget))
        defer { limits.deallocate() }
        let person = Person()
        let tuples: [Arguments] = [
            (-1, text, text, person, 0.5, nil, [text: text], .max, [text, text], text),
            (0, "", nil, person, .infinity, text, [:], .min, [], "next"),
            (1, "", "", person, 1, "", ["one": "1", text: "2", "three": text], 2, [], text),
            (1, "", "", person, 1, "", ["one": "1", text: "2", "three": "3", "four": "4", "five": "5"], 2, [], text),
        ]
        let site = Self.selector.site
        #expect(site.pointee.isPlain)
        for tuple in tuples {
            withUnsafePointer(to: tuple) { tuple in
                let expected = bytes(limits) { start in
                    var writer = ValueWriter(at: start, limits: limits)
                    for argument in site.pointee.arguments { writer.write(argument, in: tuple) }
                    return writer.cursor
                }
                let written = bytes(limits) { start in
                    PlainArguments.write(site, in: tuple, to: start, until: start + recordBytes, limits)
                }
                #expect(written == expected)
            }
        }
    }

    /// Regression test: objects were written whatever room there was, over what followed in the ring.
    @Test func veryManyArgumentsBehindOneThatFillsTheRecordStayInTheirRoom() {
        var budget = SnapshotBudget()
        budget.recordBytes = 256
        let limits = UnsafeMutablePointer<SnapshotLimits>.allocate(capacity: 1)
        limits.initialize(to: SnapshotLimits(budget))
        defer { limits.deallocate() }
        let text = ValueSite(String.self, offset: 0)
        let object = ValueSite(Person.self, offset: MemoryLayout<String>.size)
        #expect(!CallSite.arePlain([text] + Array(repeating: object, count: 60)))
        let arguments = (String(repeating: "x", count: 1_000), Person())
        for count in [10, 19, 60, 150] {
            let end = withUnsafePointer(to: arguments) { arguments in
                bytes(limits) { start in
                    var writer = ValueWriter(at: start, limits: limits)
                    writer.write(text, in: arguments)
                    for _ in 0..<count { writer.write(object, in: arguments) }
                    #expect(writer.cursor - start <= limits.pointee.capacity)
                    return min(writer.cursor, start + limits.pointee.capacity)
                }
            }
            #expect(end.count > budget.recordBytes / 2)
        }
    }

    /// What is written to memory that holds exactly what a writer may need.
    private func bytes(
        _ limits: UnsafePointer<SnapshotLimits>,
        _ write: (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer
    ) -> [UInt8] {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: limits.pointee.capacity, alignment: 8)
        defer { memory.deallocate() }
        return Array(UnsafeRawBufferPointer(start: memory, count: write(memory) - memory))
    }
}
