// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Options of a proxy besides its protocol.
package struct ProxyOptions: Hashable, Sendable {
    /// The object with the delegate property.
    package struct Parent: Hashable, Sendable {
        /// The type of the object.
        package var type: String
        /// The property.
        package var property: String
        /// Type parameters of the object's class.
        package var genericParameters: [GenericParameterDescription] = []
        /// Whether the property belongs to the main actor.
        package var isOnMainActor = false

        /// A parent object.
        ///
        /// - Parameters:
        ///   - type: Its type.
        ///   - property: Name of the property. Default `delegate`.
        package init(type: String, property: String = "delegate") {
            self.type = type
            self.property = property
        }
    }

    /// The source of answers to optional requirements that no delegate implements.
    package enum Defaults: Hashable, Sendable {
        /// None: requirements without a result do nothing, others need a declared answer.
        case nothing
        /// The protocol's own default bodies, called on a class that implements nothing else.
        ///
        /// - Parameter base: Superclass of that class, if the protocol requires one.
        case ownBodies(base: String?)
    }

    /// Name of the class. Default: the protocol's name followed by `Proxy`.
    package var className: String?
    /// The proxy of the refined protocol; nil for none.
    package var superclass: String?
    /// The parent object; nil for a standalone proxy.
    package var parent: Parent?
    /// An object that receives its delegate at creation and has no settable property. The proxy is standalone, and the
    /// object gets an `.rx` extension.
    package var givenTo: Parent?
    /// The source of answers to optional requirements that no delegate implements.
    package var defaults: Defaults
    /// Whether the default bodies of optional requirements are generated, and report when they are reached.
    package var writesDefaultBodies = false
    /// Parent protocols whose requirements the class forwards itself.
    package var inherited: [ProtocolDescription]
    /// Further protocols of the class, with all their requirements; optional for delegates.
    package var others: [ProtocolDescription]
    /// Whether the class must satisfy `NSObjectProtocol`.
    package var isNSObjectProtocol = false
    /// Whether the class comes from a macro and its protocol is internal, which hides the class from the optimiser.
    package var isHiddenFromOptimizer = false
    /// Whether the actor of the property is unknown to the generator, which adds a hint to the source.
    package var hintsAtActors = false
    /// Short names used by inherited requirements.
    package var takenNames: Set<String>

    /// Names that the `.rx` extension has for other things than requirements.
    package var reactiveNames: Set<String> {
        guard let property = (parent ?? givenTo)?.property else { return [] }
        return ["base", "calls", property, property + "Proxy", "set" + property.capitalized]
    }

    /// Options, all off by default.
    package init(
        className: String? = nil,
        superclass: String? = nil,
        parent: Parent? = nil,
        defaults: Defaults = .nothing,
        inherited: [ProtocolDescription] = [],
        others: [ProtocolDescription] = [],
        takenNames: Set<String> = []
    ) {
        self.className = className
        self.superclass = superclass
        self.parent = parent
        self.defaults = defaults
        self.inherited = inherited
        self.others = others
        self.takenNames = takenNames
    }
}
