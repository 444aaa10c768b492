// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A member of `NSObjectProtocol`: every object answers it itself, so it is no delegate call unless the protocol
/// declares it too.
package struct ObjectMember: Sendable {
    /// The member, as a requirement.
    package let requirement: RequirementDescription
    /// What it gives, in words.
    let comment: String
    /// The proxy's answer, as source.
    let answer: String

    private init(_ requirement: RequirementDescription, comment: String, answer: String) {
        var requirement = requirement
        requirement.isOfObject = true
        self.requirement = requirement
        self.comment = comment
        self.answer = answer
    }

    /// The members besides those that the protocols of a proxy declare.
    package static func all(besides declared: [RequirementDescription]) -> [ObjectMember] {
        members.filter { member in !declared.contains(where: member.isFulfilled) }
    }

    /// Whether the class has the member if it has the other requirement. One method doesn't stand for another of the same
    /// name, but a class has only one property of a name.
    private func isFulfilled(by other: RequirementDescription) -> Bool {
        guard requirement.kind == other.kind, requirement.fullName == other.fullName else { return false }
        if requirement.kind == .property { return true }
        return requirement.parameters.map(\.type) == other.parameters.map(\.type)
            && !other.parameters.contains(where: \.isVariadic)
            && requirement.result == other.result && requirement.effects == other.effects
    }

    /// The declaration.
    var declaration: String {
        let result = requirement.result ?? "Void"
        if requirement.kind == .property { return "var \(requirement.name): \(result)" }
        let parameters = requirement.parameters.map { $0.declaration(named: $0.name, in: requirement.kind) }
        return "func \(requirement.name)(\(parameters.joined(separator: ", "))) -> \(result)"
    }

    private static let members = [
        ObjectMember(
            RequirementDescription(
                kind: .method,
                name: "isEqual",
                parameters: [ParameterDescription(firstName: "_", name: "object", type: "Any?")],
                result: "Bool"
            ),
            comment: "Whether the other one is this very proxy.",
            answer: "object as AnyObject? === self"
        ),
        ObjectMember(
            RequirementDescription(kind: .property, name: "hash", result: "Int"),
            comment: "The hash of the proxy's identity.",
            answer: "ObjectIdentifier(self).hashValue"
        ),
        ObjectMember(
            RequirementDescription(kind: .method, name: "self", result: "Self"),
            comment: "The proxy.",
            answer: "self"
        ),
        ObjectMember(
            RequirementDescription(kind: .method, name: "isProxy", result: "Bool"),
            comment: "False: the delegate's calls are all that it forwards.",
            answer: "false"
        ),
        ObjectMember(
            RequirementDescription(kind: .property, name: "description", result: "String"),
            comment: "The name of the type.",
            answer: "String(describing: Self.self)"
        ),
    ]
}
