// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A condition on a position between two characters.
enum RegexAssertion: UInt8, Sendable {
    case start, end, wordBoundary, noWordBoundary

    @inline(__always)
    func holds(at place: Int, in text: UnsafeRawBufferPointer) -> Bool {
        switch self {
        case .start: return place == 0
        case .end: return place == text.count
        case .wordBoundary, .noWordBoundary:
            let before = place > 0 && Self.isWord(text[place - 1])
            let after = place < text.count && Self.isWord(text[place])
            return (before != after) == (self == .wordBoundary)
        }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        byte < 0x80 && ScalarSet.word.contains(UInt32(byte))
    }
}
