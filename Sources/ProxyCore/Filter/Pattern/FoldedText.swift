// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A text to search for, ignoring case.
///
/// If the text is ASCII, only the 26 ASCII letters are compared ignoring case. Otherwise, all letters with a lower-case
/// mapping in Unicode are, and the caller must fold the searched text as well.
struct FoldedText: Sendable {
    /// The text in lower case, as UTF-8.
    private let bytes: [UInt8]
    /// For each byte, a mask to OR into a byte before comparing: 0x20 for ASCII letters, otherwise 0.
    private let caseBits: [UInt8]
    /// A quick check that rules out most texts.
    let ends: TextEnds
    /// Whether the text is ASCII.
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

    /// Appends a lower-cased text.
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

    /// Whether the text occurs at `place`. The searched text must be long enough.
    @inline(__always)
    func stands(at place: Int, in text: UnsafeRawBufferPointer) -> Bool {
        for index in bytes.indices where text[place &+ index] | caseBits[index] != bytes[index] { return false }
        return true
    }

    /// The first offset from `start` on at which the text occurs.
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
