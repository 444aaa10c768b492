// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A text with `*` for any run of characters, to be compared with a whole text whatever its case.
struct GlobPattern: Sendable {
    private let pieces: [FoldedText]
    let isASCII: Bool

    init(_ text: String) {
        // By scalars: a star that carries a combining mark is a star all the same.
        pieces = text.unicodeScalars.split(separator: "*", omittingEmptySubsequences: false).map {
            FoldedText(String($0))
        }
        isASCII = pieces.allSatisfy(\.isASCII)
    }

    /// What every text of the form has in it; empty when that is nothing.
    var longestPiece: FoldedText? { pieces.max { $0.count < $1.count } }

    func matches(_ text: UnsafeRawBufferPointer) -> Bool {
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
