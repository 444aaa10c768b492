// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// One requirement of a protocol.
package struct RequirementDescription: Hashable, Sendable {
    /// The kind of requirement.
    package enum Kind: Hashable, Sendable {
        case method
        /// A property; has no parameters.
        case property
        /// A subscript; has no name.
        case `subscript`
    }

    /// Method, property or subscript.
    package var kind: Kind
    /// Base name as source text; `subscript` for a subscript.
    package var name: String
    /// Attributes repeated by the proxy: `@available(…)`, `@discardableResult`, `@concurrent`, a global actor.
    package var attributes: [String]
    /// Modifiers repeated by the proxy: `nonisolated`, `nonisolated(nonsending)`.
    package var modifiers: [String]
    /// Type parameters of its own.
    package var genericParameters: [GenericParameterDescription]
    /// Constraints after the signature, without the keyword `where`.
    package var whereClause: String?
    /// The parameters, in order.
    package var parameters: [ParameterDescription]
    /// Effects of the method or getter.
    package var effects: EffectsDescription
    /// Type of the result or of the value; nil for Void.
    package var result: String?
    /// Whether there is a setter.
    package var isSettable: Bool
    /// Whether it may change a delegate that is a value: a mutating method, or an accessor that is mutating.
    package var changesDelegate = false
    /// Whether the superclass has the requirement too, in another form.
    package var isOverriding = false
    /// Whether only the setter is new, and the getter is the superclass's.
    package var inheritsGetter = false
    /// Whether a proxy answers it itself, as every object does, and doesn't forward it.
    package var isOfObject = false
    /// The type that a delegate is called as; nil for its own. Protocols can have the requirement in several forms, of
    /// which the compiler would choose one.
    package var caller: String?
    /// Whether it is optional for delegates.
    package var isOptional: Bool
    /// The expression of the declared answer.
    package var defaultAnswer: String?
    /// A name for the selector that replaces the derived one.
    package var chosenName: String?

    /// A requirement with a kind and a name; everything else is empty or false.
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
        return "\(bare)(\(parameters.map { ($0.label(in: kind)?.withoutBackticks ?? "_") + ":" }.joined()))"
    }

    /// Whether it has a global actor of its own: `@MainActor`, also as `@_Concurrency.MainActor`.
    var hasOwnActor: Bool {
        attributes.contains { attribute in attribute.prefix { $0 != "(" }.hasSuffix("Actor") }
    }

    /// Whether its protocol decides about its actor, because it names neither one nor none.
    var leavesActorToProtocol: Bool {
        !hasOwnActor && !attributes.contains("@concurrent") && !modifiers.contains { $0.hasPrefix("nonisolated") }
    }

    /// The name of a method as source text, with its labels.
    var reference: String { "\(name)(\(parameters.map { ($0.label(in: kind) ?? "_") + ":" }.joined()))" }
}
