// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterKey {
    package static let depth = FilterKey(
        name: "depth",
        help: "Number of unfinished calls around it.",
        example: "depth:>2",
        form: .number(.plain) { .number(.depth, $0) }
    )
}
