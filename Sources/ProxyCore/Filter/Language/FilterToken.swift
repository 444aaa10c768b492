// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// One token of a filter, with its place in scalars of the text.
struct FilterToken {
    enum Kind: Hashable {
        case open, close, and, or, not
        /// A key with its colon or tilde, without its value.
        case key(String)
        /// `>`, `>=`, `<`, `<=` or `=`, directly before a value.
        case comparison(String)
        case word(String)
        case quoted(String)
        case pattern(String, flags: String)
        case end
    }

    var kind: Kind
    var range: Range<Int>

    /// How a message calls the token.
    var name: String {
        switch kind {
        case .open: "a parenthesis"
        case .close: "a closing parenthesis"
        case .and: "“and”"
        case .or: "“or”"
        case .not: "a negation"
        case .key(let name): "the key \(name)"
        case .comparison(let sign): "the comparison \(sign)"
        case .word, .quoted: "a text"
        case .pattern: "a regular expression"
        case .end: "the end"
        }
    }
}
