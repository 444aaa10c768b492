// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Filters with ages, such as `since:10s`, which select other calls the later they are created.
extension InvocationFilter {
    /// Whether an equal filter selects the same calls: ages in both count back from the same time.
    package func selectsSame(as other: InvocationFilter) -> Bool {
        self == other && (madeAtNanoseconds == other.madeAtNanoseconds || !hasAge)
    }

    /// The filter that selects, when it is created this much later, what this one selects: its ages are longer by that
    /// time, in nanoseconds.
    package func aged(by nanoseconds: Int64) -> InvocationFilter {
        guard hasAge else { return self }
        let made = madeAtNanoseconds.saturatingAdding(nanoseconds)
        return InvocationFilter(expression.aged(by: nanoseconds), madeAtNanoseconds: made)
    }

    private var hasAge: Bool { expression.terms.contains { $0.test.isAge } }
}

extension FilterTerm.Test {
    fileprivate var isAge: Bool { if case .age = self { true } else { false } }
}

extension FilterExpression {
    fileprivate func aged(by nanoseconds: Int64) -> FilterExpression {
        switch self {
        case .everything: .everything
        case .term(let term): .term(term.aged(by: nanoseconds))
        case .not(let inner): .not(inner.aged(by: nanoseconds))
        case .all(let parts): .all(parts.map { $0.aged(by: nanoseconds) })
        case .any(let parts): .any(parts.map { $0.aged(by: nanoseconds) })
        }
    }
}

extension FilterTerm {
    fileprivate func aged(by nanoseconds: Int64) -> FilterTerm {
        guard case .age(let age) = test, let older = age.adding(nanoseconds) else { return self }
        return FilterTerm(subject, .age(older))
    }
}

extension FilterQuantity {
    /// This time and another, in nanoseconds; nil if it is so long that both are the same.
    fileprivate func adding(_ nanoseconds: Int64) -> FilterQuantity? {
        // Longer ones begin before 1970 in any case.
        guard value.asDouble < 0x1p62 else { return nil }
        let age: Int128 =
            switch value {
            case .integer(let age): age
            case .real(let age): Int128(age.rounded())
            }
        return FilterQuantity("\(age + Int128(nanoseconds))ns", scale: .time)
    }
}
