// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// One requirement of a protocol.
package struct RequirementDescription: Hashable, Sendable {
    /// What is required.
    package enum Kind: Hashable, Sendable {
        case method
        /// A property; has no parameters.
        case property
        /// A subscript; has no name.
        case `subscript`
    }

    /// Method, property or subscript.
    package var kind: Kind
    /// Base name, as source writes it; `subscript` for a subscript.
    package var name: String
    /// Attributes that the proxy repeats: `@available(…)`, `@discardableResult`, a global actor.
    package var attributes: [String]
    /// Modifiers that the proxy repeats: `nonisolated`.
    package var modifiers: [String]
    /// Type parameters of its own.
    package var genericParameters: [GenericParameterDescription]
    /// Constraints behind the signature, without the word `where`.
    package var whereClause: String?
    /// The parameters, in order.
    package var parameters: [ParameterDescription]
    /// Of a method, or of the getter.
    package var effects: EffectsDescription
    /// Type of the result or of the value; nil for Void.
    package var result: String?
    /// Whether there is a setter.
    package var isSettable: Bool
    /// May be left out by a delegate.
    package var isOptional: Bool
    /// The declared answer where nobody gives one: an expression.
    package var defaultAnswer: String?
    /// A name for the selector that replaces the derived one.
    package var chosenName: String?

    /// A requirement; everything but kind and name is empty or no.
    package init(
        kind: Kind,
        name: String,
        attributes: [String] = [],
        modifiers: [String] = [],
        genericParameters: [GenericParameterDescription] = [],
        whereClause: String? = nil,
        parameters: [ParameterDescription] = [],
        effects: EffectsDescription = EffectsDescription(),
        result: String? = nil,
        isSettable: Bool = false,
        isOptional: Bool = false,
        defaultAnswer: String? = nil,
        chosenName: String? = nil
    ) {
        self.kind = kind
        self.name = kind == .subscript ? name : SwiftWords.escaped(name.withoutBackticks)
        self.attributes = attributes
        self.modifiers = modifiers
        self.genericParameters = genericParameters
        self.whereClause = whereClause
        self.parameters = parameters
        self.effects = effects
        self.result = result
        self.isSettable = isSettable
        self.isOptional = isOptional
        self.defaultAnswer = defaultAnswer
        self.chosenName = chosenName
    }

    /// The full name: `parser(_:foundCharacters:)`, `title`, `subscript(row:)`.
    package var fullName: String {
        let bare = name.hasPrefix("`") ? String(name.dropFirst().dropLast()) : name
        guard kind != .property else { return bare }
        return "\(bare)(\(parameters.map { ($0.label(in: kind) ?? "_") + ":" }.joined()))"
    }
}
