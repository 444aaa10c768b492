// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterKey {
    package static let time = FilterKey(
        name: "time",
        help: "Under way at some moment of a period.",
        example: "time:>2026-11-21T09:30:00Z",
        form: .period { .ask(.underWay(from: $0, to: $1)) },
        says: { .that("were under way \($0.measure)", not: "were not under way \($0.measure)") }
    )
}
