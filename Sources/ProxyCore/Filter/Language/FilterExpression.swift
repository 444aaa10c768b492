// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The syntax tree of a filter. It is normalized by `conjunction(of:)`, `disjunction(of:)` and `negated`.
package indirect enum FilterExpression: Hashable, Sendable {
    /// The filter without terms.
    case everything
    case term(FilterTerm)
    case not(FilterExpression)
    /// Two or more expressions, none of them an `all`.
    case all([FilterExpression])
    /// Two or more expressions, none of them an `any`.
    case any([FilterExpression])

    /// Combines one or more expressions with “and”.
    package static func conjunction(of expressions: [FilterExpression]) -> FilterExpression {
        let parts = expressions.flatMap { if case .all(let inner) = $0 { inner } else { [$0] } }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    /// Combines one or more expressions with “or”.
    package static func disjunction(of expressions: [FilterExpression]) -> FilterExpression {
        let parts = expressions.flatMap { if case .any(let inner) = $0 { inner } else { [$0] } }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    /// The negation; negating twice yields the expression itself.
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
