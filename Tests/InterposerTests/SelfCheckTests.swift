// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CInterpose
import Testing

@testable import Interposer

/// What a check remembers of the types that have called.
@Suite struct SelfCheckTests {
    /// A witness table and copies of it for generic arguments, as far as a check looks at them.
    private final class Tables {
        private let words: UnsafeMutablePointer<UInt>
        private let copyCount: Int
        let check: SelfCheck

        private static let record: UInt = 7

        init(copyCount: Int) {
            self.copyCount = copyCount
            words = .allocate(capacity: copyCount + 1)
            words.initialize(repeating: Self.record, count: copyCount + 1)
            check = SelfCheck(table: words, descriptor: nil, metadata: nil)
        }

        deinit { words.deallocate() }

        /// Makes the copies tables of another conformance, which a check that looks at them again refuses.
        func overwriteCopies() { (words + 1).update(repeating: Self.record + 1, count: copyCount) }

        /// Whether a call with each copy passes.
        func passing() -> [Bool] {
            let places = SelfCheck.Places(selfMetadata: .stack(0), witnessTable: .stack(8), earlier: [])
            let call = SavedCall()
            return (1...copyCount).map { index in
                call.put(UInt(0x1000 + index * 16), at: .stack(0))
                call.put(UInt(bitPattern: words + index), at: .stack(8))
                return check.passes(call.registers, places)
            }
        }
    }

    @Test func aTypeThatWasFoundRightIsNotLookedAtAgain() {
        let tables = Tables(copyCount: 100)
        #expect(!tables.passing().contains(false))
        tables.overwriteCopies()
        #expect(!tables.passing().contains(false))
    }

    @Test func typesBeyondTheLimitAreLookedAtEachTime() {
        let limit = 8 + PairTable.limit
        let tables = Tables(copyCount: limit + 5)
        #expect(!tables.passing().contains(false))
        tables.overwriteCopies()
        let passing = tables.passing()
        #expect(!passing.prefix(limit).contains(false))
        #expect(!passing.dropFirst(limit).contains(true))
    }

    @Test func aTypeThatWasRefusedIsNotKept() {
        let tables = Tables(copyCount: 100)
        tables.overwriteCopies()
        #expect(!tables.passing().contains(true))
        #expect(!tables.passing().contains(true))
    }
}
