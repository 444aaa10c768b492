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

    @Test func wordsInRegistersThatFollowEachOtherAreNotCopied() {
        let place = WordPlace(.integer(1))
        func pieces(_ plan: ArgumentPlan, _ index: Int) -> [Piece] {
            if case .direct(let pieces) = plan.arguments[index].location { pieces } else { [] }
        }
        let plan = ArgumentPlan([.value(Int.self), .value(Int.self), .value(String.self), .value(Bool.self)], on: .arm)
        let words = [UInt64](0..<64)
        words.withUnsafeBytes { bytes in
            let base = bytes.baseAddress!
            let number = CopyStep.steps(for: pieces(plan, 1), in: .arguments)
            let text = CopyStep.steps(for: pieces(plan, 2), in: .arguments, to: 8)
            func copy(_ steps: [CopyStep], byteCount: Int = 24, alignment: Int = 8) -> CompiledCopy {
                CompiledCopy(steps, byteCount: byteCount, alignment: alignment)
            }
            let both = copy(number + text)
            #expect(both.wholeValue(base, base) == place.address(base, base))
            // These are: their order is another one, there is a gap, a bit has to be cut out, and the words are not where a
            // value of this alignment may be.
            let others = [
                copy(text + number), copy(text),
                copy(CopyStep.steps(for: pieces(plan, 3), in: .arguments), byteCount: 1),
                copy(number + text, alignment: 16),
            ]
            #expect(others.allSatisfy { $0.wholeValue(base, base) == nil })
            var value: (UInt64, UInt64, UInt64, UInt64) = (9, 9, 9, 9)
            withUnsafeMutableBytes(of: &value) { others[1].perform(base, base, into: $0.baseAddress!) }
            let first = place.moved(by: 8).address(base, base).load(as: UInt64.self)
            #expect(value == (0, first, first + 1, 0))
        }
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
                let copy = CompiledCopy(
                    CopyStep.steps(for: pieces, in: layout),
                    byteCount: MemoryLayout<Value>.size,
                    alignment: MemoryLayout<Value>.alignment
                )
                copy.perform(saved.baseAddress!, saved.baseAddress!, into: value.baseAddress!)
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
