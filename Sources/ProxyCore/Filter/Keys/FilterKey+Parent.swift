// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterKey {
    package static let parent = FilterKey(
        name: "parent",
        help: "The id or number of the call that it was made from directly.",
        example: "parent:1040",
        form: .identity(.parent),
        says: { test in
            guard case .identity(let id) = test else { return nil }
            return FilterClause("made directly from the call \(id)", not: "not made directly from the call \(id)")
        }
    )
}
