// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterKey {
    package static let state = FilterKey(
        name: "state",
        aliases: ["s"],
        help: "How far the call is.",
        example: "state:threw",
        form: .choice(Invocation.State.allCases.map { FilterWord($0.name, $0.clause, .ask(.state($0))) })
    )
}

extension Invocation.State {
    fileprivate var clause: FilterClause {
        switch self {
        case .running: .that("are running", not: "have ended")
        case .returned: .that("returned", not: "did not return")
        case .threw: .that("threw", not: "did not throw")
        }
    }
}
