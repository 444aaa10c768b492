// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// One token of a filter, with its range in scalars.
struct FilterToken {
    enum Kind: Hashable {
        case open, close, and, or, not
        /// A key with its colon or tilde.
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

    /// The token's name in messages.
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
