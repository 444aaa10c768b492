// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Which invocations of a history are wanted.
public struct HistoryRequest: Sendable {
    /// Only invocations that pass.
    public var filter: InvocationFilter
    /// Only calls that started after this one.
    public var after: UInt64 = 0
    /// Only calls that started before this one.
    public var before: UInt64 = .max
    /// The order of their starts.
    public var order = InvocationQuery.Order.descending
    /// Whether arguments, results and errors are wanted too; without them, those of the invocations are empty.
    public var includesValues = true
    /// Longest time to look.
    public var time: Duration

    /// All that pass a filter, newest first.
    public init(_ filter: InvocationFilter, time: Duration) {
        self.filter = filter
        self.time = time
    }
}
