// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTemplate
import SwiftDiagnostics
import SwiftSyntax

/// Reads the parents of a protocol.
///
/// Only their names are visible. An unknown name is a protocol with a proxy of its own, which becomes the superclass:
/// `ScrollDelegateProxy` for `ScrollDelegate`. It must be named explicitly, because a missing proxy would cause an
/// error per requirement.
struct ParentsReader {
    private let declaration: ProtocolDeclSyntax
    /// Whether the superclass was given explicitly.
    private let namesSuperclass: Bool
    /// Parents known by name only.
    private var unknown: [TypeSyntax] = []

    init(_ declaration: ProtocolDeclSyntax, namesSuperclass: Bool) {
        self.declaration = declaration
        self.namesSuperclass = namesSuperclass
    }

    mutating func read(into read: inout ReadDeclaration) {
        for type in types { self.read(type, into: &read) }
        refuseUnnamed(in: &read)
    }

    /// Whether the protocol requires a class; nil if an unknown parent may do so.
    var requiresClass: Bool? {
        let answers = types.map { type -> Bool? in
            if type.is(SuppressedTypeSyntax.self) { return false }
            return type.is(ClassRestrictionTypeSyntax.self) ? true : KnownParents.requiresClass(type.plainText)
        }
        if answers.contains(true) { return true }
        return answers.contains(nil) ? nil : false
    }

    /// The parents, also those in compositions and in the `where` clause.
    var types: [TypeSyntax] {
        let inherited = declaration.inheritanceClause?.inheritedTypes.map(\.type) ?? []
        let required = (declaration.genericWhereClause?.requirements ?? []).compactMap { requirement -> TypeSyntax? in
            guard case .conformanceRequirement(let conformance) = requirement.requirement,
                conformance.leftType.plainText == "Self"
            else { return nil }
            return conformance.rightType
        }
        return (inherited + required).flatMap(Self.parts)
    }

    /// The members of a composition, without the attributes before it, which say nothing of requirements.
    private static func parts(_ type: TypeSyntax) -> [TypeSyntax] {
        let bare = type.as(AttributedTypeSyntax.self)?.baseType ?? type
        return bare.as(CompositionTypeSyntax.self)?.elements.map(\.type) ?? [bare]
    }

    private mutating func read(_ type: TypeSyntax, into read: inout ReadDeclaration) {
        // `~Copyable` has no requirements, and `class` requires a class.
        if type.is(SuppressedTypeSyntax.self) || type.is(ClassRestrictionTypeSyntax.self) { return }
        let name = type.plainText
        switch KnownParents.kind(of: name) {
        case .marker: break
        case .objectProtocol: read.options.isNSObjectProtocol = true
        case .actor:
            let fixIt = FixIt.replacing(type, by: TypeSyntax("Sendable"), "require Sendable instead")
            read.refusals.append(FoundRefusal(.actorProtocol, at: type, fixIt: fixIt))
        case .class:
            let fixIt = FixIt.replacing(type, by: TypeSyntax("AnyObject"), "require AnyObject instead")
            read.refusals.append(FoundRefusal(.superclassConstraint(name: name), at: type, fixIt: fixIt))
        case .protocolWith(let requirements):
            if requirements.isEmpty {
                read.refusals.append(FoundRefusal(.impossibleParent(name: name), at: type))
            } else if !declares(requirements) {
                read.refusals.append(FoundRefusal(.unseenParent(name: name), at: type))
            }
        case .unknown: if !namesSuperclass { unknown.append(type) }
        }
    }

    /// Requests the proxy for a parent that is known by name only.
    private func refuseUnnamed(in read: inout ReadDeclaration) {
        guard let first = unknown.first else { return }
        if unknown.count > 1 {
            read.refusals.append(FoundRefusal(.secondParent(name: unknown[1].plainText), at: unknown[1]))
            return
        }
        let proxy = Self.proxyName(first)
        let refusal = Refusal.unnamedParent(name: first.plainText, proxy: proxy)
        read.refusals.append(FoundRefusal(refusal, at: first, fixIt: nameSuperclass(proxy)))
    }

    private func nameSuperclass(_ proxy: String) -> FixIt? {
        guard let attribute = declaration.attributes.attribute(named: "Proxied") else { return nil }
        let arguments = attribute.labelledArguments.map { $0.with(\.trailingComma, nil).plainText }
        let all = (arguments + ["inheriting: \"\(proxy)\""]).joined(separator: ", ")
        let new = TokenSyntax(.unknown("@\(attribute.attributeName.plainText)(\(all))"), presence: .present)
        return .replacing(attribute, by: new, "inherit from '\(proxy)'")
    }

    /// The name of a protocol's proxy, with the arguments of its primary associated types.
    private static func proxyName(_ type: TypeSyntax) -> String {
        if let member = type.as(MemberTypeSyntax.self) {
            let arguments = member.genericArgumentClause?.plainText ?? ""
            return "\(member.baseType.plainText).\(member.name.text)Proxy\(arguments)"
        }
        guard let simple = type.as(IdentifierTypeSyntax.self) else { return type.plainText + "Proxy" }
        return "\(simple.name.text)Proxy\(simple.genericArgumentClause?.plainText ?? "")"
    }

    /// Whether the protocol redeclares all of these, so that no requirement of the parent is invisible.
    private func declares(_ names: [String]) -> Bool {
        let reader = RequirementReader(owner: declaration)
        let own = declaration.memberBlock.members.compactMap { reader.nameAndToken(of: $0.decl)?.name }
        return names.allSatisfy(own.contains)
    }
}
