// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterKey {
    package static let completion = FilterKey(
        name: "completion",
        help: "What became of the call's closure arguments.",
        example: "completion:never",
        form: .choice(
            Invocation.Completion.State.allCases.map { FilterWord($0.name, $0.clause, .ask(.completion($0))) }
        )
    )
}

extension FilterTerm {
    /// Calls whose closure arguments were released without a call.
    static let neverCompleted = FilterTerm(.key(.completion), .word(Invocation.Completion.State.never.name))
}

extension Invocation.Completion.State {
    fileprivate var clause: FilterClause {
        switch self {
        case .pending: .that("wait for a closure to be called", not: "do not wait for a closure")
        case .called: .that("were completed once", not: "were not completed once")
        case .twice: .that("were completed more than once", not: "were not completed more than once")
        case .never: .that("were never completed", not: "were completed or can be")
        }
    }
}
