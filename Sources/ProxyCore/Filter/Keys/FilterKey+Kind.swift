// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterKey {
    package static let kind = FilterKey(
        name: "kind",
        help: "The kind of an argument, of the result or of the error.",
        example: "kind:nil",
        form: .choice(
            RecordedValue.Kind.allCases.map { kind in
                let value = "value of the kind \(kind.rawValue)"
                return FilterWord(
                    kind.rawValue,
                    FilterClause("with a \(value)", not: "with no \(value)"),
                    .ask(.kind(kind))
                )
            }
        )
    )
}
