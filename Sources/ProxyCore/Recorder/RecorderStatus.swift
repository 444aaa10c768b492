// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What a recorder has done, at one moment.
///
/// Always true: `calls == recorded + dropped + suppressed` and `recorded == stored + evicted + cleared`.
public struct RecorderStatus: Sendable, Hashable {
    /// Calls that ended and are accounted for below.
    public var calls: UInt64 { recorded + dropped + suppressed }
    /// Calls that were recorded to their end.
    public var recorded: UInt64 { stored + evicted + cleared }
    /// Invocations in the store.
    public var stored: UInt64
    /// Invocations that made room for newer ones.
    public var evicted: UInt64
    /// Invocations forgotten by `clear()`.
    public var cleared: UInt64
    /// Calls that found their thread's ring full.
    public var dropped: UInt64
    /// Calls made while recording was off, or caused by the recorder.
    public var suppressed: UInt64
    /// Calls under way.
    public var running: Int
    /// Memory of the stored invocations, in bytes.
    public var bytes: Int
    /// Position of the newest stored invocation, 0 before the first.
    public var lastPosition: UInt64
    /// Number of the call that started last, 0 before the first.
    public var lastSeq: UInt64
    /// Threads that calls came on.
    public var threads: Int
    /// What it cost its thread to record a call, in nanoseconds: the mean of one call in 128, nil before that.
    public var overheadNanosecondsPerCall: Double?
}

extension RecorderStatus {
    /// The status of a recorder that only answers from a history.
    init(_ extent: HistoryExtent) {
        self.init(
            stored: UInt64(extent.count),
            evicted: extent.missing,
            cleared: 0,
            dropped: 0,
            suppressed: 0,
            running: extent.running.count,
            bytes: 0,
            lastPosition: extent.lastPosition,
            lastSeq: extent.newest ?? 0,
            threads: 0
        )
    }
}
