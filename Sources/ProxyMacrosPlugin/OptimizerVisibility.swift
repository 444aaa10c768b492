// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTemplate
import SwiftDiagnostics
import SwiftIfConfig
import SwiftSyntax
import SwiftSyntaxMacros

/// Whether the optimiser assumes that a protocol's conforming classes in source are the only ones.
///
/// It does so for protocols that are invisible outside the module, and it doesn't see macro expansions, such as the
/// proxy: see docs/release-builds.md.
struct OptimizerVisibility {
    private let declaration: ProtocolDeclSyntax
    private let context: any MacroExpansionContext

    init(_ declaration: ProtocolDeclSyntax, in context: some MacroExpansionContext) {
        self.declaration = declaration
        self.context = context
    }

    /// Whether the proxy may be hidden in an optimised build. Unknown in an extension, because the extended type is
    /// declared elsewhere.
    var mayBeHidden: Bool {
        let isInExtension = owners.contains { $0.is(ExtensionDeclSyntax.self) }
        return (isInExtension || !isVisibleOutside) && !isSet("PROXIES_WITH_ENABLE_TESTING")
    }

    /// The refusal in builds without `DEBUG`.
    var refusal: FoundRefusal? {
        guard !isVisibleOutside, context.buildConfiguration != nil, !isSet("DEBUG"),
            !isSet("PROXIES_WITH_ENABLE_TESTING")
        else { return nil }
        let refusal = Refusal.hiddenFromOptimizer(name: declaration.name.text)
        return FoundRefusal(refusal, at: declaration.name, fixIt: fixIt)
    }

    private func isSet(_ condition: String) -> Bool {
        (try? context.buildConfiguration?.isCustomConditionSet(name: condition)) ?? false
    }

    // MARK: Access

    private static let outsideWords: Set<String> = ["public", "package", "open"]

    private var owners: [Syntax] { context.lexicalContext.filter { $0.id != Syntax(declaration).id } }

    private var isVisibleOutside: Bool {
        isVisible(declaration.attributes, declaration.modifiers, in: owners.first) && owners.allSatisfy(isVisible)
    }

    private func isVisible(_ owner: Syntax) -> Bool {
        guard let type = owner.asProtocol((any DeclGroupSyntax).self) else { return false }
        return type.is(ExtensionDeclSyntax.self) || isVisible(type.attributes, type.modifiers, in: nil)
    }

    private func isVisible(_ attributes: AttributeListSyntax, _ modifiers: DeclModifierListSyntax, in owner: Syntax?)
        -> Bool
    {
        if attributes.attribute(named: "usableFromInline") != nil { return true }
        let words = modifiers.map(\.name.text)
        if words.contains(where: Self.outsideWords.contains) { return true }
        let hasOwn = words.contains { ["internal", "fileprivate", "private"].contains($0) }
        // Members of an extension have its access level by default.
        guard !hasOwn, let owner = owner?.as(ExtensionDeclSyntax.self) else { return false }
        return owner.modifiers.contains { Self.outsideWords.contains($0.name.text) }
    }

    // MARK: Fix-it

    private var fixIt: FixIt {
        let message = "make the protocol 'package'"
        let words = ["internal", "fileprivate", "private"]
        if let modifier = declaration.modifiers.first(where: { words.contains($0.name.text) }) {
            return .replacing(modifier.name, by: TokenSyntax(.keyword(.package), presence: .present), message)
        }
        let keyword = declaration.protocolKeyword
        return .replacing(keyword, by: TokenSyntax(.unknown("package protocol"), presence: .present), message)
    }
}
