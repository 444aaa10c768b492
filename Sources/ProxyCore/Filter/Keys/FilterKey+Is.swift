// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterKey {
    package static let `is` = FilterKey(
        name: "is",
        help: "A trait; slow is 100 ms and more, void is returned without a value.",
        example: "is:slow",
        form: .choice(
            FilterKey.state.form.words + [
                FilterWord(
                    "slow",
                    .that("took at least 100ms", not: "took less than 100ms or are running"),
                    .ask(.number(.duration, 100_000_000 ... .max))
                ),
                .main,
                FilterWord("unanswered", Invocation.ReturnPath.none.clause, .ask(.path(.none))),
                FilterWord(
                    "void",
                    .that("returned no value", not: "returned a value or did not return"),
                    .all([.ask(.state(.returned)), .not(.ask(.has(.result)))])
                ),
                FilterWord(
                    "nested",
                    .that("were made inside another call", not: "were not made inside another call"),
                    .ask(.number(.depth, 1 ... .max))
                ),
                FilterWord(
                    "truncated",
                    .that("have a value that was cut", not: "have no value that was cut"),
                    .ask(.value(.all, .truncated))
                ),
                FilterWord("marked", .that("are marked", not: "are not marked"), .ask(.has(.mark))),
            ]
        )
    )
}
