// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Optional`: a word for `@Proxied`, which reads it; by itself it makes nothing.
enum OptionalMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax,
        providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        Marker.check(node, in: context)
        return []
    }
}

/// `@Default(answer)`: a word for `@Proxied`, which reads it; by itself it makes nothing.
enum DefaultMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax,
        providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        Marker.check(node, in: context)
        return []
    }
}

private enum Marker {
    /// Says so where the word has nobody to read it.
    static func check(_ node: AttributeSyntax, in context: some MacroExpansionContext) {
        let owner = context.lexicalContext.first?.as(ProtocolDeclSyntax.self)
        if owner?.attributes.attribute(named: "Proxied") != nil { return }
        let message = "@\(node.name) belongs at a requirement of a protocol that is @Proxied; here nobody reads it"
        context.diagnose(
            Diagnostic(node: node, message: ProxyMessage(id: "unreadMarker", message: message))
        )
    }
}
