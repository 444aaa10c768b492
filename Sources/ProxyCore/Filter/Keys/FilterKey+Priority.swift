// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterKey {
    package static let priority = FilterKey(
        name: "priority",
        help: "The nice value of the thread, from -20, which runs first, to 19.",
        example: "priority:>0",
        form: .number(.plain) { number in
            .ask(
                .thread { thread, _ in
                    thread.priority.map { number.holds(for: .integer(Int128($0.nice))) } ?? false
                }
            )
        }
    )
}
