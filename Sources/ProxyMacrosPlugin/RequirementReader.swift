// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTemplate
import SwiftDiagnostics
import SwiftSyntax

/// Reads the members of a protocol.
struct RequirementReader {
    /// The protocol.
    let owner: ProtocolDeclSyntax

    /// Adds the requirements declared by a member, or the reasons against them.
    func read(_ member: DeclSyntax, into read: inout ReadDeclaration) {
        if let function = member.as(FunctionDeclSyntax.self) {
            append(method(function), of: function, into: &read)
        } else if let variable = member.as(VariableDeclSyntax.self) {
            for binding in variable.bindings { append(property(variable, binding), of: variable, into: &read) }
        } else if let accessors = member.as(SubscriptDeclSyntax.self) {
            append(subscriptRequirement(accessors), of: accessors, into: &read)
        } else if let initializer = member.as(InitializerDeclSyntax.self) {
            read.refusals.append(FoundRefusal(.initializer, at: initializer.initKeyword))
        } else if let condition = member.as(IfConfigDeclSyntax.self) {
            read.refusals.append(FoundRefusal(.conditionalRequirement, at: condition.clauses.first!.poundKeyword))
        } else if !member.is(AssociatedTypeDeclSyntax.self), !member.is(TypeAliasDeclSyntax.self) {
            read.refusals.append(FoundRefusal(.unknownDeclaration(text: member.plainText), at: member))
        }
    }

    /// The name of a member's requirement, and its location.
    func nameAndToken(of member: DeclSyntax) -> (name: String, token: Syntax)? {
        if let function = member.as(FunctionDeclSyntax.self) {
            return (method(function).fullName, Syntax(function.name))
        }
        if let accessors = member.as(SubscriptDeclSyntax.self) {
            return (subscriptRequirement(accessors).fullName, Syntax(accessors.subscriptKeyword))
        }
        guard let binding = member.as(VariableDeclSyntax.self)?.bindings.first else { return nil }
        return (binding.pattern.plainText, Syntax(binding.pattern))
    }

    // MARK: Kinds

    private func method(_ function: FunctionDeclSyntax) -> RequirementDescription {
        var requirement = RequirementDescription(kind: .method, name: function.name.text)
        takeAttributes(function.attributes, function.modifiers, into: &requirement)
        requirement.genericParameters = genericParameters(function.genericParameterClause)
        requirement.whereClause = whereClause(function.genericWhereClause)
        requirement.parameters = parameters(function.signature.parameterClause)
        let effects = function.signature.effectSpecifiers
        requirement.effects = Self.effects(effects?.asyncSpecifier, effects?.throwsClause)
        requirement.result = result(function.signature.returnClause?.type)
        return requirement
    }

    private func property(_ variable: VariableDeclSyntax, _ binding: PatternBindingSyntax) -> RequirementDescription {
        var requirement = RequirementDescription(kind: .property, name: binding.pattern.plainText)
        takeAttributes(variable.attributes, variable.modifiers, into: &requirement)
        requirement.result = binding.typeAnnotation?.type.plainText
        takeAccessors(binding.accessorBlock, into: &requirement)
        return requirement
    }

    private func subscriptRequirement(_ accessors: SubscriptDeclSyntax) -> RequirementDescription {
        var requirement = RequirementDescription(kind: .subscript, name: "subscript")
        takeAttributes(accessors.attributes, accessors.modifiers, into: &requirement)
        requirement.genericParameters = genericParameters(accessors.genericParameterClause)
        requirement.whereClause = whereClause(accessors.genericWhereClause)
        requirement.parameters = parameters(accessors.parameterClause)
        requirement.result = accessors.returnClause.type.plainText
        takeAccessors(accessors.accessorBlock, into: &requirement)
        return requirement
    }

    // MARK: Pieces

    /// Attributes repeated by proxies. Others concern the delegate's body, or are annotations of ours.
    private static func isRepeated(_ attribute: AttributeSyntax) -> Bool {
        ["available", "concurrent", "discardableResult", "preconcurrency"].contains(attribute.name)
            || attribute.name.hasSuffix("Actor")
    }

    private func takeAttributes(
        _ attributes: AttributeListSyntax,
        _ modifiers: DeclModifierListSyntax,
        into requirement: inout RequirementDescription
    ) {
        requirement.attributes = attributes.compactMap { $0.as(AttributeSyntax.self) }.filter(Self.isRepeated)
            .map(\.plainText)
        requirement.modifiers = modifiers.map(\.plainText).filter { $0.hasPrefix("nonisolated") }
        requirement.changesDelegate = modifiers.contains { $0.name.text == "mutating" }
        requirement.isOptional = attributes.attribute(named: "Optional") != nil
        requirement.defaultAnswer =
            attributes.attribute(named: "Default")?.labelledArguments.first?.expression
            .sourceText
    }

    private func takeAccessors(_ block: AccessorBlockSyntax?, into requirement: inout RequirementDescription) {
        guard case .accessors(let accessors) = block?.accessors else { return }
        requirement.isSettable = accessors.contains { $0.accessorSpecifier.text == "set" }
        requirement.changesDelegate = accessors.contains { accessor in
            let isSetter = accessor.accessorSpecifier.text == "set"
            return isSetter ? accessor.modifier?.name.text != "nonmutating" : accessor.modifier?.name.text == "mutating"
        }
        let getter = accessors.first { $0.accessorSpecifier.text == "get" }
        let effects = getter?.effectSpecifiers
        requirement.effects = Self.effects(effects?.asyncSpecifier, effects?.throwsClause)
    }

    private static func effects(_ asyncWord: TokenSyntax?, _ clause: ThrowsClauseSyntax?) -> EffectsDescription {
        var effects = EffectsDescription(isAsync: asyncWord != nil)
        guard let clause else { return effects }
        if clause.throwsSpecifier.text == "rethrows" {
            effects.throwing = .rethrowing
        } else {
            effects.throwing = clause.type.map { .only($0.plainText) } ?? .anything
        }
        return effects
    }

    private func genericParameters(_ clause: GenericParameterClauseSyntax?) -> [GenericParameterDescription] {
        (clause?.parameters ?? []).map { parameter in
            GenericParameterDescription(
                parameter.name.text,
                constraint: parameter.inheritedType?.plainText,
                specifier: parameter.specifier?.text
            )
        }
    }

    private func whereClause(_ clause: GenericWhereClauseSyntax?) -> String? {
        clause.map { $0.requirements.plainText }
    }

    private func parameters(_ clause: FunctionParameterClauseSyntax) -> [ParameterDescription] {
        clause.parameters.map { parameter in
            ParameterDescription(
                firstName: parameter.secondName == nil ? nil : parameter.firstName.text,
                name: (parameter.secondName ?? parameter.firstName).text,
                type: parameter.type.plainText,
                isVariadic: parameter.ellipsis != nil
            )
        }
    }

    private func result(_ type: TypeSyntax?) -> String? {
        guard let text = type?.plainText, text != "Void", text != "()" else { return nil }
        return text
    }

    private func append(
        _ requirement: RequirementDescription,
        of member: some DeclSyntaxProtocol,
        into read: inout ReadDeclaration
    ) {
        let found = RequirementRefusals(requirement, member: Syntax(member), owner: owner, in: read.description).found
        read.refusals += found
        if found.isEmpty { read.description.requirements.append(requirement.normalized) }
    }
}
