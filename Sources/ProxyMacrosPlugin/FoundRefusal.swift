// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTemplate
import SwiftDiagnostics
import SwiftSyntax

/// A refusal with its location and a fix-it.
struct FoundRefusal {
    let refusal: Refusal
    let node: Syntax
    var fixIt: FixIt?

    init(_ refusal: Refusal, at node: some SyntaxProtocol, fixIt: FixIt? = nil) {
        self.refusal = refusal
        self.node = Syntax(node)
        self.fixIt = fixIt
    }

    /// The diagnostic.
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

/// The message of a fix-it.
struct FixMessage: FixItMessage {
    let message: String
    var fixItID: MessageID { MessageID(domain: "ProxyMacros", id: message) }
}

extension FixIt {
    /// Replaces a node and keeps its trivia.
    static func replacing(_ node: some SyntaxProtocol, by new: some SyntaxProtocol, _ message: String) -> FixIt {
        var new = Syntax(new)
        new.leadingTrivia = node.leadingTrivia
        new.trailingTrivia = node.trailingTrivia
        return FixIt(
            message: FixMessage(message: message),
            changes: [.replace(oldNode: Syntax(node), newNode: new)]
        )
    }

    /// Removes a token and the space after it.
    static func removing(_ token: TokenSyntax, _ message: String) -> FixIt {
        let nothing = TokenSyntax(.unknown(""), leadingTrivia: token.leadingTrivia, presence: .present)
        return FixIt(
            message: FixMessage(message: message),
            changes: [.replace(oldNode: Syntax(token), newNode: Syntax(nothing))]
        )
    }
}
