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
