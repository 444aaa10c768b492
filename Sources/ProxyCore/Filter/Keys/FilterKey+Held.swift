// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterKey {
    package static let held = FilterKey(
        name: "held",
        help: "Time for which rules held or delayed the call.",
        example: "held:>1s",
        form: .number(.time) { .number(.held, $0) },
        says: { .that("were held \($0.measure)", not: "were not held \($0.measure)") }
    )
}
