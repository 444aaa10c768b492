// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterKey {
    package static let type = FilterKey(
        name: "type",
        help: "The type of an argument, of the result or of the error.",
        example: "type:Data",
        form: .text { .ask(.type($0)) },
        says: { test in
            let predicate = test.predicate.positive
            return FilterClause("with a value whose type \(predicate)", not: "with no value whose type \(predicate)")
        }
    )
}
