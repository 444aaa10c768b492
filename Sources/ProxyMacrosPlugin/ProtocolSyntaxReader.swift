// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTemplate
import SwiftDiagnostics
import SwiftSyntax

/// A protocol read from its declaration.
struct ReadDeclaration {
    var description: ProtocolDescription
    var options: ProxyOptions
    var refusals: [FoundRefusal] = []
    /// Further problems besides refusals.
    var diagnostics: [Diagnostic] = []
}

/// Converts the declaration of a protocol to a description.
struct ProtocolSyntaxReader {
    private let declaration: ProtocolDeclSyntax
    private let arguments: ProxiedArguments
    /// The enclosing types, the innermost last.
    private let path: [String]
    /// The access level that the enclosing extension gives to its members; nil for none.
    private let accessOfMembers: AccessLevel?
    /// Whether the file can't name an enclosing type: one that is private in another type.
    private let isHidden: Bool

    init(_ declaration: ProtocolDeclSyntax, arguments: ProxiedArguments, owners: [Syntax] = []) {
        self.declaration = declaration
        path = owners.reversed().compactMap { owner in
            let named = owner.asProtocol((any NamedDeclSyntax).self)
            return named?.name.text ?? owner.as(ExtensionDeclSyntax.self)?.extendedType.plainText
        }
        // Members of a private extension are accessible in the whole file.
        accessOfMembers = owners.first?.as(ExtensionDeclSyntax.self).flatMap { Self.access($0.modifiers) }
            .map { max($0, .fileprivate) }
        isHidden = owners.dropLast().contains { owner in
            owner.asProtocol((any WithModifiersSyntax).self)?.modifiers.contains { $0.name.text == "private" } ?? false
        }
        self.arguments = arguments
    }

    func read() -> ReadDeclaration {
        var description = ProtocolDescription(name: declaration.name.text, access: access)
        description.path = path
        description.attributes = declaration.attributes.compactMap { $0.as(AttributeSyntax.self) }
            .filter { $0.name == "available" }.map(\.plainText)
        let actor = declaration.attributes.compactMap { $0.as(AttributeSyntax.self) }
            .first { $0.name.hasSuffix("Actor") }
        description.globalActor = actor?.plainText
        let members = declaration.memberBlock.members.compactMap { $0.decl.asProtocol((any WithAttributesSyntax).self) }
        description.hasUnknownAttribute = ([declaration.attributes] + members.map(\.attributes)).joined()
            .compactMap { $0.as(AttributeSyntax.self) }.contains { ProtocolDescription.isUnknown(attribute: $0.name) }
        var read = ReadDeclaration(
            description: description,
            options: ProxyOptions(superclass: arguments.superclass, parent: arguments.parent),
            diagnostics: arguments.diagnostics
        )
        read.options.writesDefaultBodies = true
        read.options.hintsAtActors = true
        if let actor, read.options.parent != nil {
            read.options.parent?.isOnMainActor = true
            if actor.name != "MainActor" {
                let name = String(actor.plainText.dropFirst())
                read.refusals.append(FoundRefusal(.unknownActor(name: name), at: actor))
            }
        }
        if let refusal = read.description.refusalOfName {
            read.refusals.append(FoundRefusal(refusal, at: declaration.name))
        }
        AssociatedTypesReader(declaration).read(into: &read)
        let namesSuperclass = arguments.superclass != nil || arguments.inheritsNothing
        var parents = ParentsReader(declaration, namesSuperclass: namesSuperclass)
        read.description.mayBeValue = parents.requiresClass == false
        parents.read(into: &read)
        for member in declaration.memberBlock.members {
            RequirementReader(owner: declaration).read(member.decl, into: &read)
        }
        refusePrivateBodies(in: &read)
        refuseCollisions(in: &read)
        return read
    }

    private var access: AccessLevel { Self.access(declaration.modifiers) ?? accessOfMembers ?? .internal }

    private static func access(_ modifiers: DeclModifierListSyntax) -> AccessLevel? {
        modifiers.lazy.compactMap { AccessLevel(rawValue: $0.name.text) }.first
    }

    /// Default bodies of a protocol that their extension can't name.
    private func refusePrivateBodies(in read: inout ReadDeclaration) {
        guard read.description.requirements.contains(where: \.isOptional) else { return }
        let refusal = Refusal.privateDefaultBodies(name: declaration.name.text)
        if isHidden {
            read.refusals.append(FoundRefusal(refusal, at: declaration.name))
        } else if read.description.isPrivateInType,
            let word = declaration.modifiers.first(where: { $0.name.text == "private" })?.name
        {
            let new = TokenSyntax(.keyword(.fileprivate), presence: .present)
            let fixIt = FixIt.replacing(word, by: new, "make the protocol 'fileprivate'")
            read.refusals.append(FoundRefusal(refusal, at: word, fixIt: fixIt))
        }
    }

    /// Indistinguishable requirements.
    private func refuseCollisions(in read: inout ReadDeclaration) {
        guard read.refusals.isEmpty else { return }
        let names = ProxySource(read.description, options: read.options).indistinguishableNames
        guard !names.isEmpty else { return }
        var seen: Set<String> = []
        for member in declaration.memberBlock.members {
            guard let found = RequirementReader(owner: declaration).nameAndToken(of: member.decl) else { continue }
            if names.contains(found.name), !seen.insert(found.name).inserted {
                read.refusals.append(FoundRefusal(.indistinguishable(name: found.name), at: found.token))
            }
        }
    }
}
