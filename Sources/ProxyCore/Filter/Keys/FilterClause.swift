// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What a term selects in plain words that follow “calls”, and what its opposite does.
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

    /// What of a call a text or a number is compared with.
    static func whose(_ name: String, _ test: FilterTerm.Test) -> Self {
        let predicate = test.predicate
        return Self("whose \(name) \(predicate.positive)", not: "whose \(name) \(predicate.negative)")
    }
}
