// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

extension SyntaxProtocol {
    /// The source in one line without comments; separate tokens stay separated by one space.
    var plainText: String {
        var text = ""
        var isApart = false
        for token in tokens(viewMode: .sourceAccurate) {
            if !text.isEmpty, isApart || !token.leadingTrivia.isEmpty { text += " " }
            text += token.text
            isApart = !token.trailingTrivia.isEmpty
        }
        return text
    }
}

extension ExprSyntax {
    /// The source, in its lines if it has several: they separate statements, and belong to long texts.
    var sourceText: String {
        let text = trimmedDescription
        return text.contains(where: \.isNewline) ? text : plainText
    }
}

extension AttributeListSyntax {
    /// The attribute with a name, nil for none.
    func attribute(named name: String) -> AttributeSyntax? {
        lazy.compactMap { $0.as(AttributeSyntax.self) }.first { $0.name == name }
    }
}

extension AttributeSyntax {
    /// The last name: `Default` of `@ProxyMacros.Default(1)`.
    var name: String {
        if let member = attributeName.as(MemberTypeSyntax.self) { return member.name.text }
        return attributeName.as(IdentifierTypeSyntax.self)?.name.text ?? attributeName.plainText
    }

    /// The arguments, as for a call.
    var labelledArguments: LabeledExprListSyntax { arguments?.as(LabeledExprListSyntax.self) ?? [] }
}
