// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterKey {
    package static let skipped = FilterKey(
        name: "skipped",
        help: "Calls of the same selector that a rate limit left out right before it.",
        example: "skipped:>0",
        form: .number(.plain) { .number(.skipped, $0) },
        says: { test in
            let calls = "\(test.measure) calls skipped before them"
            return FilterClause("with \(calls)", not: "without \(calls)")
        }
    )
}
