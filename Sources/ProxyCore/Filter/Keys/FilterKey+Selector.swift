// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension FilterKey {
    package static let selector = FilterKey(
        name: "selector",
        aliases: ["m", "method"],
        help: "The selector; a form with * or = also fits its base name or a label.",
        example: "selector:found*",
        form: .text { pattern in .ask(.selector { pattern.matches(anyOf: pattern.texts(of: $0), &$1) }) }
    )
}

extension TextPattern {
    /// The texts of a selector to compare the pattern with.
    ///
    /// Patterns for a whole text also match a part of a selector: its base name or one of its labels.
    func texts(of selector: Selector) -> [String] {
        switch form {
        case .contains, .regex: [selector.name]
        case .equals, .glob:
            [selector.name, "\(selector.protocolName).\(selector.name)", String(selector.baseName)]
                + selector.argumentLabels.compactMap(\.self)
        }
    }
}
