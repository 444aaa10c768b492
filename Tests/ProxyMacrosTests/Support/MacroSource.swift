// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftIfConfig
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

@testable import ProxyMacrosPlugin

/// Source whose `@Proxied` protocols are expanded as the compiler would do it, but here.
struct MacroSource {
    /// What a macro said.
    struct Remark: Equatable, CustomStringConvertible {
        /// Line and column of the word, from 1.
        var place: String
        /// The word.
        var word: String
        var message: String
        /// What the fix-it offers, nil for none.
        var fix: String?
        /// The source once it is applied.
        var fixed: String?

        var description: String { "\(place) '\(word)': \(message) [\(fix ?? "-")]\n\(fixed ?? "")" }
    }

    /// The declarations that the macros make, as they make them.
    private(set) var expansion: [String] = []
    private(set) var remarks: [Remark] = []

    /// Expands the macros in a source.
    ///
    /// - Parameter conditions: What is set by `-D`; nil where the compiler does not tell.
    init(_ text: String, conditions: Set<String>? = nil) throws {
        let tree = Parser.parse(source: text)
        let finder = AttributeFinder(viewMode: .sourceAccurate)
        finder.walk(tree)
        for (attribute, declaration) in finder.found {
            let configuration = conditions.map { conditions in
                StaticBuildConfiguration(
                    customConditions: conditions,
                    languageVersion: VersionTuple(6),
                    compilerVersion: VersionTuple(6, 3)
                )
            }
            let context = BasicMacroExpansionContext(
                lexicalContext: Self.owners(of: declaration),
                buildConfiguration: configuration
            )
            try expand(attribute, at: declaration, in: context)
            let places = SourceLocationConverter(fileName: "", tree: tree)
            remarks += context.diagnostics.map { Self.remark($0, in: text, places) }
        }
    }

    /// The declarations around one, innermost first.
    private static func owners(of declaration: DeclSyntax) -> [Syntax] {
        var owners: [Syntax] = []
        var node = declaration.parent
        while let next = node {
            if next.asProtocol((any DeclGroupSyntax).self) != nil { owners.append(next) }
            node = next.parent
        }
        return owners
    }

    private mutating func expand(
        _ attribute: AttributeSyntax,
        at declaration: DeclSyntax,
        in context: BasicMacroExpansionContext
    ) throws {
        switch attribute.name {
        case "Optional": _ = try OptionalMacro.expansion(of: attribute, providingPeersOf: declaration, in: context)
        case "Default": _ = try DefaultMacro.expansion(of: attribute, providingPeersOf: declaration, in: context)
        default:
            let peers = try ProxiedMacro.expansion(of: attribute, providingPeersOf: declaration, in: context)
            expansion += peers.map(\.description)
            guard let group = declaration.as(ProtocolDeclSyntax.self) else { return }
            let extensions = try ProxiedMacro.expansion(
                of: attribute,
                attachedTo: group,
                providingExtensionsOf: TypeSyntax(IdentifierTypeSyntax(name: group.name.trimmed)),
                conformingTo: [],
                in: context
            )
            expansion += extensions.map(\.description)
        }
    }

    private static func remark(_ diagnostic: Diagnostic, in text: String, _ places: SourceLocationConverter) -> Remark {
        let start = diagnostic.node.positionAfterSkippingLeadingTrivia
        let location = places.location(for: start)
        return Remark(
            place: "\(location.line):\(location.column)",
            word: diagnostic.node.trimmedDescription,
            message: diagnostic.message,
            fix: diagnostic.fixIts.first?.message.message,
            fixed: diagnostic.fixIts.first.map { apply($0, to: text) }
        )
    }

    private static func apply(_ fixIt: FixIt, to text: String) -> String {
        var bytes = Array(text.utf8)
        for case .replace(let old, let new) in fixIt.changes {
            bytes.replaceSubrange(old.position.utf8Offset..<old.endPosition.utf8Offset, with: new.description.utf8)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Finds the attributes that are ours, and what they stand at.
private final class AttributeFinder: SyntaxVisitor {
    private(set) var found: [(AttributeSyntax, DeclSyntax)] = []

    override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
        if ["Proxied", "Optional", "Default"].contains(node.name),
            let declaration = node.parent?.parent?.as(DeclSyntax.self)
        {
            found.append((node, declaration))
        }
        return .skipChildren
    }
}
