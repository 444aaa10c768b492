// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Describes a filter in plain words.
enum FilterWords {
    static func text(of expression: FilterExpression) -> String {
        expression == .everything ? "all calls" : "calls " + clause(of: expression, isNegated: false)
    }

    /// A clause to follow “calls”.
    private static func clause(of expression: FilterExpression, isNegated: Bool) -> String {
        switch expression {
        case .everything: isNegated ? "that do not exist" : "of any kind"
        case .term(let term): clause(of: term, isNegated: isNegated)
        case .not(let inner): clause(of: inner, isNegated: !isNegated)
        // Negation swaps “and” and “or”.
        case .all(let parts): joined(parts, by: isNegated ? " or " : " and ", isNegated)
        case .any(let parts): joined(parts, by: isNegated ? " and " : " or ", isNegated)
        }
    }

    private static func joined(_ parts: [FilterExpression], by word: String, _ isNegated: Bool) -> String {
        parts.map { part in
            let text = clause(of: part, isNegated: isNegated)
            return isCompound(part) ? "(\(text))" : text
        }.joined(separator: word)
    }

    private static func isCompound(_ expression: FilterExpression) -> Bool {
        switch expression {
        case .all, .any: true
        case .not(let inner): isCompound(inner)
        default: false
        }
    }

    private static func clause(of term: FilterTerm, isNegated: Bool) -> String {
        isNegated ? term.clause.negative : term.clause.positive
    }
}

extension FilterTerm {
    fileprivate var clause: FilterClause {
        if case .argument(let name) = subject { return .whose("argument \(name)", test) }
        let key = subject.key
        if case .word(let name) = test, let word = key.form.words.first(where: { $0.name == name }) {
            return word.clause
        }
        if let clause = key.says(test) { return clause }
        guard case .identity(let id) = test else { return .whose(key.name, test) }
        return FilterClause("with the id \(id)", not: "not with the id \(id)")
    }
}

extension FilterTerm.Test {
    /// The words to follow “whose argument”.
    var predicate: FilterClause {
        switch self {
        case .text(let pattern, let number): pattern.predicate(isNumber: number != nil)
        default: FilterClause("is \(measure)", not: "is not \(measure)")
        }
    }

    /// A number or a duration: “more than 1ms”.
    var measure: String {
        switch self {
        case .number(.less(let bound)): "less than \(bound)"
        case .number(.atMost(let bound)): "at most \(bound)"
        case .number(.more(let bound)): "more than \(bound)"
        case .number(.atLeast(let bound)): "at least \(bound)"
        case .number(.range(let low, let high)): "\(low) to \(high)"
        case .period(let from?, let to?): "between \(Instant.text(from, .needed)) and \(Instant.text(to, .needed))"
        case .period(let from?, nil): "after \(Instant.text(from, .needed))"
        case .period(nil, let to?): "before \(Instant.text(to, .needed))"
        default: text
        }
    }
}

extension TextPattern {
    fileprivate func predicate(isNumber: Bool) -> FilterClause {
        func verb(_ positive: String, _ negative: String, _ text: String) -> FilterClause {
            FilterClause("\(positive) “\(text)”", not: "does not \(negative) “\(text)”")
        }
        switch form {
        case .contains where isNumber: return verb("is or contains", "equal or contain", source)
        case .contains: return verb("contains", "contain", source)
        case .equals: return FilterClause("is “\(source)”", not: "is not “\(source)”")
        case .regex(let ignoresCase): return verb("matches", "match", "/\(source)/\(ignoresCase ? "i" : "")")
        case .glob:
            let pieces = source.unicodeScalars.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
            switch pieces.map(\.isEmpty) {
            case [false, true]: return verb("begins with", "begin with", pieces[0])
            case [true, false]: return verb("ends with", "end with", pieces[1])
            case [true, false, true]: return verb("contains", "contain", pieces[1])
            default: return verb("has the form", "have the form", source)
            }
        }
    }
}
