// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Optional`, a marker read by `@Proxied`.
enum OptionalMacro: MarkerMacro {}

/// `@Default(answer)`, a marker read by `@Proxied`.
enum DefaultMacro: MarkerMacro {}

/// A macro that expands to nothing.
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

    /// Reports a marker without effect.
    private static func check(_ node: AttributeSyntax, in context: some MacroExpansionContext) {
        let owner = context.lexicalContext.first?.as(ProtocolDeclSyntax.self)
        if owner?.attributes.attribute(named: "Proxied") != nil { return }
        let message = "@\(node.name) belongs at a requirement of a protocol that is @Proxied; it has no effect here"
        context.diagnose(
            Diagnostic(node: node, message: ProxyMessage(id: "unreadMarker", message: message))
        )
    }
}
