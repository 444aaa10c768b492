// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension InvocationFilter {
    /// Whether all calls of a process pass, or none; nil if that depends on the call.
    package func decision(onProcess epoch: String, _ facts: ProcessFacts) -> Bool? {
        var scratch = MatchScratch()
        let rest: FilterMeaning = meaning.replacing { fact in
            switch fact {
            case .epoch(let test): .constant(test(epoch, &scratch))
            case .process(let test): .constant(test(facts, &scratch))
            default: .ask(fact)
            }
        }
        // An expression that was too expensive is to be told with the calls.
        return scratch.isPartial ? nil : rest.constant
    }
}
