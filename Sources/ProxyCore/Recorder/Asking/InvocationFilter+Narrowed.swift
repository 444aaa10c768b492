// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension InvocationFilter {
    /// A filter that requires both this filter and `term`.
    func narrowed(by term: FilterTerm) -> InvocationFilter { narrowed(by: .term(term)) }

    func narrowed(by other: FilterExpression) -> InvocationFilter {
        let parts = isEverything ? [other] : [other, expression]
        return InvocationFilter(.conjunction(of: parts), madeAtNanoseconds: madeAtNanoseconds)
    }
}
