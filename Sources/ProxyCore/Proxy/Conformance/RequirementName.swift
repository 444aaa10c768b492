// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The name of a requirement as it can be read from a symbol: protocol, base name, labels, and which accessor.
///
/// Types are left out, so overloads share a name.
struct RequirementName: Hashable {
    /// The protocol's name without its module.
    let protocolName: Substring
    /// `parser(_:foundCharacters:)`, `title.get`, `subscript(_:).set`.
    let name: String

    /// The name of a requirement as its selector says it.
    init(_ selector: Selector) {
        protocolName = selector.protocolName[...]
        let text = selector.name
        guard let open = text.firstIndex(of: "("), let close = text[open...].firstIndex(of: ")") else {
            name = text
            return
        }
        // What stands behind the labels tells overloads apart, or is the accessor.
        let rest = text[text.index(after: close)...]
        let accessor = [".get", ".set"].first { rest.hasPrefix($0) } ?? ""
        name = text[...close].filter { $0 != "`" } + accessor
    }

    init(protocolName: Substring, name: String) {
        self.protocolName = protocolName
        self.name = name
    }
}
