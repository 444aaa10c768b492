// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Interposer

@Suite struct AggregateLoweringTests {
    @Test func integersInOneChunkMerge() throws {
        #expect(try lowered([(.integer, 0, 4), (.integer, 4, 2), (.integer, 6, 1)]) == ["i64 0..<8 of 0..<7"])
    }

    @Test func integersInDifferentChunksStayApart() throws {
        #expect(try lowered([(.integer, 0, 8), (.integer, 8, 1)]) == ["i64 0..<8 of 0..<8", "i8 8..<9 of 8..<9"])
    }

    @Test func floatsNeverMerge() throws {
        #expect(
            try lowered([(.float, 0, 4), (.integer, 4, 4), (.float, 8, 4)])
                == ["float 0..<4 of 0..<4", "i32 4..<8 of 4..<8", "float 8..<12 of 8..<12"]
        )
    }

    @Test func bitsMergeWithTheirNeighbours() throws {
        #expect(try lowered([(.bit, 0, 1), (.integer, 1, 1)]) == ["i16 0..<2 of 0..<2"])
        #expect(try lowered([(.bit, 0, 1)]) == ["i1 0..<1 of 0..<1"])
    }

    @Test func wordsThatArentAlignedAreCutAtChunks() throws {
        #expect(
            try lowered([(.integer, 0, 4), (.integer, 4, 8), (.integer, 12, 4), (.integer, 16, 1)])
                == ["i64 0..<8 of 0..<8", "i64 8..<16 of 8..<16", "i8 16..<17 of 16..<17"]
        )
    }

    @Test func oddSizesTakeTheNextPowerOfTwo() throws {
        #expect(try lowered([(.integer, 0, 3)]) == ["i32 0..<4 of 0..<3"])
    }

    @Test func unitsMayCoverOtherParts() throws {
        #expect(
            try lowered([(.float, 0, 2), (.integer, 2, 1), (.integer, 4, 2)])
                == ["half 0..<2 of 0..<2", "i64 0..<8 of 2..<6"]
        )
    }

    @Test func partsThatOverlapAreRefused() {
        #expect(throws: LayoutRefusal.self) { try lowered([(.integer, 0, 8), (.integer, 4, 4)]) }
    }

    @Test func floatsThatArentAlignedAreRefused() {
        #expect(throws: LayoutRefusal.self) { try lowered([(.float, 4, 8)]) }
    }

    private func lowered(_ scalars: [(ValuePart.Kind, Int, Int)]) throws -> [String] {
        var lowering = AggregateLowering()
        for (kind, offset, size) in scalars { try lowering.add(kind, at: offset, size: size) }
        return lowering.parts.map { "\($0.text) \($0.unit) of \($0.bytes)" }
    }
}
