// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Which values a key takes, and what a call has to be for each of them.
package enum FilterForm: Sendable {
    /// Text to look for, in one of the forms of `TextPattern`.
    case text(@Sendable (TextPattern) -> FilterMeaning)
    /// As `text`, or a number that may be meant as one; or one of some words, where it stands without quotes.
    case nameOrNumber([FilterWord], @Sendable (TextPattern, FilterNumber?) -> FilterMeaning)
    /// Text or a number, compared with values of calls.
    case value(@Sendable (CallFact.ValueTest) -> FilterMeaning)
    /// A number, in units of a scale.
    case number(FilterScale, @Sendable (FilterComparison) -> FilterMeaning)
    /// The id of a call, or its number.
    case identity(CallFact.Number)
    /// An instant, or an age; in nanoseconds since 1970.
    case moment(@Sendable (Int64) -> FilterMeaning)
    /// Two instants, or a comparison with one; in nanoseconds since 1970.
    case period(@Sendable (_ from: Int64?, _ to: Int64?) -> FilterMeaning)
    /// One of a few words.
    case choice([FilterWord])

    /// The word for it in the help.
    var name: String {
        switch self {
        case .text, .nameOrNumber: "text"
        case .value: "value"
        case .number(.time, _): "duration"
        case .number(.bytes, _): "bytes"
        case .number(.plain, _): "number"
        case .identity: "id"
        case .moment: "age"
        case .period: "period"
        case .choice: "word"
        }
    }

    /// The words that mean something of their own.
    package var words: [FilterWord] {
        switch self {
        case .nameOrNumber(let words, _), .choice(let words): words
        default: []
        }
    }
}

/// A word that a key takes.
package struct FilterWord: Sendable {
    package let name: String
    let clause: FilterClause
    let meaning: FilterMeaning

    init(_ name: String, _ clause: FilterClause, _ meaning: FilterMeaning) {
        self.name = name
        self.clause = clause
        self.meaning = meaning
    }
}
