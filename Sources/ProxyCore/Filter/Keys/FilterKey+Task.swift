// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterKey {
    package static let task = FilterKey(
        name: "task",
        help: "The name or number of the task of an async call, or of a call made inside one.",
        example: "task:loader",
        form: .nameOrNumber([]) { pattern, number in
            .ask(
                .task { task, scratch in
                    number?.isEqual(to: .integer(Int128(task.id))) == true || pattern.matches(task.name, &scratch)
                }
            )
        }
    )
}
