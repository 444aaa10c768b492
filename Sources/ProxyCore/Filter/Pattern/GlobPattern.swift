// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A text in which `*` matches any run of characters; compared with a whole text, ignoring case.
struct GlobPattern: Sendable {
    private let pieces: [FoldedText]
    let isASCII: Bool

    init(_ text: String) {
        // Split by scalars, because a star with a combining mark is still a star.
        pieces = text.unicodeScalars.split(separator: "*", omittingEmptySubsequences: false).map {
            FoldedText(String($0))
        }
        isASCII = pieces.allSatisfy(\.isASCII)
    }

    /// The longest literal piece, which every matching text contains; empty if there is none.
    var longestPiece: FoldedText? { pieces.max { $0.count < $1.count } }

    /// Whether a text matches, whatever the case of its letters.
    func matches(_ text: String) -> Bool {
        if isASCII {
            var text = text
            return text.withUTF8 { matches(folded: UnsafeRawBufferPointer($0)) }
        }
        var folded: [UInt8] = []
        FoldedText.fold(text, into: &folded)
        return folded.withUnsafeBytes { matches(folded: $0) }
    }

    /// Whether a text matches that was lower-cased. For a pattern that is ASCII, any case will do.
    func matches(folded text: UnsafeRawBufferPointer) -> Bool {
        let first = pieces[0]
        guard text.count >= first.count, first.stands(at: 0, in: text) else { return false }
        guard pieces.count > 1 else { return text.count == first.count }
        var place = first.count
        for piece in pieces[1..<(pieces.count - 1)] {
            guard let found = piece.find(in: text, from: place) else { return false }
            place = found + piece.count
        }
        let last = pieces[pieces.count - 1]
        return text.count - last.count >= place && last.stands(at: text.count - last.count, in: text)
    }
}
