// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTemplate

/// A refusal with its source location.
struct PlacedRefusal {
    var place: SourcePlace
    var message: String

    init(_ place: SourcePlace, _ refusal: Refusal) {
        self.place = place
        message = refusal.message
    }

    init(_ place: SourcePlace, _ message: String) {
        self.place = place
        self.message = message
    }
}

/// Reads the requirements of a protocol.
struct MemberReader {
    let description: ProtocolDescription

    /// The requirement declared by a member, or the reasons against it.
    func read(_ member: ScannedMember) -> (requirement: RequirementDescription?, refusals: [PlacedRefusal]) {
        let keyword = member.keyword
        if let word = member.modifiers.compactMap(\.first).first(where: { ["static", "class"].contains($0.text) }) {
            let name = parsed(member)?.fullName ?? member.nameToken.text
            return (nil, [PlacedRefusal(word.place, .staticRequirement(name: name))])
        }
        switch keyword.text {
        case "associatedtype", "typealias": return (nil, [])
        case "init": return (nil, [PlacedRefusal(keyword.place, .initializer)])
        case "func", "var", "let", "subscript": break
        case let text where text.hasPrefix("#"):
            return (nil, text == "#if" ? [PlacedRefusal(keyword.place, .conditionalRequirement)] : [])
        default: return (nil, [unknown(member)])
        }
        guard var requirement = parsed(member), !declaresSeveral(member) else { return (nil, [unknown(member)]) }
        takeMarkers(member, into: &requirement)
        let refusals = refusals(of: requirement, member) + markerRefusals(requirement, member)
        return (refusals.isEmpty ? requirement.normalized : nil, refusals)
    }

    private func unknown(_ member: ScannedMember) -> PlacedRefusal {
        PlacedRefusal(member.whole.first!.place, .unknownDeclaration(text: member.whole.plainText))
    }

    private func parsed(_ member: ScannedMember) -> RequirementDescription? {
        try? DeclarationParser.requirement(member.tokens.plainText).get()
    }

    /// `var a: Int { get }, b: Int { get }`
    private func declaresSeveral(_ member: ScannedMember) -> Bool {
        member.keyword.text == "var" && member.tokens.parts.count > 1
    }

    private func takeMarkers(_ member: ScannedMember, into requirement: inout RequirementDescription) {
        requirement.attributes = member.attributes.filter(Self.isRepeated).map(\.tokens.plainText)
        requirement.modifiers = member.modifiers.map(\.plainText).filter { $0.hasPrefix("nonisolated") }
        if member.modifiers.contains(where: { $0.plainText == "mutating" }) { requirement.changesDelegate = true }
        requirement.isOptional = member.attribute(named: "Optional") != nil
        requirement.defaultAnswer = member.attribute(named: "Default")?.arguments.sourceText
    }

    /// Attributes repeated by proxies. Others concern the delegate's body, or are annotations of ours.
    private static func isRepeated(_ attribute: ScannedAttribute) -> Bool {
        ["available", "concurrent", "discardableResult", "preconcurrency"].contains(attribute.name)
            || attribute.name.hasSuffix("Actor")
    }

    // MARK: Refusals

    private func refusals(of requirement: RequirementDescription, _ member: ScannedMember) -> [PlacedRefusal] {
        let fixed = Set(description.primaryAssociatedTypes.map(\.name))
        return requirement.refusals(
            fixedTypes: fixed,
            allTypes: description.associatedTypeNames,
            mayBeValue: description.mayBeValue,
            noncopyable: description.noncopyableTypes
        )
        .map { PlacedRefusal(place(of: $0, in: member), $0) }
    }

    private func place(of refusal: Refusal, in member: ScannedMember) -> SourcePlace {
        let arrow = member.tokens.topLevelIndex { $0.text == "->" } ?? member.tokens.endIndex
        let found: Token?
        switch refusal {
        case .associatedType(let name):
            found = member.tokens.dropFirst(2).first { $0.text == name }
        case .selfParameter: found = ownSelf(member.tokens[..<arrow])
        case .selfResult: found = ownSelf(arrow < member.tokens.endIndex ? member.tokens[arrow...] : member.tokens)
        default: found = nil
        }
        return (found ?? member.nameToken).place
    }

    /// The word `Self` that means the delegate's type, not the base of an associated type.
    private func ownSelf(_ tokens: ArraySlice<Token>) -> Token? {
        let index = tokens.indices.first { index in
            tokens[index].text == "Self" && (index + 1 == tokens.endIndex || tokens[index + 1].text != ".")
        }
        return index.map { tokens[$0] }
    }

    private func markerRefusals(_ requirement: RequirementDescription, _ member: ScannedMember) -> [PlacedRefusal] {
        let isReturning = requirement.result != nil
        if let marker = member.attribute(named: "Optional"), isReturning, requirement.defaultAnswer == nil {
            return [PlacedRefusal(marker.place, .optionalWithoutAnswer(name: requirement.fullName))]
        }
        if let marker = member.attribute(named: "Default"), !isReturning {
            return [PlacedRefusal(marker.place, .answerOfNothing(name: requirement.fullName))]
        }
        return []
    }
}
