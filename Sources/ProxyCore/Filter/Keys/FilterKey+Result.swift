// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterKey {
    package static let result = FilterKey(
        name: "result",
        aliases: ["r"],
        help: "The value that was returned.",
        example: "result:>=200",
        form: .value { .ask(.value(.result, $0)) }
    )
}
