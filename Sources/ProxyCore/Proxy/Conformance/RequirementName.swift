// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The name of a requirement as far as a symbol contains it: protocol, base name, labels, and accessor.
///
/// Types are omitted, so overloads share a name.
struct RequirementName: Hashable {
    /// The protocol's name without its module.
    let protocolName: Substring
    /// `parser(_:foundCharacters:)`, `title.get`, `subscript(_:).set`.
    let name: String

    /// The name of a selector's requirement.
    init(_ selector: Selector) {
        protocolName = selector.protocolName[...]
        let text = selector.name
        guard let open = text.firstIndex(of: "("), let close = text[open...].firstIndex(of: ")") else {
            name = text
            return
        }
        // The text after the labels names an accessor or distinguishes overloads.
        let rest = text[text.index(after: close)...]
        let accessor = [".get", ".set"].first { rest.hasPrefix($0) } ?? ""
        name = text[...close].filter { $0 != "`" } + accessor
    }

    init(protocolName: Substring, name: String) {
        self.protocolName = protocolName
        self.name = name
    }
}
