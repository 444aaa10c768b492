// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// How a look through a history ended.
public struct HistoryScan: Sendable, Hashable {
    /// Why it ended.
    public enum End: Sendable, Hashable {
        /// There are no more.
        case complete
        /// The time was over.
        case time
        /// The caller had enough.
        case stopped
    }

    /// Why it ended.
    public var end: End
    /// Invocations that passed.
    public var matched: Int
    /// Number of the call up to which all was looked at; nil when nothing was.
    public var reached: UInt64?
    /// Whether a regular expression ran out of steps on some invocation, which then counted as not matching its term.
    public var isPartial: Bool

    /// Creates an answer.
    public init(end: End, matched: Int, reached: UInt64?, isPartial: Bool) {
        self.end = end
        self.matched = matched
        self.reached = reached
        self.isPartial = isPartial
    }
}
