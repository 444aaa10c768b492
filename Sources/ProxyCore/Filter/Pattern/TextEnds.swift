// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A quick check by the first and last byte of a text to search for. Most texts have no position where both fit, and 32
/// positions are checked at a time.
struct TextEnds: BitwiseCopyable, Sendable {
    /// Bytes after a text that a search may read; their content does not matter.
    static let slackBytes = 32

    private typealias Lanes = SIMD4<UInt64>

    /// The byte repeated eight times, and the bit in which the cases of a letter differ.
    private let first: UInt64
    private let firstBits: UInt64
    private let last: UInt64
    private let lastBits: UInt64
    /// Distance from the first byte to the last.
    private let distance: Int

    /// - Parameter caseBits: For each byte, a mask to OR into a byte before comparing.
    init(_ bytes: [UInt8], _ caseBits: [UInt8]) {
        func repeated(_ byte: UInt8?) -> UInt64 { UInt64(byte ?? 0) &* 0x0101_0101_0101_0101 }
        first = repeated(bytes.first)
        firstBits = repeated(caseBits.first)
        last = repeated(bytes.last)
        lastBits = repeated(caseBits.last)
        distance = max(0, bytes.count - 1)
    }

    /// Whether both bytes fit at some position of a text or directly after it. If false, the text does not contain the
    /// searched one.
    ///
    /// - Parameter text: `slackBytes` more bytes must be readable after it.
    @inline(__always)
    func mayStand(inPadded text: UnsafeRawBufferPointer) -> Bool {
        guard text.count > distance, var place = text.baseAddress else { return false }
        let end = place + (text.count &- distance)
        repeat {
            if hasCandidate(at: place) { return true }
            place += 32
        } while place < end
        return false
    }

    @inline(__always)
    private func hasCandidate(at place: UnsafeRawPointer) -> Bool {
        let firsts = place.loadUnaligned(as: Lanes.self)
        let lasts = (place + distance).loadUnaligned(as: Lanes.self)
        let differences =
            ((firsts | Lanes(repeating: firstBits)) ^ Lanes(repeating: first))
            | ((lasts | Lanes(repeating: lastBits)) ^ Lanes(repeating: last))
        // Detects zero bytes: subtracting one from a zero byte sets its top bit.
        let ones = Lanes(repeating: 0x0101_0101_0101_0101)
        let zeros = (differences &- ones) & ~differences & Lanes(repeating: 0x8080_8080_8080_8080)
        return zeros[0] | zeros[1] | zeros[2] | zeros[3] != 0
    }
}
