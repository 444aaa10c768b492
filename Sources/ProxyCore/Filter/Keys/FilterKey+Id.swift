// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterKey {
    package static let id = FilterKey(
        name: "id",
        help: "The id of the call, or its number.",
        example: "id:1042",
        form: .identity(.seq),
        says: { if case .number = $0 { .whose("seq", $0) } else { nil } }
    )
}
