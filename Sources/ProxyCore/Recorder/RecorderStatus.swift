// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Counters of a recorder at one moment.
///
/// `recorded == stored + evicted + cleared` always holds. `calls == recorded + dropped + suppressed` holds unless calls
/// are on their way to the store, and therefore after `flush()`: the calling threads count `calls`, the store counts
/// `recorded`.
public struct RecorderStatus: Sendable, Hashable {
    /// Calls that ended, including those that were not recorded; counted by the calling threads.
    public var calls: UInt64
    /// Calls that ended but are not yet recorded, dropped or suppressed. They wait for the drain: less than 100 ms by
    /// default, longer with a longer `drainInterval`, a slow `transform`, or `.wait` and a sink that is behind. If this
    /// stays above 0 after that while no calls are made, records were lost.
    public var unaccounted: UInt64 { calls.saturatingSubtracting(recorded.saturatingAdding(dropped + suppressed)) }
    /// Calls recorded to their end.
    public var recorded: UInt64 { stored.saturatingAdding(evicted).saturatingAdding(cleared) }
    /// Invocations in the store.
    public var stored: UInt64
    /// Invocations evicted from the store.
    public var evicted: UInt64
    /// Invocations deleted by `clear()`.
    public var cleared: UInt64
    /// Calls that found their thread's ring full.
    public var dropped: UInt64
    /// Calls made while recording was paused, or caused by the recorder, or skipped by a rate limit, or left out by
    /// `CaptureRules`, or recorded and then dropped by a transform. Calls that only an interposer could record are not
    /// counted while recording is paused.
    public var suppressed: UInt64
    /// Calls currently running.
    public var running: Int
    /// Memory used by the stored invocations and the rings of threads, in bytes: at most
    /// `RecorderConfiguration.storedBytesLimit`, or half of it and the rings if those take more than the other half.
    public var bytes: Int
    /// The part of `bytes` used by the rings. A ring's memory is freed soon after its thread has ended.
    public var ringBytes: Int
    /// Position of the newest stored invocation, 0 before the first.
    public var lastPosition: UInt64
    /// Number of the call that started last, 0 before the first.
    public var lastSeq: UInt64
    /// Threads that made calls.
    public var threads: Int
    /// Mean recording overhead per call, in nanoseconds: what a call takes longer than while recording is off. Measured
    /// on one call in 127, or in 37 while a thread makes few, from the first to the last line of the recorder's own code;
    /// nil before the first sample.
    public var overheadNanosecondsPerCall: Double?
    /// Why nothing is recorded although it was to be; nil when nothing is wrong. Calls of proxies count as suppressed.
    public var failure: String?
}

extension RecorderStatus {
    /// Creates the status of a replaying recorder.
    init(_ extent: HistoryExtent) {
        self.init(
            calls: UInt64(extent.count).saturatingAdding(extent.missing).saturatingAdding(extent.dropped),
            stored: UInt64(extent.count),
            evicted: extent.missing,
            cleared: 0,
            dropped: extent.dropped,
            suppressed: 0,
            running: extent.running.count,
            bytes: 0,
            ringBytes: 0,
            lastPosition: extent.lastPosition,
            lastSeq: extent.newest ?? 0,
            threads: 0
        )
    }
}
