// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// How a recorder works and what it may use.
public struct RecorderConfiguration: Sendable {
    /// What a call does when its thread's ring is full.
    public enum OverflowPolicy: Sendable, Hashable {
        /// Goes on unrecorded and is counted as dropped.
        case dropNewest
        /// Waits until the drain has made room; nothing is lost.
        case wait
    }

    /// Bytes of each thread's ring; a power of two, at least 256 KiB. Default 1 MiB. Untouched pages take no memory.
    public var ringBytes = 1 << 20
    /// Default `.dropNewest`.
    public var overflowPolicy = OverflowPolicy.dropNewest
    /// From which rate on calls are no longer recorded each; nil for all. Default nil.
    public var rateLimit: RateLimit?
    /// How much of each call's values is kept.
    public var budget = SnapshotBudget()
    /// What never enters a record. Default nothing but what is `Redactable`.
    public var redactions: [RedactionRule] = []
    /// Whether records leave out passwords in URLs and the values of the header fields `Authorization`,
    /// `Proxy-Authorization`, `Cookie` and `Set-Cookie`. Default true.
    public var hidesCredentials = true
    /// Bytes of memory that stored invocations may take. Default 256 MiB; at least 4 MiB.
    public var storedBytesLimit = 256 << 20
    /// Most invocations stored. Default 1 000 000; at least 1.
    public var storedCountLimit = 1_000_000
    /// Longest time from the end of a call to its being stored, while calls arrive. Default 1 ms.
    public var drainInterval = Duration.milliseconds(1)
    /// Age from which a call that has not ended is announced as running. Default 100 ms.
    public var runningNoticeAge = Duration.milliseconds(100)
    /// Whether calls are recorded from the start. Default true.
    public var isRecording = true

    /// The defaults.
    public init() {}

    /// Stores so many megabytes of calls, however many those are.
    package mutating func store(megabytes: Int) {
        storedBytesLimit = megabytes * 1_000_000
        storedCountLimit = .max
    }

    /// The same configuration with every number inside its bounds.
    var clamped: RecorderConfiguration {
        var configuration = self
        let wanted = max(ringBytes, 1 << 18)
        configuration.ringBytes =
            wanted.nonzeroBitCount == 1 ? wanted : 1 << (Int.bitWidth - wanted.leadingZeroBitCount)
        configuration.storedBytesLimit = max(storedBytesLimit, 4 << 20)
        configuration.storedCountLimit = max(storedCountLimit, 1)
        configuration.budget = budget.clamped
        return configuration
    }
}
