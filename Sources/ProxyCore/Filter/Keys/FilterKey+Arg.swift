// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterKey {
    package static let arg = FilterKey(
        name: "arg",
        aliases: ["a", "argument"],
        help: "An argument; with arg.name: the one of that name, label or index.",
        example: "arg.string:\"foo\"",
        form: .value { .ask(.value(.arguments, $0)) },
        says: { test in
            let predicate = test.predicate.positive
            return FilterClause("of which an argument \(predicate)", not: "of which no argument \(predicate)")
        }
    )
}
