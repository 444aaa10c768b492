// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension InvocationFilter {
    /// The filter that what passes both passes.
    func narrowed(by term: FilterTerm) -> InvocationFilter {
        let parts = isEverything ? [.term(term)] : [.term(term), expression]
        return InvocationFilter(.conjunction(of: parts), madeAtNanoseconds: madeAtNanoseconds)
    }
}
