// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Optional`: a word for `@Proxied`, which reads it.
enum OptionalMacro: MarkerMacro {}

/// `@Default(answer)`: a word for `@Proxied`, which reads it.
enum DefaultMacro: MarkerMacro {}

/// A macro that makes nothing by itself.
protocol MarkerMacro: PeerMacro {}

extension MarkerMacro {
    static func expansion(
        of node: AttributeSyntax,
        providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        check(node, in: context)
        return []
    }

    /// Says so where the word has nobody to read it.
    private static func check(_ node: AttributeSyntax, in context: some MacroExpansionContext) {
        let owner = context.lexicalContext.first?.as(ProtocolDeclSyntax.self)
        if owner?.attributes.attribute(named: "Proxied") != nil { return }
        let message = "@\(node.name) belongs at a requirement of a protocol that is @Proxied; it has no effect here"
        context.diagnose(
            Diagnostic(node: node, message: ProxyMessage(id: "unreadMarker", message: message))
        )
    }
}
