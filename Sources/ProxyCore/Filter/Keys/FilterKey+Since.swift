// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterKey {
    package static let since = FilterKey(
        name: "since",
        help: "Started since an instant, or in a time before now.",
        example: "since:30s",
        form: .moment { .ask(.startedSince($0)) },
        says: { test in
            switch test {
            case .age(let age): .that("started in the last \(age)", not: "started more than \(age) ago")
            default: .that("started at or after \(test.text)", not: "started before \(test.text)")
            }
        }
    )
}
