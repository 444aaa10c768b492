// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Sums the lengths of texts and blobs. Never holds, so every value is visited.
struct SizeSum: EncodedValueTest {
    var sum: UInt64 = 0

    mutating func holds(forText text: UnsafeRawBufferPointer) -> Bool {
        add(text.count)
        return false
    }

    func holds(forSigned number: Int64) -> Bool { false }

    mutating func holds(for value: EncodedValue) -> Bool {
        switch value.tag {
        case .string, .described, .bytes: add(value.isCut ? value.original : value.bytes.count)
        case .portrayed: add(value.bytes.count)
        default: break
        }
        return false
    }

    /// Original lengths are what a transform claims.
    private mutating func add(_ length: Int) { sum = sum.saturatingAdding(UInt64(clamping: length)) }
}
