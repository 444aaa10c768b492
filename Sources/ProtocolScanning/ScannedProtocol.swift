// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTemplate

/// A protocol in a file, before its members are understood.
struct ScannedProtocol {
    var name: Token
    var attributes: [ScannedAttribute]
    /// Who may use it, as far as its own modifiers and those of what it is in say so.
    var access: AccessLevel
    /// The types that it is in.
    var path: [String]
    /// The conditions of compilation that it is under.
    var conditions: [String]
    /// Whether it is in something that no other file can name.
    var isLocal: Bool
    /// From behind the name to the brace.
    var head: ArraySlice<Token>
    /// Between the braces.
    var body: ArraySlice<Token>

    var proxied: ScannedAttribute? { attributes.first { $0.name == "Proxied" } }
    /// The name from outside: `Library.Delegate`.
    var fullName: String { (path + [name.text]).joined(separator: ".") }
}
