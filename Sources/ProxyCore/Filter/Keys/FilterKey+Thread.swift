// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterKey {
    package static let thread = FilterKey(
        name: "thread",
        aliases: ["h"],
        help: "The thread's name or id; main is the main thread.",
        example: "-thread:main",
        form: .nameOrNumber([.main]) { pattern, number in
            .ask(
                .thread { thread, scratch in
                    number?.isEqual(to: .integer(Int128(thread.id))) == true || pattern.matches(thread.name, &scratch)
                }
            )
        }
    )
}

extension FilterWord {
    static let main = FilterWord(
        "main",
        .that("ran on the main thread", not: "did not run on the main thread"),
        .ask(.thread { thread, _ in thread.isMain })
    )
}
