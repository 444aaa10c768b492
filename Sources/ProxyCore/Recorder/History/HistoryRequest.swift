// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Which invocations to read from a history.
public struct HistoryRequest: Sendable {
    /// Only invocations that pass this filter.
    public var filter: InvocationFilter
    /// Only calls that started after the one with this key: its number, in a history of one run.
    public var after: UInt64 = 0
    /// Only calls that started before the one with this key.
    public var before: UInt64 = .max
    /// Order of the results, by their starts.
    public var order = InvocationQuery.Order.descending
    /// Whether to include arguments, results and errors. Without values, those fields are empty.
    public var includesValues = true
    /// Longest time to search.
    public var time: Duration

    /// Creates a request for all invocations that pass a filter, newest first.
    public init(_ filter: InvocationFilter, time: Duration) {
        self.filter = filter
        self.time = time
    }
}
