// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTemplate

/// A protocol in a file, with unparsed members.
struct ScannedProtocol {
    var name: Token
    var attributes: [ScannedAttribute]
    /// Its access level, from its own modifiers and those of enclosing declarations.
    var access: AccessLevel
    /// Whether it is `nonisolated`, whatever its parents are.
    var isNonisolated: Bool
    /// The enclosing types.
    var path: [String]
    /// The imports of its file.
    var imports: [ScannedImport] = []
    /// Its compilation conditions.
    var conditions: [String]
    /// Whether other files can't name it.
    var isLocal: Bool
    /// The tokens between the name and the brace.
    var head: ArraySlice<Token>
    /// The tokens between the braces.
    var body: ArraySlice<Token>

    var proxied: ScannedAttribute? { attributes.first { $0.name == "Proxied" } }
    /// The qualified name: `Library.Delegate`.
    var fullName: String { (path + [name.text]).joined(separator: ".") }
}
