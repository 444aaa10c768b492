// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterKey {
    package static let path = FilterKey(
        name: "path",
        help: "Who produced the answer.",
        example: "path:none",
        form: .choice(Invocation.ReturnPath.allCases.map { FilterWord($0.name, $0.clause, .ask(.path($0))) })
    )
}

extension Invocation.ReturnPath {
    var clause: FilterClause {
        switch self {
        case .intercept: .that("were answered by a person", not: "were not answered by a person")
        case .stub: .that("were answered by a rule", not: "were not answered by a rule")
        case .none: .that("reached nobody", not: "reached somebody")
        case .target: .that("the target answered", not: "the target did not answer")
        case .default: .that("were answered by the default", not: "were not answered by the default")
        case .handler: .that("were answered by a handler", not: "were not answered by a handler")
        }
    }
}

extension FilterTerm {
    /// Calls that no one answered.
    static let unanswered = FilterTerm(.key(.path), .word(Invocation.ReturnPath.none.name))
}
