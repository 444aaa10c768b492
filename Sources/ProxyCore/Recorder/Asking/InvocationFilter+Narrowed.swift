// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension InvocationFilter {
    /// A filter that requires both this filter and `term`.
    func narrowed(by term: FilterTerm) -> InvocationFilter { narrowed(by: .term(term)) }

    func narrowed(by other: FilterExpression) -> InvocationFilter {
        let parts = isEverything ? [other] : [other, expression]
        let text = source.map { "(\(FilterPrinter.text(of: other))) (\($0))" }
        return InvocationFilter(
            .conjunction(of: parts),
            madeAtNanoseconds: madeAtNanoseconds,
            source: isEverything ? nil : text
        )
    }
}
