// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What a filter looks for in a text.
package struct TextPattern: Hashable, Sendable {
    /// How the source is meant.
    package enum Form: Hashable, Sendable {
        /// Somewhere in the text, whatever the case of letters.
        case contains
        /// The text itself, letter by letter.
        case equals
        /// The whole text, whatever its case, with any run of characters for each `*`.
        case glob
        /// A regular expression that matches somewhere; see `BoundedRegex`.
        case regex(ignoresCase: Bool)
    }

    package let form: Form
    package let source: String
    let matcher: TextMatcher

    private init(_ form: Form, _ source: String, _ matcher: TextMatcher) {
        self.form = form
        self.source = source
        self.matcher = matcher
    }

    package static func contains(_ text: String) -> Self { Self(.contains, text, .init(containing: text)) }
    package static func equals(_ text: String) -> Self { Self(.equals, text, .init(equalTo: text)) }
    package static func glob(_ text: String) -> Self { Self(.glob, text, .init(glob: text)) }

    /// - Throws: `BoundedRegex.Problem` when the expression is not valid or too large.
    package static func regex(_ source: String, ignoresCase: Bool) throws(BoundedRegex.Problem) -> Self {
        let regex = try BoundedRegex(source, ignoresCase: ignoresCase)
        return Self(.regex(ignoresCase: ignoresCase), source, .init(regex))
    }

    package static func == (left: Self, right: Self) -> Bool { left.form == right.form && left.source == right.source }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(form)
        hasher.combine(source)
    }

    /// Whether a text matches; one that is missing does not.
    ///
    /// - Parameter scratch: Memory for matching; says afterwards whether a budget ran out.
    func matches(_ text: String?, _ scratch: inout MatchScratch) -> Bool {
        guard var text else { return false }
        return text.withUTF8 { matcher.matches(UnsafeRawBufferPointer($0), &scratch) }
    }

    /// Whether one of some texts matches.
    func matches(anyOf texts: [String], _ scratch: inout MatchScratch) -> Bool {
        for text in texts where matches(text, &scratch) { return true }
        return false
    }
}
