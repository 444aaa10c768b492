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
            String(decoding: Data(repeating: 0x41, count: 100), as: UTF8.self),
            NSString(string: "of an object of Foundation") as String,
            String(unsafeUninitializedCapacity: 64) {
                _ = $0.update(fromContentsOf: "short, with room".utf8); return 16
            },
        ]

    @Test func theProcessStoresStringsInWordsThatAreKnown() {
        #expect(StringWords.areKnown)
    }

    @Test(arguments: texts, [256, 16_384])
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
