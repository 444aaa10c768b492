// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// An event in the life of a proxy, as opposed to a call that it forwarded.
public struct ProxyEvent: Hashable, Sendable {
    /// What happened; the raw value is the word in JSON.
    public enum Kind: String, Sendable, CaseIterable {
        /// The proxy was put into the property of its parent object.
        case installed
        /// The program replaced or removed the forward delegate.
        case targetReplaced
        /// The forward delegate was found to be deallocated. Reported once per forward delegate.
        case targetDied
        /// The program assigned something else to the property; `detail` is its type, or `nil`.
        case overwritten
        /// The property now holds an object that refers to the proxy; `detail` is its type.
        case wrapped
        /// The proxy was put back into the property, by `proxy(for:)` or by the program. In the first case, the object
        /// that replaced it became its forward delegate.
        case healed
        /// A forward delegate was rejected because it leads back to the proxy.
        case cycleRefused
        /// A requirement is observed although the proxy can never receive its calls; `detail` names the requirement.
        case neverFires
        /// The proxy was removed; `detail` gives the reason.
        case gone
    }

    /// Order among the events of one recorder, from 1. `ProxyEventID` has it together with the recorder's epoch.
    public var number: UInt64
    /// Number of the last call that started before the event, 0 for none. Nil while the recorder may still merge calls
    /// from before the event, and in recordings of earlier versions.
    public var seq: UInt64?
    /// Position of the last call that completed before the event, 0 for none; nil when `seq` is. Never decreases from
    /// one event to the next.
    public var position: UInt64?
    /// Number of the proxy in this process.
    public var proxy: Int
    /// What happened.
    public var kind: Kind
    /// Type of the parent object, or of the proxy if it has none.
    public var owner: String
    /// Name of the proxy's protocol; nil in recordings of earlier versions, which do not store it.
    public var protocolName: String?
    /// Type of the forward delegate after the event, nil when there is none.
    public var target: String?
    /// Type of the forward delegate before the event, if it differs.
    public var previousTarget: String?
    /// Details that depend on `kind`.
    public var detail: String?
    /// Time of the event, in nanoseconds since 1970-01-01T00:00:00Z.
    public var occurredAtNanoseconds: Int64
    /// The process, and the epoch of its recorder, in a recording of several processes; nil otherwise.
    public var process: ProcessFacts?
    package var epoch: String?

    /// Creates an event from its parts.
    package init(
        number: UInt64,
        seq: UInt64? = nil,
        position: UInt64? = nil,
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
        self.seq = seq
        self.position = position
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

/// Identifies a proxy event among all runs of all programs.
public struct ProxyEventID: Hashable, Sendable, CustomStringConvertible {
    /// The epoch of the recorder, as in the ids of its invocations.
    public var epoch: String
    /// The event's number, from 1.
    public var number: UInt64

    /// Creates an identity from its parts.
    public init(epoch: String, number: UInt64) {
        self.epoch = epoch
        self.number = number
    }

    /// Parses `<epoch>-e<number>`; nil for any other text.
    public init?(_ text: some StringProtocol) {
        guard let dash = text.lastIndex(of: "-"), dash > text.startIndex, text[dash...].hasPrefix("-e"),
            let number = UInt64(text[dash...].dropFirst(2)), number > 0
        else { return nil }
        self.init(epoch: String(text[..<dash]), number: number)
    }

    /// The text form, `<epoch>-e<number>`.
    public var description: String { "\(epoch)-e\(number)" }
}

/// Why a proxy was removed.
public enum ProxyEndReason: String, Sendable {
    /// `uninstall()` was called.
    case uninstalled
    /// The parent object was deallocated.
    case ownerDied
    /// The last reference to the proxy was released.
    case released
}
