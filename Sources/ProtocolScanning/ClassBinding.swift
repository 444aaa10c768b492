// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTemplate

/// Tells whether a protocol is one of classes, so that its delegates have an identity.
struct ClassBinding {
    /// All protocols of the target.
    let known: KnownProtocols

    /// Whether the protocol or an ancestor requires a class; nil if an unknown ancestor may do so.
    func requiresClass(_ declaration: ScannedProtocol) -> Bool? { requiresClass(declaration, seen: []) }

    /// - Parameter seen: Names of protocols on the way, since source with errors can have a circle of parents.
    private func requiresClass(_ declaration: ScannedProtocol, seen: Set<String>) -> Bool? {
        guard !seen.contains(declaration.fullName) else { return nil }
        let seen = seen.union([declaration.fullName])
        let answers = ProtocolHead(declaration.head).inherited.flatMap(\.composed).map { type -> Bool? in
            if type.first?.text == "~" { return false }
            if type.plainText == "class" { return true }
            if known.isClass(type.prefix { $0.text != "<" }.plainText, in: declaration.path) { return true }
            if let parent = known.find(type.prefix { $0.text != "<" }.plainText, in: declaration.path) {
                return requiresClass(parent, seen: seen)
            }
            return KnownParents.requiresClass(type.plainText)
        }
        if answers.contains(true) { return true }
        return answers.contains(nil) ? nil : false
    }
}
