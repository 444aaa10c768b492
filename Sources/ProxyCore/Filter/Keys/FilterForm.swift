// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The form of a key's values, and their meaning for calls.
package enum FilterForm: Sendable {
    /// Text in one of the forms of `TextPattern`.
    case text(@Sendable (TextPattern) -> FilterMeaning)
    /// Text as in `text`, which also matches as a number if it is one; or, unquoted, one of some words.
    case nameOrNumber([FilterWord], @Sendable (TextPattern, FilterNumber?) -> FilterMeaning)
    /// Text or a number, compared with recorded values.
    case value(@Sendable (CallFact.ValueTest) -> FilterMeaning)
    /// A number in the units of a scale.
    case number(FilterScale, @Sendable (FilterComparison) -> FilterMeaning)
    /// The id or the number of a call.
    case identity(CallFact.Number)
    /// A time or an age; in nanoseconds since 1970.
    case moment(@Sendable (Int64) -> FilterMeaning)
    /// Two times, or a comparison with one; in nanoseconds since 1970.
    case period(@Sendable (_ from: Int64?, _ to: Int64?) -> FilterMeaning)
    /// One of some words.
    case choice([FilterWord])

    /// The name of the form in the help.
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

    /// The words with a meaning of their own.
    package var words: [FilterWord] {
        switch self {
        case .nameOrNumber(let words, _), .choice(let words): words
        default: []
        }
    }
}

/// A word accepted by a key.
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
