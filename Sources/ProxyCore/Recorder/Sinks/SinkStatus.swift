// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Progress of a recorder's sink at one moment.
public struct SinkStatus: Sendable, Hashable {
    /// Where the sink stores invocations, for display; nil if it has no location.
    public var location: String?
    /// Invocations that the sink has stored.
    public var written: UInt64 = 0
    /// Invocations evicted from memory before the sink could store them.
    public var missed: UInt64 = 0
    /// Recorded invocations that the sink has not stored yet.
    public var waiting: UInt64 = 0
    /// Position up to which all invocations are written or missed.
    public var position: UInt64 = 0
    /// Error of the last write, or a problem that the sink reports although the write succeeded; nil if there is none.
    public var failure: String?
}
