// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CInterpose
import Testing

@testable import Interposer

@Suite struct CopyStepTests {
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
        guard case .direct(let pieces) = plan.arguments[9].location, let table = plan.witnessTable else {
            Issue.record("no place")
            return
        }
        stack.withUnsafeBytes { bytes in
            let base = bytes.baseAddress!
            var value = 0
            withUnsafeMutableBytes(of: &value) { value in
                for step in CopyStep.steps(for: pieces, in: .arguments) {
                    step.perform(base, base, into: value.baseAddress!)
                }
            }
            #expect(value == 12)
            #expect(WordPlace(table).address(base, base).load(as: Int.self) == 14)
        }
    }

    @Test func resultsAreReadFromTheirRegisters() throws {
        var results = cinterpose_results()
        results.integers.1 = 9
        results.vectors.0.0 = 2.5
        withUnsafeBytes(of: results) { bytes in
            let base = bytes.baseAddress!
            let integer = WordPlace(.integer(1), in: .results).address(base, base)
            let vector = WordPlace(.vector(0), in: .results).address(base, base)
            #expect(integer.load(as: Int.self) == 9 && vector.load(as: Double.self) == 2.5)
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
        var value = [UInt8](repeating: 0xFF, count: CopyStep.wholeBlocks(MemoryLayout<Value>.size))
        // As the stubs save them, with vectors behind integers.
        let saved = integers + Array(repeating: 0, count: 8 - integers.count) + words + [0, 0]
        let layout = RegisterLayout(integers: 0, vectors: 8 * MemoryLayout<UInt64>.size)
        saved.withUnsafeBytes { saved in
            value.withUnsafeMutableBytes { value in
                let steps = CopyStep.steps(for: pieces, in: layout)
                steps.withUnsafeBufferPointer {
                    $0.perform(saved.baseAddress!, saved.baseAddress!, into: value.baseAddress!, size: value.count)
                }
            }
        }
        return Array(value.prefix(MemoryLayout<Value>.size))
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
