// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Which invocations to list.
public struct InvocationQuery: Sendable, Hashable {
    /// The order of a list.
    public enum Order: String, Sendable {
        /// Newest start first.
        case descending = "desc"
        /// Oldest start first.
        case ascending = "asc"
    }

    /// Only invocations that pass. Default all.
    public var filter = InvocationFilter.everything
    /// Most invocations to return. Default 100; 1 to 1 000.
    public var limit = 100
    /// Only calls that started before this one.
    public var before: UInt64?
    /// Only calls that started after this one.
    public var after: UInt64?
    /// Default newest first.
    public var order = Order.descending
    /// Most stored invocations to look at for one page. At least 1; default no limit but the time.
    public var scanCountLimit = Int.max
    /// Longest time to look for one page, and again to count all that match; with a history, half of it to count, or a
    /// fifth when the page took it all. Default 50 ms.
    public var scanTime = Duration.milliseconds(50)

    /// All invocations, newest first.
    public init() {}

    /// The invocations that pass a filter, newest first.
    public init(_ filter: InvocationFilter) { self.filter = filter }
}

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

/// Invocations in the order in which they completed, from one position on.
public struct CompletedBatch: Sendable {
    /// The invocations.
    public var items: [Invocation]
    /// Invocations before the first item that are no longer stored.
    public var missed: UInt64
    /// Position to go on from: of the last invocation looked at, whether it passed or not.
    public var lastPosition: UInt64
}

/// What a recorder knows of one call.
public enum InvocationLookup: Sendable {
    /// It is stored or running.
    case found(Invocation)
    /// It was recorded and is no longer stored.
    case evicted
    /// No call had that number so far.
    case unknown
}
