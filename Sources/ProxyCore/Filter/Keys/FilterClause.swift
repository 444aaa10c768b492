// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The words that describe a term and its negation, to follow “calls”.
struct FilterClause: Sendable {
    let positive: String
    let negative: String

    init(_ positive: String, not negative: String) {
        self.positive = positive
        self.negative = negative
    }

    /// “that threw”, “that did not throw”.
    static func that(_ positive: String, not negative: String) -> Self {
        Self("that " + positive, not: "that " + negative)
    }

    /// “whose `name` …”: a comparison of one field with a text or a number.
    static func whose(_ name: String, _ test: FilterTerm.Test) -> Self {
        let predicate = test.predicate
        return Self("whose \(name) \(predicate.positive)", not: "whose \(name) \(predicate.negative)")
    }
}
