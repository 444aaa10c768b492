// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What a proxy is and does, at one moment.
public struct ProxyStatus: Hashable, Sendable {
    /// The forward delegate.
    public struct Target: Hashable, Sendable {
        /// Its type.
        public var typeName: String
        /// False once it was deallocated.
        public var isAlive: Bool
        /// Whether the proxy keeps it alive.
        public var isRetained: Bool
    }

    /// One requirement of the protocol, as this proxy has it.
    public struct RequirementStatus: Hashable, Sendable {
        /// The requirement.
        public var selector: Selector
        /// The requirement as its protocol declares it.
        public var signature: Requirement.Signature
        /// Whether a delegate may leave it out.
        public var isOptional: Bool
        /// Whether it returns a value.
        public var returnsValue: Bool
        /// Whether a parent object that asks is told that a call is answered.
        public var responds: Bool
        /// Whether the forward delegate implements it; nil where that cannot be known, or where there is none.
        public var isImplemented: Bool?
        /// Whether a handler of the program answers it.
        public var hasHandler: Bool
        /// Subscriptions to its calls.
        public var observers: Int
        /// Calls of this proxy that were recorded.
        public var calls: UInt64
        /// Recorded calls that reached nobody.
        public var unanswered: UInt64
    }

    /// Where a proxy is; the raw value is the word in JSON.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// In the property of its parent object.
        case installed
        /// The property was given something else, and calls go past the proxy. `proxy(for:)` puts it back.
        case overwritten
        /// Something that refers to the proxy is in the property, and may pass calls on to it.
        case wrapped
        /// Not in a property: taken out, or never put in.
        case uninstalled
        /// Its parent object is gone.
        case ownerGone
        /// Made without a parent object.
        case standalone
        /// It was put into the property and not taken out, and whether it is still there cannot be told: the parent
        /// object keeps its delegate elsewhere than in its own stored properties, or nothing can be watched.
        case unknown
    }

    /// Number of the proxy in this process, from 1.
    public var number: Int
    /// The proxy's own type.
    public var typeName: String
    /// The protocol that it stands in for.
    public var protocolName: String
    /// The property that it goes into, nil when it was made without a parent object.
    public var propertyName: String?
    /// Type of the parent object, or of the proxy where there is none.
    public var owner: String
    /// Whether the parent object is there; nil when the proxy was made without one.
    public var isOwnerAlive: Bool?
    /// Whether the proxy was put into the property, and was not seen to be out of it since.
    public var isInstalled: Bool
    /// Where the proxy is. That the program has overwritten the property is noticed within a second.
    public var state: State
    /// Type of what is in the property in place of the proxy, or around it; `nil`, the text, for an empty property. Nil
    /// when there is nothing of the kind, or when its type cannot be told.
    public var overwrittenBy: String?
    /// The forward delegate, nil when there is none.
    public var target: Target?
    /// All requirements, in the order of the protocol.
    public var requirements: [RequirementStatus]
    /// What happened to the proxy, oldest first; at most the last 64 events.
    public var history: [ProxyEvent]
}
