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
            let bare = type.withoutAttribute
            if bare.first?.text == "~" { return false }
            if bare.plainText == "class" { return true }
            if known.isClass(bare.prefix { $0.text != "<" }.plainText, in: declaration.path) { return true }
            if let parent = known.find(bare.prefix { $0.text != "<" }.plainText, in: declaration.path) {
                return requiresClass(parent, seen: seen)
            }
            return KnownParents.requiresClass(bare.plainText)
        }
        if answers.contains(true) { return true }
        return answers.contains(nil) ? nil : false
    }
}
