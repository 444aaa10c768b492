// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The syntax tree of a filter, in one form per meaning: see `conjunction(of:)`, `disjunction(of:)` and `negated`.
package indirect enum FilterExpression: Hashable, Sendable {
    /// The filter without terms.
    case everything
    case term(FilterTerm)
    case not(FilterExpression)
    /// Two or more, none of which is an `all`.
    case all([FilterExpression])
    /// Two or more, none of which is an `any`.
    case any([FilterExpression])

    /// What holds when all of some expressions, at least one, hold.
    package static func conjunction(of expressions: [FilterExpression]) -> FilterExpression {
        let parts = expressions.flatMap { if case .all(let inner) = $0 { inner } else { [$0] } }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    /// What holds when one of some expressions, at least one, holds.
    package static func disjunction(of expressions: [FilterExpression]) -> FilterExpression {
        let parts = expressions.flatMap { if case .any(let inner) = $0 { inner } else { [$0] } }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    /// The opposite; twice is the expression itself.
    package var negated: FilterExpression {
        if case .not(let inner) = self { inner } else { .not(self) }
    }

    /// The terms, from left to right.
    package var terms: [FilterTerm] {
        switch self {
        case .everything: []
        case .term(let term): [term]
        case .not(let inner): inner.terms
        case .all(let parts), .any(let parts): parts.flatMap(\.terms)
        }
    }
}

/// One question about a call.
package struct FilterTerm: Hashable, Sendable {
    /// What is asked about.
    package enum Subject: Hashable, Sendable {
        /// Selector, protocol, and the text of arguments, result and error.
        case anyText
        case key(FilterKey)
        /// The arguments of one name, label or index.
        case argument(String)

        /// The key by which it is asked for.
        var key: FilterKey {
            switch self {
            case .anyText: .anyText
            case .key(let key): key
            case .argument: .arg
            }
        }
    }

    /// What is asked.
    package enum Test: Hashable, Sendable {
        /// A text matches, or a number is equal where the text is one.
        case text(TextPattern, FilterNumber? = nil)
        case number(FilterComparison)
        case identity(InvocationID)
        /// Nanoseconds since 1970.
        case since(Int64)
        /// Nanoseconds before the filter was made.
        case age(FilterQuantity)
        /// Nanoseconds since 1970, both inclusive; nil is open.
        case period(from: Int64?, to: Int64?)
        /// One of the words of a key, in lower case.
        case word(String)
    }

    package var subject: Subject
    package var test: Test

    package init(_ subject: Subject, _ test: Test) {
        self.subject = subject
        self.test = test
    }
}
