// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// How many invocations match.
public struct MatchCount: Sendable, Hashable {
    /// Matching invocations; a lower bound when `isExact` is false.
    public var matched: Int
    /// Whether all stored invocations were examined.
    public var isExact: Bool
    /// Whether a regular expression exceeded its step limit on some invocation; its term then counted as not matching.
    public var isPartial: Bool

    package init(matched: Int, isExact: Bool, isPartial: Bool) {
        self.matched = matched
        self.isExact = isExact
        self.isPartial = isPartial
    }

    /// The count of a page that counts only its own items.
    static let uncounted = MatchCount(matched: 0, isExact: false, isPartial: false)

    /// Counts the items of a page.
    mutating func count(_ items: [Invocation], isPartial: Bool) {
        matched = items.count
        self.isPartial = isPartial
    }
}

/// One page of the stored invocations, with its context.
public struct InvocationPage: Sendable {
    /// The invocations, in the requested order.
    public var items: [Invocation]
    /// Whether more invocations are known to follow in the same direction. Request them starting beyond the last item.
    public var hasMore: Bool
    /// Number of the last call examined, if the time or scan limit ran out before the page was full; otherwise nil. To
    /// continue, pass it as `before` or `after`, whichever matches the order. Always nil for sorted lists.
    public var continueFrom: UInt64?
    /// Whether the time or scan limit left nothing unexamined that could belong to the page. If not, a page in the order
    /// of starts lacks its end, and a sorted page may lack any calls.
    public var isComplete: Bool
    /// Whether recorded calls between `after` and the first item are no longer stored.
    public var hasGap: Bool
    /// How many stored invocations match, regardless of where the page starts.
    public var count: MatchCount
    /// Number of stored invocations when the page was made, in memory and in the history.
    public var stored: Int
    /// Invocations evicted so far that the history does not have either. Cleared ones are not among them.
    public var evicted: UInt64
    /// Number of the stored call that started first; nil when nothing is stored.
    public var oldest: UInt64?
    /// Number of the stored call that started last.
    public var newest: UInt64?
    /// Position of the newest invocation when the page was made. A stream resumed from here neither misses nor repeats
    /// invocations.
    public var lastPosition: UInt64
}
