// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTemplate
import SwiftDiagnostics
import SwiftSyntax

/// A refusal at the token that it is about, with what would mend it.
struct FoundRefusal {
    let refusal: Refusal
    let node: Syntax
    var fixIt: FixIt?

    init(_ refusal: Refusal, at node: some SyntaxProtocol, fixIt: FixIt? = nil) {
        self.refusal = refusal
        self.node = Syntax(node)
        self.fixIt = fixIt
    }

    /// What the compiler shows.
    var diagnostic: Diagnostic {
        let message = ProxyMessage(id: refusal.identifier, message: refusal.message)
        return Diagnostic(node: node, message: message, fixIts: fixIt.map { [$0] } ?? [])
    }
}

/// An error of this plugin.
struct ProxyMessage: DiagnosticMessage {
    let id: String
    let message: String
    var severity: DiagnosticSeverity { .error }
    var diagnosticID: MessageID { MessageID(domain: "ProxyMacros", id: id) }
}

/// What a fix-it offers.
struct FixMessage: FixItMessage {
    let message: String
    var fixItID: MessageID { MessageID(domain: "ProxyMacros", id: message) }
}

extension FixIt {
    /// Replaces a node, keeping what stands around it.
    static func replacing(_ node: some SyntaxProtocol, by new: some SyntaxProtocol, _ message: String) -> FixIt {
        var new = Syntax(new)
        new.leadingTrivia = node.leadingTrivia
        new.trailingTrivia = node.trailingTrivia
        return FixIt(
            message: FixMessage(message: message),
            changes: [.replace(oldNode: Syntax(node), newNode: new)]
        )
    }

    /// Takes a token out, and the space behind it.
    static func removing(_ token: TokenSyntax, _ message: String) -> FixIt {
        let nothing = TokenSyntax(.unknown(""), leadingTrivia: token.leadingTrivia, presence: .present)
        return FixIt(
            message: FixMessage(message: message),
            changes: [.replace(oldNode: Syntax(token), newNode: Syntax(nothing))]
        )
    }
}
