// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A text to be found whatever the case of its letters.
///
/// In a text of ASCII only, the 26 letters have case. Where it has others, all letters with a lower case in Unicode
/// have, and who searches has to fold the other text too.
struct FoldedText: Sendable {
    /// The text in lower case, as UTF-8.
    private let bytes: [UInt8]
    /// What to set in a byte before it is compared: the bit in which an ASCII letter's cases differ, else nothing.
    private let caseBits: [UInt8]
    /// What rules most texts out.
    let ends: TextEnds
    /// Whether it has no letters beyond ASCII.
    let isASCII: Bool

    init(_ text: String) {
        var folded: [UInt8] = []
        Self.fold(text, into: &folded)
        bytes = folded
        caseBits = folded.map { (0x61...0x7A).contains($0) ? 0x20 : 0 }
        ends = TextEnds(bytes, caseBits)
        isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    }

    var count: Int { bytes.count }

    func hasOnly(_ letters: StaticString) -> Bool {
        letters.withUTF8Buffer { letters in bytes.allSatisfy { letters.contains($0) } }
    }

    /// Appends a text in lower case.
    static func fold(_ text: String, into bytes: inout [UInt8]) {
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                let byte = UInt8(scalar.value)
                bytes.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
            } else {
                bytes.append(contentsOf: scalar.properties.lowercaseMapping.utf8)
            }
        }
    }

    /// Whether it stands at `place` of a text that is long enough.
    @inline(__always)
    func stands(at place: Int, in text: UnsafeRawBufferPointer) -> Bool {
        for index in bytes.indices where text[place &+ index] | caseBits[index] != bytes[index] { return false }
        return true
    }

    /// The first place from `start` on at which it stands.
    func find(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
        let last = text.count - bytes.count
        guard start <= last else { return nil }
        guard let first = bytes.first, let firstBits = caseBits.first else { return start }
        var place = start
        while place <= last {
            if text[place] | firstBits == first, stands(at: place, in: text) { return place }
            place &+= 1
        }
        return nil
    }
}
