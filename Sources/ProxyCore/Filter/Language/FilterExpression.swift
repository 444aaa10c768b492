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
