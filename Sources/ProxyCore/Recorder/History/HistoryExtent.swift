// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What a history contains at one moment.
public struct HistoryExtent: Sendable, Hashable {
    /// The epoch of all its invocations.
    public var epoch: String
    /// When the recorder was created, in nanoseconds since 1970-01-01T00:00:00Z.
    public var startedAtNanoseconds: Int64
    /// When the run ended, in nanoseconds since 1970-01-01T00:00:00Z; nil while it continues, and if that is unknown, as
    /// of several processes. Default nil.
    public var endedAtNanoseconds: Int64?
    /// Number of completed invocations.
    public var count: Int
    /// Number of the completed call that started first; nil when there is none.
    public var oldest: UInt64?
    /// Number of the completed call that started last.
    public var newest: UInt64?
    /// Position of the invocation that completed last, 0 when there is none.
    public var lastPosition: UInt64
    /// From the first start to the last end, in nanoseconds since the recorder was created; nil without invocations.
    public var period: Range<UInt64>?
    /// Calls still running when the recording ended; empty while the recording continues.
    public var running: [Invocation]
    /// Invocations that were deleted to free space, or could not be written.
    public var missing: UInt64
    /// Calls that the recorder had no room for; 0 if that is unknown. Default 0.
    public var dropped: UInt64

    /// Creates an extent without invocations.
    public init(epoch: String, startedAtNanoseconds: Int64) {
        self.epoch = epoch
        self.startedAtNanoseconds = startedAtNanoseconds
        count = 0
        lastPosition = 0
        running = []
        missing = 0
        dropped = 0
    }
}
