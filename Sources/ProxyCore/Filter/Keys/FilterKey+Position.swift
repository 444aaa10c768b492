// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterKey {
    package static let position = FilterKey(
        name: "position",
        help: "The order in which calls completed; a running call has none.",
        example: "position:>1000",
        form: .number(.plain) { .number(.position, $0) }
    )
}
