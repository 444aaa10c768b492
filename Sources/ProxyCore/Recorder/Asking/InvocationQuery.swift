// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Which invocations to list, in which order, and with which limits.
public struct InvocationQuery: Sendable, Hashable {
    /// The order of a list.
    public enum Order: String, Sendable {
        /// Newest start first.
        case descending = "desc"
        /// Oldest start first.
        case ascending = "asc"
    }

    /// Only invocations that pass this filter. Default: all.
    public var filter = InvocationFilter.everything
    /// Maximum number of invocations returned. Default 100; 1 to 1 000.
    public var limit = 100
    /// Only calls that started before this one; in a sorted list, calls with smaller keys, or the same key and an earlier
    /// start. If the call is no longer stored, a sorted page is empty and incomplete.
    public var before: UInt64?
    /// Only calls that started after this one; in a sorted list, calls with larger keys, or the same key and a later
    /// start.
    public var after: UInt64?
    /// What the list is sorted by. Default: the start.
    public var sort = InvocationSort.start
    /// Order of the list. Default: newest first, or largest key first.
    public var order = Order.descending
    /// Whether to count all matches. If not, pages count only their own items. Default true.
    public var countsMatches = true
    /// Maximum number of stored invocations examined for one page. At least 1; by default only the time limits the
    /// scan.
    public var scanCountLimit = Int.max
    /// Longest time to fill one page, and again to count all matches. With a history, counting gets the rest of this
    /// time: at least a fifth and at most half of it. Default 50 ms.
    public var scanTime = Duration.milliseconds(50)

    /// Creates a query for all invocations, newest first.
    public init() {}

    /// Creates a query for the invocations that pass a filter, newest first.
    public init(_ filter: InvocationFilter) { self.filter = filter }
}

/// Invocations in completion order, starting after a position.
public struct CompletedBatch: Sendable {
    /// The invocations.
    public var items: [Invocation]
    /// Invocations before the first item that are no longer stored.
    public var missed: UInt64
    /// Position to continue from: that of the last invocation examined, whether or not it passed.
    public var lastPosition: UInt64
    /// The items' positions in a feed, where those of the items themselves count the calls of their processes; otherwise
    /// empty.
    package var positions: [UInt64] = []

    package init(items: [Invocation], missed: UInt64, lastPosition: UInt64, positions: [UInt64] = []) {
        self.items = items
        self.missed = missed
        self.lastPosition = lastPosition
        self.positions = positions
    }

    /// The position of an item in the stream; nil while it is running.
    package func position(at index: Int) -> UInt64? {
        positions.isEmpty ? items[index].position : positions[index]
    }
}

/// Result of looking up one call.
public enum InvocationLookup: Sendable {
    /// The call is stored or still running.
    case found(Invocation)
    /// The call was recorded but is no longer stored.
    case evicted
    /// No call has had this number so far, or its record was dropped by `RecorderConfiguration.transform`.
    case unknown
}
