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
            if let alias = member.decl.as(TypeAliasDeclSyntax.self) {
                read.description.typeAliases.insert(alias.name.text)
                if TypeText(alias.initializer.value.plainText).isFunction {
                    read.description.functionAliases.insert(alias.name.text)
                }
            }
            guard let type = member.decl.as(AssociatedTypeDeclSyntax.self) else { continue }
            let bounds = type.inheritanceClause?.inheritedTypes.map(\.type.plainText) ?? []
            let parameter = GenericParameterDescription(
                type.name.text,
                constraint: bounds.isEmpty ? nil : bounds.joined(separator: " & ")
            )
            if primary.contains(parameter.name) {
                read.description.primaryAssociatedTypes.append(parameter)
            } else if type.initializer == nil {
                read.description.freeAssociatedTypes.append(parameter)
            } else {
                read.description.defaultedAssociatedTypes.append(parameter.name)
            }
        }
        let parents = ParentsReader(declaration, namesSuperclass: false).types
        for name in parents.flatMap({ KnownParents.inferredTypes(of: $0.plainText) })
        where !read.description.associatedTypeNames.contains(name) {
            read.description.defaultedAssociatedTypes.append(name)
        }
        let order = { (name: String) in primary.firstIndex(of: name) ?? 0 }
        read.description.primaryAssociatedTypes.sort { order($0.name) < order($1.name) }
        // Types of a parent aren't declared here, but are parameters of its proxy.
        let own = Set(read.description.primaryAssociatedTypes.map(\.name))
        for name in declaration.primaryAssociatedTypeClause?.primaryAssociatedTypes ?? []
        where !own.contains(name.name.text) {
            read.refusals.append(FoundRefusal(.unseenParent(name: name.name.text), at: name.name))
        }
        constrain(in: &read)
    }

    /// Adds the constraints in the `where` clauses of the protocol and of its types, once all types are known.
    private func constrain(in read: inout ReadDeclaration) {
        let types = declaration.memberBlock.members.compactMap { $0.decl.as(AssociatedTypeDeclSyntax.self) }
        for clause in [declaration.genericWhereClause] + types.map(\.genericWhereClause) {
            for requirement in clause?.requirements ?? [] {
                let text = requirement.requirement.plainText
                guard let refusal = read.description.add(constraint: text) else { continue }
                read.refusals.append(FoundRefusal(refusal, at: requirement.requirement))
            }
        }
    }
}
