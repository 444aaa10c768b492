// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterKey {
    /// The key of a term without a key; not listed in `all`.
    static let anyText = FilterKey(
        name: "",
        help: "The selector, the protocol, or an argument, result or error contains it, in any case.",
        example: "timeout",
        form: .value { test in
            guard case .text(let pattern, _) = test else { return .ask(.value(.all, test)) }
            return .any([
                .ask(.selector { pattern.matches(anyOf: pattern.texts(of: $0) + [$0.protocolName], &$1) }),
                .ask(.value(.all, test)),
                .ask(.event { pattern.matches(anyOf: $0.texts, &$1) }),
            ])
        },
        says: { test in
            let predicate = test.predicate.positive
            return FilterClause(
                "of which selector, protocol or a value \(predicate)",
                not: "of which neither selector nor protocol nor a value \(predicate)"
            )
        }
    )
}

extension ProxyEvent {
    fileprivate var texts: [String] {
        [protocolName, owner, target, previousTarget, detail].compactMap(\.self)
    }
}
