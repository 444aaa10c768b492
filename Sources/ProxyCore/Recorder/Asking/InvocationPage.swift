// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// How many invocations match.
public struct MatchCount: Sendable, Hashable {
    /// Invocations that match; at least so many when `isExact` is false.
    public var matched: Int
    /// Whether all stored invocations were looked at.
    public var isExact: Bool
    /// Whether a regular expression ran out of steps on some invocation, which then counted as not matching its term.
    public var isPartial: Bool
}

/// A part of the stored invocations, and where it stands among all.
public struct InvocationPage: Sendable {
    /// The invocations, in the order asked for.
    public var items: [Invocation]
    /// Whether there certainly are more in the same direction; ask for those beyond the last item.
    public var hasMore: Bool
    /// Set when the time or the number of invocations to look at ran out before the page was full: the number of the
    /// last call looked at. Ask for those beyond it, by the same `before` or `after`, to go on.
    public var continueFrom: UInt64?
    /// Whether calls between `after` and the first item were recorded and are no longer stored.
    public var hasGap: Bool
    /// How many of all stored invocations match, wherever the page begins.
    public var count: MatchCount
    /// Invocations stored at that moment.
    public var stored: Int
    /// Invocations that made room for newer ones.
    public var evicted: UInt64
    /// Number of the stored call that started first, nil when nothing is stored.
    public var oldest: UInt64?
    /// Number of the stored call that started last.
    public var newest: UInt64?
    /// Position of the newest invocation at that moment: a stream resumed from here neither misses nor repeats one.
    public var lastPosition: UInt64
}
