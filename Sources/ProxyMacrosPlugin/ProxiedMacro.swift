// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTemplate
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Proxied`: generates the proxy of its protocol, and default bodies for optional requirements.
///
/// ProxyTemplate makes all decisions and writes all text, so that `proxy-gen` writes the same.
enum ProxiedMacro: PeerMacro, ExtensionMacro {
    static func expansion(
        of node: AttributeSyntax,
        providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let declaration = declaration.as(ProtocolDeclSyntax.self) else {
            context.diagnose(notAProtocol(node))
            return []
        }
        let owners = context.lexicalContext.filter { $0.id != Syntax(declaration).id }
        var read = ProtocolSyntaxReader(declaration, arguments: ProxiedArguments(node), owners: owners).read()
        let visibility = OptimizerVisibility(declaration, in: context)
        if let refusal = visibility.refusal { read.refusals.append(refusal) }
        read.options.isHiddenFromOptimizer = visibility.mayBeHidden
        guard read.refusals.isEmpty, read.diagnostics.isEmpty else {
            (read.refusals.map(\.diagnostic) + read.diagnostics).forEach(context.diagnose)
            return []
        }
        return ProxySource(read.description, options: read.options).declarations.map { "\(raw: $0)" }
    }

    static func expansion(
        of node: AttributeSyntax,
        attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        // Problems are reported once, with the peer.
        guard let declaration = declaration.as(ProtocolDeclSyntax.self) else { return [] }
        let read = ProtocolSyntaxReader(declaration, arguments: ProxiedArguments(node)).read()
        guard read.refusals.isEmpty, read.diagnostics.isEmpty,
            let source = DefaultBodiesSource(read.description, extending: type.trimmedDescription)
        else { return [] }
        return [try ExtensionDeclSyntax("\(raw: source.text)")]
    }

    private static func notAProtocol(_ node: AttributeSyntax) -> Diagnostic {
        let message = "@Proxied belongs at a protocol"
        return Diagnostic(node: node, message: ProxyMessage(id: "notAProtocol", message: message))
    }
}
