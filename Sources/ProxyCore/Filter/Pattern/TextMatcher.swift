// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Reusable memory for matching, and whether a limit was exceeded. Use one per thread.
package struct MatchScratch {
    /// A lower-cased copy of the text.
    var folded: [UInt8] = []
    var regex = RegexScratch()
    /// Whether a regular expression exceeded its step limit; its term then counted as not matching.
    var isPartial = false

    package init() {}
}

/// A pattern compiled for matching; immutable and shared.
final class TextMatcher: Sendable {
    private enum Kind: Sendable {
        case contains(FoldedText)
        case equals([UInt8])
        case glob(GlobPattern)
        case regex(BoundedRegex)
    }

    private let kind: Kind
    /// Set when the searched text must be folded too, because the pattern has letters beyond ASCII.
    private let foldsText: Bool

    init(containing text: String) {
        let needle = FoldedText(text)
        kind = .contains(needle)
        foldsText = !needle.isASCII
    }

    init(equalTo text: String) {
        kind = .equals(Array(text.utf8))
        foldsText = false
    }

    init(glob text: String) {
        let glob = GlobPattern(text)
        kind = .glob(glob)
        foldsText = !glob.isASCII
    }

    init(_ regex: BoundedRegex) {
        kind = .regex(regex)
        foldsText = false
    }

    /// Whether the text of any number can match. Most patterns have a letter that no number contains.
    var canMatchNumbers: Bool {
        guard case .contains(let needle) = kind else { return true }
        return needle.hasOnly("0123456789+-.infae")
    }

    /// Whether the text of any position can match.
    var canMatchPositions: Bool {
        guard case .contains(let needle) = kind else { return true }
        return needle.hasOnly("line column,0123456789")
    }

    /// A quick check that rules out most texts, for patterns that support it.
    var ends: TextEnds? {
        let needle: FoldedText? =
            switch kind {
            case .contains(let needle): needle
            case .glob(let glob): glob.longestPiece
            case .equals, .regex: nil
            }
        guard let needle, needle.isASCII, needle.count > 0, !foldsText else { return nil }
        return needle.ends
    }

    /// Whether matching is much more expensive than a plain text search.
    var isDear: Bool { if case .regex = kind { true } else { false } }

    /// Length from which on a text is long, in bytes.
    private static let longCount = 64

    /// Whether the searched text is so long that a search may take the product of two lengths: of one that almost occurs at
    /// every place.
    var isLong: Bool {
        switch kind {
        case .contains(let needle): needle.count > Self.longCount
        case .glob(let glob): glob.longestPiece.map { $0.count > Self.longCount } ?? false
        case .equals, .regex: false
        }
    }

    func matches(_ text: UnsafeRawBufferPointer, _ scratch: inout MatchScratch) -> Bool {
        if foldsText { return matchesFolded(text, &scratch) }
        return matchesAsIs(text, &scratch)
    }

    @inline(__always)
    private func matchesAsIs(_ text: UnsafeRawBufferPointer, _ scratch: inout MatchScratch) -> Bool {
        switch kind {
        case .contains(let needle): return needle.find(in: text, from: 0) != nil
        case .equals(let bytes): return bytes.count == text.count && bytes.elementsEqual(text)
        case .glob(let glob): return glob.matches(folded: text)
        case .regex(let regex):
            guard let isMatch = regex.matches(text, &scratch.regex) else {
                scratch.isPartial = true
                return false
            }
            return isMatch
        }
    }

    @inline(never)
    private func matchesFolded(_ text: UnsafeRawBufferPointer, _ scratch: inout MatchScratch) -> Bool {
        var folded: [UInt8] = []
        swap(&folded, &scratch.folded)
        defer { swap(&folded, &scratch.folded) }
        folded.removeAll(keepingCapacity: true)
        FoldedText.fold(String(decoding: text, as: UTF8.self), into: &folded)
        return folded.withUnsafeBytes { matchesAsIs($0, &scratch) }
    }
}
