// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What became of a recorder's invocations in its sink, at one moment.
public struct SinkStatus: Sendable, Hashable {
    /// Where the sink keeps them, for people; nil when it does not say.
    public var location: String?
    /// Invocations that the sink has taken over.
    public var written: UInt64 = 0
    /// Invocations that had to make room in memory before the sink could take them over.
    public var missed: UInt64 = 0
    /// Invocations that were stored and that the sink has yet to take over.
    public var waiting: UInt64 = 0
    /// Position up to which all is written or missed.
    public var position: UInt64 = 0
    /// What the last attempt to write failed with; nil when it did not.
    public var failure: String?
}
