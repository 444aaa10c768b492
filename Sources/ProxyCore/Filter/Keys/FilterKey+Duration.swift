// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterKey {
    package static let duration = FilterKey(
        name: "duration",
        aliases: ["d", "dur"],
        help: "Time from start to end; a running call has none.",
        example: "duration:>1ms",
        form: .number(.time) { .number(.duration, $0) },
        says: { .that("took \($0.measure)", not: "did not take \($0.measure)") }
    )
}
