// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTemplate
import SwiftSyntax

/// Reads the associated types of a protocol.
struct AssociatedTypesReader {
    private let declaration: ProtocolDeclSyntax

    init(_ declaration: ProtocolDeclSyntax) { self.declaration = declaration }

    func read(into read: inout ReadDeclaration) {
        let primary = declaration.primaryAssociatedTypeClause?.primaryAssociatedTypes.map(\.name.text) ?? []
        for member in declaration.memberBlock.members {
            guard let type = member.decl.as(AssociatedTypeDeclSyntax.self) else { continue }
            let parameter = GenericParameterDescription(type.name.text, constraint: constraint(of: type))
            if primary.contains(parameter.name) {
                read.description.primaryAssociatedTypes.append(parameter)
            } else if type.initializer == nil {
                read.description.freeAssociatedTypes.append(parameter)
            } else {
                read.description.defaultedAssociatedTypes.append(parameter.name)
            }
            refuseConstraints(type.genericWhereClause, into: &read)
        }
        refuseConstraints(declaration.genericWhereClause, into: &read)
        let order = { (name: String) in primary.firstIndex(of: name) ?? 0 }
        read.description.primaryAssociatedTypes.sort { order($0.name) < order($1.name) }
        // Types of a parent aren't declared here, but are parameters of its proxy.
        let own = Set(read.description.primaryAssociatedTypes.map(\.name))
        for name in declaration.primaryAssociatedTypeClause?.primaryAssociatedTypes ?? []
        where !own.contains(name.name.text) {
            read.refusals.append(FoundRefusal(.unseenParent(name: name.name.text), at: name.name))
        }
    }

    /// The constraints of a type: after its name, and in the protocol's `where` clause.
    private func constraint(of type: AssociatedTypeDeclSyntax) -> String? {
        var parts = type.inheritanceClause?.inheritedTypes.map(\.type.plainText) ?? []
        let clauses = [declaration.genericWhereClause, type.genericWhereClause].compactMap(\.self)
        for requirement in clauses.flatMap(\.requirements) {
            guard case .conformanceRequirement(let conformance) = requirement.requirement else { continue }
            let subject = conformance.leftType.plainText
            if subject == type.name.text || subject == "Self.\(type.name.text)" {
                parts.append(conformance.rightType.plainText)
            }
        }
        return parts.isEmpty ? nil : parts.joined(separator: " & ")
    }

    /// A class parameter can only have conformance constraints.
    private func refuseConstraints(_ clause: GenericWhereClauseSyntax?, into read: inout ReadDeclaration) {
        for requirement in clause?.requirements ?? [] {
            guard case .sameTypeRequirement(let same) = requirement.requirement else { continue }
            read.refusals.append(FoundRefusal(.unknownDeclaration(text: same.plainText), at: same))
        }
    }
}
