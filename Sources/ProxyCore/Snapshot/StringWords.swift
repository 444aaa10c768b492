// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A native string as the two words that Swift stores, which finds its text without counting a reference.
///
/// The words (Swift's `StringObject.swift`, for 64 bits and little-endian numbers): bits 60 to 63 of the second one tell
/// the kinds of strings apart. A small string has its bytes in the words themselves, and their number in bits 56 to 59.
/// Of a large one, the first word has the number of bytes in its low 48 bits, and bit 60 says that the text follows the
/// object whose address the second word has, behind `headBytes`; that of a literal is stored likewise.
struct StringWords: BitwiseCopyable {
    var first: UInt64
    var second: UInt64

    private static let headBytes = 32
    private static let smallBit: UInt64 = 1 << 61
    private static let foreignBit: UInt64 = 1 << 60
    private static let tailBit: UInt64 = 1 << 60

    /// The words of the string at an address.
    @inline(__always)
    init(at address: UnsafeRawPointer) {
        first = address.load(as: UInt64.self)
        second = address.load(fromByteOffset: 8, as: UInt64.self)
    }

    /// Whether the words hold the text.
    @inline(__always)
    var isSmall: Bool { second & Self.smallBit != 0 }

    /// Whether the words are those of nil.
    @inline(__always)
    var isNone: Bool { second == 0 }

    /// Number of bytes of a small string, at most 15.
    @inline(__always)
    var smallCount: Int { Int(truncatingIfNeeded: second >> 56) & 15 }

    /// The text of a large string as UTF-8, valid as long as the string; nil for another one, or if the text is not known to
    /// be in one piece.
    @inline(__always)
    var largeText: (start: UnsafeRawPointer, count: Int)? {
        guard second & (Self.smallBit | Self.foreignBit) == 0, first & Self.tailBit != 0,
            let object = UnsafeRawPointer(bitPattern: UInt(truncatingIfNeeded: second & (1 << 60 - 1)))
        else { return nil }
        return (object + Self.headBytes, Int(truncatingIfNeeded: first & (1 << 48 - 1)))
    }

    // MARK: Self test

    /// Whether this process stores strings in such words: some of each kind are read to find out.
    static let areKnown: Bool = {
        #if _pointerBitWidth(_64) && _endian(little)
        let texts = ["", "k", "fifteen letters", "Käse", "a literal that is not small"]
        let long = String(repeating: "heap ", count: 40)
        let none = withUnsafeBytes(of: String?.none) { $0.allSatisfy { $0 == 0 } }
        return none && (texts + [long, long + "ß", String(long.dropFirst(3))]).allSatisfy(isKnown)
        #else
        return false
        #endif
    }()

    private static func isKnown(_ text: String) -> Bool {
        guard MemoryLayout<String>.size == MemoryLayout<StringWords>.size else { return false }
        let expected = Array(text.utf8)
        return withUnsafeBytes(of: text) { bytes in
            guard let base = bytes.baseAddress else { return false }
            let words = StringWords(at: base)
            if words.isSmall { return Array(bytes.prefix(words.smallCount)) == expected }
            guard let found = words.largeText else { return false }
            return found.count == expected.count
                && UnsafeRawBufferPointer(start: found.start, count: found.count).elementsEqual(expected)
        }
    }
}
