// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CInterpose
import Testing

@testable import Interposer

@Suite struct SavedRegistersTests {
    @Test func bytesOfRegistersBecomeAValue() throws {
        let value = try assembled(Mixed.self, integers: [1, UInt64(bitPattern: -5)], vectors: [2.5, Float(1.25)])
        #expect(value.a)
        #expect(value.b == 2.5)
        #expect(value.c == -5)
        #expect(value.d == 1.25)
    }

    @Test func onlyTheLowestBitOfABoolCounts() throws {
        #expect(try assembled(Bool.self, integers: [0xFE], vectors: []) == false)
        #expect(try assembled(Bool.self, integers: [0xFF], vectors: []) == true)
    }

    @Test func partsKeepTheBytesOfTheirNeighbours() throws {
        // Optimised code of this compiler misreads such a struct, so its bytes are compared.
        let bytes = try bytes(
            of: HalfBefore.self,
            integers: [0x0000_0304_0002_FFFF, 6],
            vectors: [Float16(1.5), Float(4.5)]
        )
        #expect(bytes == [0x00, 0x3E, 2, 0, 0x04, 0x03, 0, 0, 0, 0, 0x90, 0x40, 6])
    }

    @Test func pairsAreTwoWords() throws {
        #expect(try assembled(Int128.self, integers: [5, 1], vectors: []) == (1 << 64) + 5)
    }

    @Test func argumentsOnTheStackAreRead() {
        let stack: [UInt64] = [11, 12, 13, 14]
        let plan = ArgumentPlan(Array(repeating: .value(Int.self), count: 10), on: .arm)
        stack.withUnsafeBytes { bytes in
            let saved = SavedRegisters(
                integers: bytes.baseAddress!,
                vectors: bytes.baseAddress!,
                stack: bytes.baseAddress!
            )
            guard case .direct(let pieces) = plan.arguments[9].location, let table = plan.witnessTable else {
                Issue.record("no place")
                return
            }
            var value = 0
            withUnsafeMutableBytes(of: &value) { saved.assemble(pieces, into: $0) }
            #expect(value == 12)
            #expect(saved.word(in: table) == 14)
        }
    }

    @Test func piecesThatDontFitAreLeftOut() throws {
        guard case .direct(let parts) = try ValueLayout(of: Point.self) else { throw LayoutRefusal("in memory") }
        var cursor = ArgumentCursor(.current)
        let pieces = cursor.pieces(of: parts)
        let words: [UInt64] = [7, 8]
        var buffer = UInt64.max
        words.withUnsafeBytes { bytes in
            let saved = SavedRegisters(integers: bytes.baseAddress!, vectors: bytes.baseAddress!, stack: nil)
            withUnsafeMutableBytes(of: &buffer) { saved.assemble(pieces, into: $0) }
        }
        #expect(buffer == 7)
    }

    @Test func resultsAreReadFromTheirRegisters() throws {
        var results = cinterpose_results()
        results.integers.1 = 9
        results.vectors.0.0 = 2.5
        withUnsafePointer(to: results) { results in
            let saved = SavedRegisters(results)
            #expect(saved.word(in: .integer(1)) == 9)
            #expect(saved.word(in: .vector(0)) == UInt(2.5.bitPattern))
            #expect(saved.word(in: .stack(0)) == 0)
        }
    }

    /// A value of which the registers have these contents.
    private func assembled<Value>(_ type: Value.Type, integers: [UInt64], vectors: [any BinaryFloatingPoint]) throws
        -> Value
    {
        try bytes(of: type, integers: integers, vectors: vectors).withUnsafeBytes { $0.loadUnaligned(as: type) }
    }

    private func bytes<Value>(of type: Value.Type, integers: [UInt64], vectors: [any BinaryFloatingPoint]) throws
        -> [UInt8]
    {
        guard case .direct(let parts) = try ValueLayout(of: type) else { throw LayoutRefusal("in memory") }
        var cursor = ArgumentCursor(.current)
        let pieces = cursor.pieces(of: parts)
        var words: [UInt64] = []
        for vector in vectors { words += [Self.bits(of: vector), 0] }
        var value = [UInt8](repeating: 0xFF, count: MemoryLayout<Value>.size)
        (integers + [0]).withUnsafeBytes { integers in
            (words + [0]).withUnsafeBytes { vectors in
                value.withUnsafeMutableBytes { value in
                    SavedRegisters(integers: integers.baseAddress!, vectors: vectors.baseAddress!, stack: nil)
                        .assemble(pieces, into: value)
                }
            }
        }
        return value
    }

    private static func bits(of number: any BinaryFloatingPoint) -> UInt64 {
        switch number {
        case let number as Double: number.bitPattern
        case let number as Float: UInt64(number.bitPattern)
        case let number as Float16: UInt64(number.bitPattern)
        default: 0
        }
    }
}
