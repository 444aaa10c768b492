// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The records of a block that are still undecided, one bit each.
struct RecordMask {
    /// Records per block, chosen so that their headers fit into the processor's L2 cache.
    static let capacity = 1_024
    private static let wordCount = capacity / 64

    private var words: InlineArray<16, UInt64>

    private init(words: InlineArray<16, UInt64>) { self.words = words }

    static let none = RecordMask(words: InlineArray(repeating: 0))

    /// Selects the first records of a block.
    init(first count: Int) {
        self = .none
        for word in 0..<Self.wordCount {
            let rest = count - word * 64
            words[word] = rest >= 64 ? .max : rest > 0 ? (1 << UInt64(rest)) - 1 : 0
        }
    }

    var isEmpty: Bool {
        for word in 0..<Self.wordCount where words[word] != 0 { return false }
        return true
    }

    var count: Int {
        var count = 0
        for word in 0..<Self.wordCount { count += words[word].nonzeroBitCount }
        return count
    }

    func union(_ other: RecordMask) -> RecordMask {
        var result = self
        for word in 0..<Self.wordCount { result.words[word] |= other.words[word] }
        return result
    }

    func subtracting(_ other: RecordMask) -> RecordMask {
        var result = self
        for word in 0..<Self.wordCount { result.words[word] &= ~other.words[word] }
        return result
    }

    /// The records that pass a test. The test is inlined into the loop.
    @inline(__always)
    func filtered(_ records: UnsafePointer<StoredRecord>, _ test: (StoredRecord) -> Bool) -> RecordMask {
        var result = RecordMask.none
        for word in 0..<Self.wordCount {
            var open = words[word]
            var kept: UInt64 = 0
            while open != 0 {
                let bit = open.trailingZeroBitCount
                open &= open &- 1
                if test(records[word &* 64 &+ bit]) { kept |= 1 << UInt64(truncatingIfNeeded: bit) }
            }
            result.words[word] = kept
        }
        return result
    }

    /// Calls `body` with the index of each record in order, until it returns false.
    @inline(__always)
    func forEach(_ body: (Int) -> Bool) -> Bool {
        for word in 0..<Self.wordCount {
            var open = words[word]
            while open != 0 {
                let bit = open.trailingZeroBitCount
                open &= open &- 1
                guard body(word &* 64 &+ bit) else { return false }
            }
        }
        return true
    }
}
