// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The first and the last byte of a text that is looked for: most texts have no place where both fit, and 32 places
/// are tried at once.
struct TextEnds: BitwiseCopyable, Sendable {
    /// Bytes behind a text that a search may read; what they are does not matter.
    static let slackBytes = 32

    private typealias Lanes = SIMD4<UInt64>

    /// A byte eight times, and the bits in which the cases of a letter differ.
    private let first: UInt64
    private let firstBits: UInt64
    private let last: UInt64
    private let lastBits: UInt64
    /// From the first byte to the last.
    private let distance: Int

    /// - Parameter caseBits: For each byte, what to set in another one before the two are compared.
    init(_ bytes: [UInt8], _ caseBits: [UInt8]) {
        func repeated(_ byte: UInt8?) -> UInt64 { UInt64(byte ?? 0) &* 0x0101_0101_0101_0101 }
        first = repeated(bytes.first)
        firstBits = repeated(caseBits.first)
        last = repeated(bytes.last)
        lastBits = repeated(caseBits.last)
        distance = max(0, bytes.count - 1)
    }

    /// Whether a text has a place where both bytes fit, or the bytes behind it do; false only when it has none.
    ///
    /// - Parameter text: `slackBytes` more can be read behind it.
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
        // A byte of zero borrows from its top bit.
        let ones = Lanes(repeating: 0x0101_0101_0101_0101)
        let zeros = (differences &- ones) & ~differences & Lanes(repeating: 0x8080_8080_8080_8080)
        return zeros[0] | zeros[1] | zeros[2] | zeros[3] != 0
    }
}
