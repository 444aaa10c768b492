// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The trigrams of the texts of one block: sequences of three characters that stored JSON has exactly as the text has
/// them.
///
/// There are 57 such characters, without regard to case, so each gets six bits, and the set of all trigrams fits into
/// 32 KiB. Most of what calls have, earlier calls of the block had too: it is recognised in steps of eight bytes.
final class TrigramSet {
    private static let wordCount = 1 << 12
    private static let pieceCount = 1 << 10
    /// Bytes of a piece: the trigrams that begin in the first eight end in the last two.
    private static let pieceSize = 10

    /// A piece of JSON whose trigrams were inserted.
    private struct Piece {
        var head: UInt64 = 0
        /// Its last two bytes, with a bit that an empty place lacks.
        var tail: UInt64 = 0
    }

    /// One bit per trigram. The bits of trigrams with a 0 mean nothing.
    private let words: UnsafeMutablePointer<UInt64>
    private let pieces: UnsafeMutablePointer<Piece>
    private let numbers: UnsafePointer<UInt8>
    /// Number of bytes added.
    private(set) var byteCount = 0

    init() {
        words = .allocate(capacity: Self.wordCount)
        words.initialize(repeating: 0, count: Self.wordCount)
        pieces = .allocate(capacity: Self.pieceCount)
        pieces.initialize(repeating: Piece(), count: Self.pieceCount)
        numbers = TrigramCharacters.numbers
    }

    deinit {
        words.deallocate()
        pieces.deallocate()
    }

    // MARK: Inserting

    /// Inserts the trigrams of one or more JSON texts.
    func insert(_ json: UnsafeRawBufferPointer) {
        guard var place = json.baseAddress else { return }
        byteCount += json.count
        let end = place + json.count
        while end - place >= Self.pieceSize {
            if isNew(place) { insert(place, place + Self.pieceSize) }
            place += 8
        }
        insert(place, end)
    }

    /// Whether a piece was not inserted lately; remembers it.
    @inline(__always)
    private func isNew(_ place: UnsafeRawPointer) -> Bool {
        let head = place.loadUnaligned(as: UInt64.self)
        let tail = UInt64(place.loadUnaligned(fromByteOffset: 8, as: UInt16.self)) | 1 << 16
        let hash = (head ^ tail << 23) &* 0x9E37_79B9_7F4A_7C15
        let index = Int(truncatingIfNeeded: hash >> 54)
        guard pieces[index].head != head || pieces[index].tail != tail else { return false }
        pieces[index] = Piece(head: head, tail: tail)
        return true
    }

    @inline(__always)
    private func insert(_ start: UnsafeRawPointer, _ end: UnsafeRawPointer) {
        // Local copies: as far as the compiler knows, a store into the set could change where it is.
        let (words, numbers) = (words, numbers)
        var trigram = 0
        var place = start
        while place < end {
            trigram = trigram &<< 6 | Int(numbers[Int(place.load(as: UInt8.self))])
            words[trigram &>> 6 & (Self.wordCount - 1)] |= 1 &<< UInt64(truncatingIfNeeded: trigram)
            place += 1
        }
    }

    // MARK: Reading

    /// Calls `body` with each trigram.
    func forEach(_ body: (UInt32) -> Void) {
        forEachWord { first, word in
            var rest = word
            while rest != 0 {
                body(first | UInt32(rest.trailingZeroBitCount))
                rest &= rest &- 1
            }
        }
    }

    /// Number of trigrams.
    var count: Int {
        var count = 0
        forEachWord { _, word in count += word.nonzeroBitCount }
        return count
    }

    private func forEachWord(_ body: (_ first: UInt32, UInt64) -> Void) {
        for index in 0..<Self.wordCount where index >> 6 != 0 && index & 63 != 0 {
            let word = words[index] & ~1
            if word != 0 { body(UInt32(index) << 6, word) }
        }
    }
}
