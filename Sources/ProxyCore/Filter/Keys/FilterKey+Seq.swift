// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterKey {
    package static let seq = FilterKey(
        name: "seq",
        help: "The order in which calls started.",
        example: "seq:100..200",
        form: .identity(.seq)
    )
}
