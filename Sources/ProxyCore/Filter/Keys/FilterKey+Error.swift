// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterKey {
    package static let error = FilterKey(
        name: "error",
        aliases: ["e"],
        help: "The type or a text of the error that was thrown.",
        example: "error:timeout",
        form: .value { .ask(.value(.error, $0)) }
    )
}
