// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Memory that matching uses again and again, and what became of its budget. One per thread of evaluation.
package struct MatchScratch {
    /// A text with its letters in lower case.
    var folded: [UInt8] = []
    var regex = RegexScratch()
    /// Whether a regular expression ran out of steps and its term therefore counted as not matching.
    var isPartial = false

    package init() {}
}

/// A pattern in the form that is matched: immutable and shared.
final class TextMatcher: Sendable {
    private enum Kind: Sendable {
        case contains(FoldedText)
        case equals([UInt8])
        case glob(GlobPattern)
        case regex(BoundedRegex)
    }

    private let kind: Kind
    /// Set when letters beyond ASCII have to be folded in the text too.
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

    /// Whether the text of some number can match: most patterns need a letter that no number has.
    var canMatchNumbers: Bool {
        guard case .contains(let needle) = kind else { return true }
        return needle.hasOnly("0123456789+-.infae")
    }

    /// Whether the text of some position can match.
    var canMatchPositions: Bool {
        guard case .contains(let needle) = kind else { return true }
        return needle.hasOnly("line column,0123456789")
    }

    /// What rules most texts out before they are matched, where the pattern has it.
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

    /// Whether matching costs much more than looking for a text.
    var isDear: Bool { if case .regex = kind { true } else { false } }

    func matches(_ text: UnsafeRawBufferPointer, _ scratch: inout MatchScratch) -> Bool {
        if foldsText { return matchesFolded(text, &scratch) }
        return matchesAsIs(text, &scratch)
    }

    @inline(__always)
    private func matchesAsIs(_ text: UnsafeRawBufferPointer, _ scratch: inout MatchScratch) -> Bool {
        switch kind {
        case .contains(let needle): return needle.find(in: text, from: 0) != nil
        case .equals(let bytes): return bytes.count == text.count && bytes.elementsEqual(text)
        case .glob(let glob): return glob.matches(text)
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
