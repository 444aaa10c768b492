// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A text pattern of a filter.
package struct TextPattern: Hashable, Sendable {
    /// How to interpret the source.
    package enum Form: Hashable, Sendable {
        /// Occurs in the text, ignoring case.
        case contains
        /// Equals the text exactly.
        case equals
        /// Matches the whole text, ignoring case; each `*` stands for any run of characters.
        case glob
        /// A regular expression that matches anywhere in the text; see `BoundedRegex`.
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

    /// - Throws: `BoundedRegex.Problem` if the expression is invalid or too large.
    package static func regex(_ source: String, ignoresCase: Bool) throws(BoundedRegex.Problem) -> Self {
        let regex = try BoundedRegex(source, ignoresCase: ignoresCase)
        return Self(.regex(ignoresCase: ignoresCase), source, .init(regex))
    }

    package static func == (left: Self, right: Self) -> Bool { left.form == right.form && left.source == right.source }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(form)
        hasher.combine(source)
    }

    /// Whether a text matches; nil never does.
    ///
    /// - Parameter scratch: Memory for matching. Its `isPartial` is set if a limit was exceeded.
    package func matches(_ text: String?, _ scratch: inout MatchScratch) -> Bool {
        guard var text else { return false }
        return text.withUTF8 { matcher.matches(UnsafeRawBufferPointer($0), &scratch) }
    }

    /// Whether any of some texts matches.
    func matches(anyOf texts: [String], _ scratch: inout MatchScratch) -> Bool {
        for text in texts where matches(text, &scratch) { return true }
        return false
    }
}
