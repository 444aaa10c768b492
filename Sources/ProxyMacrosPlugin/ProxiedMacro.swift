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
        var read = read(declaration, node, in: context)
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
        let read = read(declaration, node, in: context)
        guard read.refusals.isEmpty, read.diagnostics.isEmpty,
            let source = DefaultBodiesSource(read.description, extending: type.trimmedDescription)
        else { return [] }
        return [try ExtensionDeclSyntax("\(raw: source.text)")]
    }

    private static func read(
        _ declaration: ProtocolDeclSyntax,
        _ attribute: AttributeSyntax,
        in context: some MacroExpansionContext
    ) -> ReadDeclaration {
        let owners = context.lexicalContext.filter { $0.id != Syntax(declaration).id }
        return ProtocolSyntaxReader(declaration, arguments: ProxiedArguments(attribute), owners: owners).read()
    }

    private static func notAProtocol(_ node: AttributeSyntax) -> Diagnostic {
        let message = "@Proxied belongs at a protocol"
        return Diagnostic(node: node, message: ProxyMessage(id: "notAProtocol", message: message))
    }
}
