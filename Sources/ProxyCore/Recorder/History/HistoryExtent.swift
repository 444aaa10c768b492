// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What a history has.
public struct HistoryExtent: Sendable, Hashable {
    /// The epoch that all invocations belong to.
    public var epoch: String
    /// When the recorder began, in nanoseconds since 1970-01-01T00:00:00Z.
    public var startedAtNanoseconds: Int64
    /// Invocations that completed.
    public var count: Int
    /// Number of the call that started first among them, nil when there is none.
    public var oldest: UInt64?
    /// Number of the call that started last among them.
    public var newest: UInt64?
    /// Position of the invocation that completed last, 0 when there is none.
    public var lastPosition: UInt64
    /// First start and last end, in nanoseconds since the recorder began; nil when there is no invocation.
    public var period: Range<UInt64>?
    /// Calls that were under way when the recording ended; none while it goes on.
    public var running: [Invocation]
    /// Invocations that were kept once and made room for newer ones, or that could not be kept.
    public var missing: UInt64

    /// Creates an extent without invocations.
    public init(epoch: String, startedAtNanoseconds: Int64) {
        self.epoch = epoch
        self.startedAtNanoseconds = startedAtNanoseconds
        count = 0
        lastPosition = 0
        running = []
        missing = 0
    }
}
