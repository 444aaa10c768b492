// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The texts of one block, as far as they fit into two thousand bytes: a Bloom filter over their trigrams. It tells of
/// most trigrams that no text has them, and of none that a text has.
///
/// The first byte is the number of bits for each trigram; the others are the bits. `docs/recording-files.md` has the
/// format.
struct TextSignature {
    private static let mostBitsPerTrigram = 4
    /// Bounds of the size. Larger ones would need a second page of the file.
    private static let sizes = 32...8_000
    static let mostBytes = 1 + sizes.upperBound

    private(set) var bytes: [UInt8]

    /// An empty signature for a number of trigrams, with about a byte for each of them.
    ///
    /// - Parameter limit: Largest size in bytes, as far as possible.
    init(for count: Int, limit: Int) {
        let size = min(max(min(count, limit), Self.sizes.lowerBound), Self.sizes.upperBound)
        bytes = [UInt8](repeating: 0, count: 1 + size)
        // The number with the fewest wrong answers is the share of bits per trigram, times ln 2.
        let best = Double(size * 8) / Double(max(count, 1)) * 0.69
        bytes[0] = UInt8(min(max(Int(best.rounded()), 1), Self.mostBitsPerTrigram))
    }

    /// Nil for bytes that are no signature.
    init?(_ bytes: [UInt8]) {
        guard bytes.withUnsafeBytes(Self.isValid) else { return nil }
        self.bytes = bytes
    }

    private static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.count > 1 && bytes.count <= mostBytes && (1...mostBitsPerTrigram).contains(Int(bytes[0]))
    }

    mutating func insert(_ trigram: UInt32) {
        bytes.withUnsafeMutableBytes { bytes in
            var places = Places(of: trigram, in: bytes.count)
            for _ in 0..<bytes[0] {
                let place = places.next()
                bytes[1 + place >> 3] |= 1 << UInt8(place & 7)
            }
        }
    }

    /// Whether all of some trigrams may occur; true for bytes that are no signature.
    ///
    /// - Parameter trigrams: The trigrams, each as eight bytes, the highest first.
    static func mayHold(_ trigrams: UnsafeRawBufferPointer, _ bytes: UnsafeRawBufferPointer) -> Bool {
        guard isValid(bytes) else { return true }
        for offset in stride(from: 0, through: trigrams.count - 8, by: 8) {
            let trigram = UInt64(bigEndian: trigrams.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            var places = Places(of: UInt32(truncatingIfNeeded: trigram), in: bytes.count)
            for _ in 0..<bytes[0] {
                let place = places.next()
                guard bytes[1 + place >> 3] & 1 << UInt8(place & 7) != 0 else { return false }
            }
        }
        return true
    }

    /// The bits of a trigram: from two halves of one hash, as by Kirsch and Mitzenmacher.
    private struct Places {
        private var hash: UInt32
        private let step: UInt32
        private let bitCount: UInt64

        init(of trigram: UInt32, in byteCount: Int) {
            var mixed = UInt64(trigram) &* 0x9E37_79B9_7F4A_7C15
            mixed ^= mixed >> 32
            mixed = mixed &* 0xD6E8_FEB8_6659_FD93
            hash = UInt32(truncatingIfNeeded: mixed)
            step = UInt32(truncatingIfNeeded: mixed >> 32) | 1
            bitCount = UInt64(byteCount - 1) * 8
        }

        mutating func next() -> Int {
            defer { hash = hash &+ step }
            return Int((UInt64(hash) &* bitCount) >> 32)
        }
    }
}
