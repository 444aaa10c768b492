// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// How a proxy is to be written, besides what its protocol says.
package struct ProxyOptions: Hashable, Sendable {
    /// The object whose property holds the delegate.
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

    /// What answers an optional requirement that no delegate implements.
    package enum Defaults: Hashable, Sendable {
        /// Nothing: a Void one does nothing, another one needs a declared answer.
        case nothing
        /// The protocol's own default bodies, called on a class that implements nothing else.
        ///
        /// - Parameter base: Superclass of that class, where the protocol asks for one.
        case ownBodies(base: String?)
    }

    /// Name of the class. Default: the protocol's with `Proxy` behind it.
    package var className: String?
    /// The proxy of the protocol that this one refines; nil for a proxy of its own.
    package var superclass: String?
    /// The parent object; nil where a proxy stands on its own.
    package var parent: Parent?
    /// An object that is given its delegate when it is made and whose property cannot be set. The proxy stands on its
    /// own, and the object gets an `.rx` surface.
    package var givenTo: Parent?
    /// What answers an optional requirement that no delegate implements.
    package var defaults: Defaults
    /// Whether the default bodies of the protocol's optional requirements are ours, and say when they are reached.
    package var writesDefaultBodies = false
    /// Protocols that the delegate's protocol refines and whose requirements the class forwards too.
    package var inherited: [ProtocolDescription]
    /// Protocols that the class conforms to as well, each with all its requirements; a delegate need not.
    package var others: [ProtocolDescription]
    /// Whether the class has to be what `NSObjectProtocol` asks for.
    package var isNSObjectProtocol = false
    /// Whether the class comes from a macro and its protocol is internal: the optimiser does not see the class then.
    package var isHiddenFromOptimizer = false
    /// Whether the generator cannot see who may use the parent object's property, and the source says what to do.
    package var hintsAtActors = false
    /// Short names that inherited requirements have taken.
    package var takenNames: Set<String>

    /// Options; all are off by default.
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
