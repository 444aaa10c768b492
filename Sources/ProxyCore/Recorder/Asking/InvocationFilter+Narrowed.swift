// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension InvocationFilter {
    /// A filter that requires both this filter and `term`.
    func narrowed(by term: FilterTerm) -> InvocationFilter {
        let parts = isEverything ? [.term(term)] : [.term(term), expression]
        return InvocationFilter(.conjunction(of: parts), madeAtNanoseconds: madeAtNanoseconds)
    }
}
