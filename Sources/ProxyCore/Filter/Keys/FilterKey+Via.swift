// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterKey {
    package static let via = FilterKey(
        name: "via",
        help: "What recorded the call.",
        example: "via:interposer",
        form: .choice([
            FilterWord(
                "proxy",
                .that("came through a proxy", not: "did not come through a proxy"),
                .ask(.proxy { proxy, _ in proxy.number > 0 })
            ),
            FilterWord(
                "interposer",
                .that("were interposed", not: "were not interposed"),
                .ask(.proxy { proxy, _ in proxy.number == 0 })
            ),
        ])
    )
}
