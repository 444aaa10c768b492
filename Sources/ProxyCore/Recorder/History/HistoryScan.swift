// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Result of scanning a history.
public struct HistoryScan: Sendable, Hashable {
    /// Why the scan ended.
    public enum End: Sendable, Hashable {
        /// All invocations were examined.
        case complete
        /// The time ran out.
        case time
        /// The caller stopped it.
        case stopped
    }

    /// Why the scan ended.
    public var end: End
    /// Invocations that passed.
    public var matched: Int
    /// Key of the last call examined, in a history of one run its number; nil when none was.
    public var reached: UInt64?
    /// Whether a regular expression exceeded its step limit on some invocation; its term then counted as not matching.
    public var isPartial: Bool
    /// Whether a part of the history did not answer, so that its calls are missing. Default false.
    public var lacksParts = false

    /// Creates a scan result.
    public init(end: End, matched: Int, reached: UInt64?, isPartial: Bool) {
        self.end = end
        self.matched = matched
        self.reached = reached
        self.isPartial = isPartial
    }
}
