// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterKey {
    package static let rule = FilterKey(
        name: "rule",
        help: "Number of the last rule that acted on the call.",
        example: "rule:3",
        form: .number(.plain) { .number(.rule, $0) },
        says: { .that("rule \($0.measure) acted on", not: "rule \($0.measure) did not act on") }
    )
}
