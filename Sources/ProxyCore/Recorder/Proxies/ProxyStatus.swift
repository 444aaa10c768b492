// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// State of a proxy at one moment.
public struct ProxyStatus: Hashable, Sendable {
    /// The forward delegate.
    public struct Target: Hashable, Sendable {
        /// Its type.
        public var typeName: String
        /// False once the delegate was deallocated.
        public var isAlive: Bool
        /// Whether the proxy keeps it alive.
        public var isRetained: Bool
    }

    /// One requirement of the protocol, as seen by this proxy.
    public struct RequirementStatus: Hashable, Sendable {
        /// The requirement.
        public var selector: Selector
        /// The requirement as its protocol declares it.
        public var signature: Requirement.Signature
        /// Whether delegates may omit the requirement.
        public var isOptional: Bool
        /// Whether it returns a value.
        public var returnsValue: Bool
        /// Whether the proxy reports to its parent object that it responds to the requirement.
        public var responds: Bool
        /// Whether the forward delegate implements the requirement; nil if unknown, or without a forward delegate.
        public var isImplemented: Bool?
        /// Whether the program installed a handler for the requirement.
        public var hasHandler: Bool
        /// Number of subscriptions to its calls.
        public var observers: Int
        /// Number of recorded calls of this proxy.
        public var calls: UInt64
        /// Number of recorded calls that no one answered.
        public var unanswered: UInt64
    }

    /// Where a proxy is installed; the raw value is the word in JSON.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// In the property of its parent object.
        case installed
        /// The program assigned something else to the property, and calls bypass the proxy. `proxy(for:)` puts it back.
        case overwritten
        /// The property holds an object that refers to the proxy and may forward calls to it.
        case wrapped
        /// In no property: removed, or never installed.
        case uninstalled
        /// The parent object was deallocated.
        case ownerGone
        /// Created without a parent object.
        case standalone
        /// Installed and not removed, but it is unknown whether it is still in the property: the parent object stores
        /// its delegate outside its own stored properties, or watching is not possible.
        case unknown
    }

    /// Number of the proxy in this process, from 1.
    public var number: Int
    /// The proxy's own type.
    public var typeName: String
    /// The protocol that the proxy implements.
    public var protocolName: String
    /// The property that the proxy is installed in; nil without a parent object.
    public var propertyName: String?
    /// Type of the parent object, or of the proxy if it has none.
    public var owner: String
    /// Whether the parent object is alive; nil without a parent object.
    public var isOwnerAlive: Bool?
    /// Whether the proxy was installed and has not been seen outside the property since.
    public var isInstalled: Bool
    /// Where the proxy is. An overwritten property is detected within a second.
    public var state: State
    /// Type of the object that replaced or wraps the proxy in the property; the text `nil` for an empty property. Nil
    /// when the proxy was not replaced, or when the type is unknown.
    public var overwrittenBy: String?
    /// The forward delegate, nil when there is none.
    public var target: Target?
    /// All requirements, in the order of their declaration.
    public var requirements: [RequirementStatus]
    /// Events of the proxy, oldest first; at most the last 64.
    public var history: [ProxyEvent]
}
