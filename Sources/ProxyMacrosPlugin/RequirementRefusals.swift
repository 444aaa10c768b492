// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTemplate
import SwiftDiagnostics
import SwiftSyntax

/// Finds the refusals of a requirement, with their tokens.
struct RequirementRefusals {
    private let requirement: RequirementDescription
    private let member: Syntax
    private let owner: ProtocolDeclSyntax
    private let description: ProtocolDescription

    init(
        _ requirement: RequirementDescription,
        member: Syntax,
        owner: ProtocolDeclSyntax,
        in description: ProtocolDescription
    ) {
        self.requirement = requirement
        self.member = member
        self.owner = owner
        self.description = description
    }

    /// The refusals.
    var found: [FoundRefusal] {
        if let word = staticWord {
            let fixIt = FixIt.removing(word, "make it an instance requirement")
            return [FoundRefusal(.staticRequirement(name: requirement.fullName), at: word, fixIt: fixIt)]
        }
        let fixed = Set(description.primaryAssociatedTypes.map(\.name))
        let refusals = requirement.refusals(
            fixedTypes: fixed,
            allTypes: description.associatedTypeNames,
            mayBeValue: description.mayBeValue
        )
        return refusals.map(locate) + markerRefusals
    }

    private var modifiers: DeclModifierListSyntax {
        member.asProtocol((any WithModifiersSyntax).self)?.modifiers ?? []
    }

    private var staticWord: TokenSyntax? { modifiers.first { ["static", "class"].contains($0.name.text) }?.name }

    // MARK: Positions

    private func locate(_ refusal: Refusal) -> FoundRefusal {
        switch refusal {
        case .associatedType(let name):
            return FoundRefusal(refusal, at: token(name) ?? nameToken, fixIt: makePrimary(name))
        case .selfParameter, .selfResult:
            let isResult = if case .selfResult = refusal { true } else { false }
            let word = ownSelf(inResult: isResult)
            return FoundRefusal(refusal, at: word ?? nameToken, fixIt: word.map(replaceSelf))
        case .changeOfValue:
            return FoundRefusal(refusal, at: nameToken, fixIt: requireClass)
        default:
            return FoundRefusal(refusal, at: nameToken)
        }
    }

    private var nameToken: TokenSyntax {
        if let function = member.as(FunctionDeclSyntax.self) { return function.name }
        if let accessors = member.as(SubscriptDeclSyntax.self) { return accessors.subscriptKeyword }
        return member.as(VariableDeclSyntax.self)?.bindings.first?.pattern.firstToken(viewMode: .sourceAccurate)
            ?? member.firstToken(viewMode: .sourceAccurate)!
    }

    /// The first token of a name other than the requirement's own.
    private func token(_ text: String) -> TokenSyntax? {
        member.tokens(viewMode: .sourceAccurate).first { $0.text == text && $0 != nameToken }
    }

    /// The word `Self` that means the delegate's type, not the base of an associated type.
    private func ownSelf(inResult isResult: Bool) -> TokenSyntax? {
        let place: Syntax?
        if let signature = member.as(FunctionDeclSyntax.self)?.signature {
            place = isResult ? signature.returnClause.map { Syntax($0) } : Syntax(signature.parameterClause)
        } else if let accessors = member.as(SubscriptDeclSyntax.self) {
            place = isResult ? Syntax(accessors.returnClause) : Syntax(accessors.parameterClause)
        } else {
            place = member
        }
        return place?.tokens(viewMode: .sourceAccurate).first { token in
            token.text == "Self" && token.nextToken(viewMode: .sourceAccurate)?.text != "."
        }
    }

    // MARK: Fix-its

    private func replaceSelf(_ word: TokenSyntax) -> FixIt {
        let name = description.name
        // `any P?` would be an existential of an optional.
        let isBare = ["?", "!", "."].contains(word.nextToken(viewMode: .sourceAccurate)?.text ?? "") == false
        let type = isBare ? "any \(name)" : "(any \(name))"
        return .replacing(word, by: TokenSyntax(.unknown(type), presence: .present), "use '\(type)'")
    }

    private var requireClass: FixIt {
        let message = "require AnyObject"
        if let first = owner.inheritanceClause?.inheritedTypes.first {
            let new = TokenSyntax(.unknown("AnyObject, \(first.type.plainText)"), presence: .present)
            return .replacing(first.type, by: new, message)
        }
        let name = owner.primaryAssociatedTypeClause.map { Syntax($0) } ?? Syntax(owner.name)
        let new = TokenSyntax(.unknown("\(name.trimmedDescription): AnyObject"), presence: .present)
        return .replacing(name, by: new, message)
    }

    private func makePrimary(_ name: String) -> FixIt? {
        guard
            owner.memberBlock.members.contains(where: { $0.decl.as(AssociatedTypeDeclSyntax.self)?.name.text == name })
        else { return nil }
        let primary = owner.primaryAssociatedTypeClause
        let names = (primary?.primaryAssociatedTypes.map(\.name.text) ?? []) + [name]
        let clause = "<\(names.joined(separator: ", "))>"
        let new = TokenSyntax(.unknown(owner.name.text + clause), presence: .present)
        guard let primary else {
            return .replacing(owner.name, by: new, "make '\(name)' a primary associated type")
        }
        let node = TokenSyntax(.unknown(clause), presence: .present)
        return .replacing(primary, by: node, "make '\(name)' a primary associated type")
    }

    // MARK: @Optional and @Default

    private var markerRefusals: [FoundRefusal] {
        let attributes = member.asProtocol((any WithAttributesSyntax).self)?.attributes ?? []
        let isReturning = requirement.result != nil
        if let marker = attributes.attribute(named: "Optional"), isReturning, requirement.defaultAnswer == nil {
            let new = AttributeSyntax("@Optional @Default(<#answer#>)")
            let fixIt = FixIt.replacing(marker, by: new, "declare the answer")
            return [FoundRefusal(.optionalWithoutAnswer(name: requirement.fullName), at: marker, fixIt: fixIt)]
        }
        if let marker = attributes.attribute(named: "Default"), !isReturning {
            let fixIt = FixIt.replacing(marker, by: AttributeSyntax("@Optional"), "make it optional instead")
            return [FoundRefusal(.answerOfNothing(name: requirement.fullName), at: marker, fixIt: fixIt)]
        }
        return []
    }
}
