// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTemplate
import SwiftDiagnostics
import SwiftSyntax

/// The arguments of `@Proxied`.
struct ProxiedArguments {
    /// The class with the delegate property.
    private(set) var parent: ProxyOptions.Parent?
    /// The named proxy for inherited requirements.
    private(set) var superclass: String?
    /// Whether `inheriting: nil` is given.
    private(set) var inheritsNothing = false
    /// Whether the property belongs to the main actor.
    private(set) var isOnMainActor = false
    /// Diagnostics for invalid arguments.
    private(set) var diagnostics: [Diagnostic] = []

    init(_ attribute: AttributeSyntax) {
        var property: String?
        for argument in attribute.labelledArguments {
            switch argument.label?.text {
            case "parent": parent = typeName(argument.expression).map { ProxyOptions.Parent(type: $0) }
            case "inheriting" where argument.expression.is(NilLiteralExprSyntax.self): inheritsNothing = true
            case "inheriting": superclass = literal(argument.expression)
            case "actor": readActor(argument.expression)
            case "property": property = literal(argument.expression)
            default: break
            }
        }
        if let property { parent?.property = property }
        parent?.isOnMainActor = isOnMainActor
    }

    private mutating func readActor(_ expression: ExprSyntax) {
        guard !expression.is(NilLiteralExprSyntax.self), let name = typeName(expression) else { return }
        isOnMainActor = ["MainActor", "Swift.MainActor", "_Concurrency.MainActor"].contains(name)
        if isOnMainActor { return }
        diagnostics.append(FoundRefusal(.unknownActor(name: name), at: expression).diagnostic)
    }

    private mutating func typeName(_ expression: ExprSyntax) -> String? {
        if let member = expression.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "self",
            let base = member.base
        {
            return base.plainText
        }
        refuse(expression, "write the type itself, as in 'ScrollView.self'; expressions are not evaluated")
        return nil
    }

    private mutating func literal(_ expression: ExprSyntax) -> String? {
        if let text = expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue { return text }
        refuse(expression, "write the name as a plain string literal")
        return nil
    }

    private mutating func refuse(_ node: ExprSyntax, _ message: String) {
        diagnostics.append(Diagnostic(node: node, message: ProxyMessage(id: "unreadableArgument", message: message)))
    }
}
