// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterKey {
    package static let has = FilterKey(
        name: "has",
        help: "A part that the call has.",
        example: "has:error",
        form: .choice([
            part("arguments", .ask(.has(.arguments))),
            part("result", said: "a result", .ask(.has(.result))),
            part("error", said: "an error", .ask(.has(.error))),
            part("target", said: "a target", .ask(.proxy { proxy, _ in proxy.target != nil })),
            part("parent", said: "a parent call", .ask(.number(.parent, 1 ... .max))),
            part("task", said: "a task", .ask(.task { _, _ in true })),
            part("trace", said: "a trace", .ask(.trace { _, _ in true })),
            part("finding", said: "a finding", .any(Finding.allCases.map { .ask(.finding($0)) })),
            part("comment", said: "a comment", .ask(.has(.comment))),
            part("rule", said: "a rule that acted", .ask(.number(.rule, 1 ... .max))),
            part("edit", said: "an argument that a rule changed", .ask(.has(.edit))),
        ])
    )

    private static func part(_ name: String, said words: String? = nil, _ meaning: FilterMeaning) -> FilterWord {
        FilterWord(name, FilterClause("with \(words ?? name)", not: "without \(words ?? name)"), meaning)
    }
}
