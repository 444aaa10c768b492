// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// 64-bit FNV-1a in steps of eight bytes, eight times as fast as in steps of one byte.
package struct ByteHash {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    /// The hash of no bytes.
    package init() {}

    /// Adds bytes. Adding two buffers can give another hash than adding their concatenation.
    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var state = self.state
        var place = 0
        while place + 8 <= bytes.count {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            state = (state ^ word) &* 0x100_0000_01B3
            place += 8
        }
        while place < bytes.count {
            state = (state ^ UInt64(bytes[place])) &* 0x100_0000_01B3
            place += 1
        }
        self.state = state
    }

    /// The hash. The low bits of a product depend only on the low bits of its factors, so the high ones are added.
    package var value: UInt64 { state ^ state >> 32 }
}
