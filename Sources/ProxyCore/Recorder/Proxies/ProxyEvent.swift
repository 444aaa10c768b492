// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Something that happened to a proxy, as opposed to a call that it forwarded.
public struct ProxyEvent: Hashable, Sendable {
    /// What happened; the raw value is the word in JSON.
    public enum Kind: String, Sendable, CaseIterable {
        /// The proxy went into the property of its parent object.
        case installed
        /// The program gave the proxy another forward delegate, or none.
        case targetReplaced
        /// The forward delegate was found to be gone. Told once per forward delegate.
        case targetDied
        /// The property of the parent object was given something else; `detail` is its type, or `nil`.
        case overwritten
        /// Something that refers to the proxy is in the property now; `detail` is its type.
        case wrapped
        /// The proxy went back into the property, or the program put it back. If `proxy(for:)` did, the overwriter
        /// became its forward delegate.
        case healed
        /// A forward delegate was refused, because it leads back to the proxy.
        case cycleRefused
        /// Somebody observes a requirement of which the proxy can never see a call; `detail` names it.
        case neverFires
        /// The proxy ended; `detail` says why.
        case gone
    }

    /// Order among the events of one recorder, from 1.
    public var number: UInt64
    /// Number of the proxy in this process.
    public var proxy: Int
    /// What happened.
    public var kind: Kind
    /// Type of the parent object, or of the proxy where there is none.
    public var owner: String
    /// Name of the proxy's protocol; nil in recordings, which do not keep it.
    public var protocolName: String?
    /// Type of the forward delegate afterwards, nil when there is none.
    public var target: String?
    /// Type of the forward delegate before, where that is another.
    public var previousTarget: String?
    /// What `kind` alone does not say.
    public var detail: String?
    /// When, in nanoseconds since 1970-01-01T00:00:00Z.
    public var occurredAtNanoseconds: Int64

    /// Creates it from its parts.
    package init(
        number: UInt64,
        proxy: Int,
        kind: Kind,
        owner: String,
        protocolName: String? = nil,
        target: String?,
        previousTarget: String?,
        detail: String?,
        occurredAtNanoseconds: Int64
    ) {
        self.number = number
        self.proxy = proxy
        self.kind = kind
        self.owner = owner
        self.protocolName = protocolName
        self.target = target
        self.previousTarget = previousTarget
        self.detail = detail
        self.occurredAtNanoseconds = occurredAtNanoseconds
    }
}

/// Why a proxy ended.
public enum ProxyEndReason: String, Sendable {
    /// `uninstall()` was called.
    case uninstalled
    /// The parent object died.
    case ownerDied
    /// Nobody held the proxy any more.
    case released
}
