// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension RequirementDescription {
    /// How a class fulfils a requirement that its superclass has too.
    package enum Overriding: Hashable, Sendable {
        /// The superclass fulfils it.
        case inherited
        /// The class overrides it.
        case overriding(RequirementDescription)
        /// A class can't have both.
        case impossible
    }

    /// How to fulfil the requirement in a subclass of a class that fulfils `other`; nil if they don't concern each other.
    package func overriding(_ other: RequirementDescription) -> Overriding? {
        guard kind == other.kind, fullName == other.fullName, effects.isAsync == other.effects.isAsync,
            genericParameters == other.genericParameters, whereClause == other.whereClause,
            parameters.map(\.type) == other.parameters.map(\.type)
        else { return nil }
        guard result == other.result, attributes == other.attributes, modifiers == other.modifiers else {
            return .impossible
        }
        // The proxy of the superclass doesn't ask its delegate, and its answer can't throw.
        if other.isOfObject {
            guard effects.throwing == .nothing else { return .impossible }
            var own = self
            own.isOverriding = true
            return .overriding(own)
        }
        let throwsLess = effects.throwing != other.effects.throwing && !isFulfilled(by: other.effects.throwing)
        if throwsLess, other.effects.throwing != .anything { return .impossible }
        let isAnswered = isOptional || defaultAnswer != nil
        let answersAlike = isOptional == other.isOptional && defaultAnswer == other.defaultAnswer
        let needsSetter = isSettable && !other.isSettable
        if !throwsLess, !needsSetter, answersAlike || !isAnswered { return .inherited }
        var own = self
        own.isOverriding = true
        own.inheritsGetter = needsSetter && !throwsLess && !isAnswered
        return .overriding(own)
    }

    private func isFulfilled(by throwing: EffectsDescription.Throwing) -> Bool {
        switch (effects.throwing, throwing) {
        case (_, .nothing), (.anything, .only), (.anything, .anything): true
        default: false
        }
    }
}
