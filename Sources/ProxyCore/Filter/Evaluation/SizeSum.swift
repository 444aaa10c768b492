// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Sums the lengths of texts and blobs. Never holds, so every value is visited.
struct SizeSum: EncodedValueTest {
    var sum: UInt64 = 0

    mutating func holds(forText text: UnsafeRawBufferPointer) -> Bool {
        sum += UInt64(text.count)
        return false
    }

    func holds(forSigned number: Int64) -> Bool { false }

    mutating func holds(for value: EncodedValue) -> Bool {
        switch value.tag {
        case .string, .described, .bytes: sum += UInt64(value.isCut ? value.original : value.bytes.count)
        case .portrayed: sum += UInt64(value.bytes.count)
        default: break
        }
        return false
    }
}
