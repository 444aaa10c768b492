// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Filters with ages, such as `since:10s`, which select other calls the later they are created.
extension InvocationFilter {
    /// Whether an equal filter selects the same calls: ages in both count back from the same time.
    package func selectsSame(as other: InvocationFilter) -> Bool {
        self == other && (madeAtNanoseconds == other.madeAtNanoseconds || !hasAge)
    }

    private var hasAge: Bool { expression.terms.contains { $0.test.isAge } }
}

extension FilterTerm.Test {
    fileprivate var isAge: Bool { if case .age = self { true } else { false } }
}
