// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Behaviour and limits of a recorder.
public struct RecorderConfiguration: Sendable {
    /// What a call does when its thread's ring is full.
    public enum OverflowPolicy: Sendable, Hashable {
        /// Drops the record and counts the call as dropped. The call itself is forwarded as usual.
        case dropNewest
        /// Waits until the drain has freed space; no record is lost.
        case wait
    }

    /// Size of each thread's ring, in bytes; a power of two, at least 256 KiB. Default 1 MiB. Untouched pages take no
    /// memory.
    ///
    /// With `.dropNewest`, a full ring grows before anything is dropped. All rings of a recorder together grow by at
    /// most a quarter of `storedBytesLimit`, and return to this size about a second after the burst.
    public var ringBytes = 1 << 20
    /// What to do when a ring is full. Default `.dropNewest`.
    public var overflowPolicy = OverflowPolicy.dropNewest
    /// Limit above which calls are sampled instead of recorded in full; nil for no limit. Default nil.
    public var rateLimit: RateLimit?
    /// Calls whose backtrace is recorded, that is, who called; nil for none. Default nil. `Recorder.backtraces` changes it
    /// later.
    public var backtraces: BacktraceCapture?
    /// Limits on how much of each call's values is recorded.
    public var budget = SnapshotBudget()
    /// Rules for values that must never enter a record, in addition to `Redactable` types. Default none.
    public var redactions: [RedactionRule] = []
    /// Whether to redact passwords in URLs, URL parameters that are usually credentials, such as `access_token`, and the
    /// values of the header fields `Authorization`, `Proxy-Authorization`, `Cookie` and `Set-Cookie`. Default true.
    public var hidesCredentials = true
    /// Memory limit for stored invocations and the rings of threads, in bytes. Default 256 MiB; at least 4 MiB.
    ///
    /// Half of it is always left for invocations: rings that take more than the other half exceed the limit.
    public var storedBytesLimit = 256 << 20
    /// Maximum number of stored invocations. Default 1 000 000; at least 1.
    public var storedCountLimit = 1_000_000
    /// Shortest pause of the recorder's thread between two looks at the rings, while many calls arrive. Default 1 ms.
    ///
    /// While few calls arrive, the pauses grow to at most 50 ms, or to this if it is longer. This bounds the delay
    /// between the end of a call and its storage. A ring that fills up, and `flush()`, end a pause at once.
    public var drainInterval = Duration.milliseconds(1)
    /// Age at which a running call is announced. Default 100 ms.
    public var runningNoticeAge = Duration.milliseconds(100)
    /// Which calls are recorded; can be changed later in `Recorder.captureRules`. Default all.
    public var captureRules = CaptureRules()
    /// Decides what to keep of each record; can be changed later in `Recorder.transform`. Default nil: all of all.
    public var transform: RecordTransform?
    /// Whether calls are recorded from the start. Default true.
    public var isRecording = true
    /// Time without calls after which the recorder's thread sleeps until a call wakes it.
    package var drainPatience = Duration.seconds(10)
    /// Starts the recorder's threads.
    package var startThread: LibraryThread.Start = LibraryThread.start

    /// Creates the default configuration.
    public init() {}

    /// Stores this many megabytes of calls, without a limit on their number.
    package mutating func store(megabytes: Int) {
        storedBytesLimit = megabytes * 1_000_000
        storedCountLimit = .max
    }

    /// Bytes by which all rings together may grow.
    var ringGrowthLimit: Int { overflowPolicy == .dropNewest ? storedBytesLimit / 4 : 0 }

    /// The same configuration with all values clamped to their bounds.
    var clamped: RecorderConfiguration {
        var configuration = self
        let wanted = max(ringBytes, 1 << 18)
        configuration.ringBytes =
            wanted.nonzeroBitCount == 1 ? wanted : 1 << (Int.bitWidth - wanted.leadingZeroBitCount)
        configuration.storedBytesLimit = max(storedBytesLimit, 4 << 20)
        configuration.storedCountLimit = max(storedCountLimit, 1)
        configuration.budget = budget.clamped
        configuration.backtraces = backtraces?.clamped
        return configuration
    }
}
