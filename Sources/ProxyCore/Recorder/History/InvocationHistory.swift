// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Invocations stored outside a recorder's memory, such as in a file.
///
/// A recorder with a history answers all queries from both: invocations no longer in memory come from the history.
///
/// - Invariant: Callable from any thread, and by several threads concurrently.
public protocol InvocationHistory: AnyObject, Sendable {
    /// What the history contains now.
    var extent: HistoryExtent { get }

    /// Scans the invocations of a range in the order of their starts, until `body` returns false.
    func scan(_ request: HistoryRequest, _ body: (Invocation) -> Bool) -> HistoryScan

    /// Counts the invocations of a range that pass.
    func count(_ request: HistoryRequest) -> HistoryScan

    /// The call with this key, its number in order of starts in a history of one run; nil when it is not stored.
    func invocation(seq: UInt64) -> Invocation?

    /// The key of the call with an id, whether or not it is stored; nil when the id is of none of its runs. Default: the
    /// call's number, for its own epoch.
    func key(of id: InvocationID) -> UInt64?

    /// The id of the call with a key. Default: its own epoch, and the key as the call's number.
    func id(ofKey key: UInt64) -> InvocationID

    /// Statistics by selector, over all calls that were ever stored.
    var selectors: [SelectorStatistics] { get }

    /// The recorded proxies, by number.
    var proxies: [RecordedProxy] { get }

    /// Scans the events of proxies between two numbers, both excluded, until `body` returns false. Default: none.
    func scanProxyEvents(
        after lower: UInt64,
        before upper: UInt64,
        _ order: InvocationQuery.Order,
        _ body: (ProxyEvent) -> Bool
    )

    /// The selectors of one run, for comparing it with another.
    ///
    /// - Parameter name: The name of one of `runs`.
    /// - Returns: nil when there is no such run.
    func selectors(ofRun name: String) -> [RunSelector]?

    /// A history with the calls of one run. Default: itself for its own run, nil for others.
    ///
    /// - Parameter name: The name of one of `runs`.
    /// - Returns: nil when there is no such run, and for a run of several processes.
    func history(ofRun name: String) -> (any InvocationHistory)?

    /// The runs in the same place, oldest first, then those in other places.
    var runs: [RecordedRun] { get }

    /// The last read failure, which may have made an answer incomplete; nil when there was none. Default nil.
    ///
    /// A history that sets it also calls `HistoryFailure.tell()`, on the thread that asked.
    var failure: HistoryFailure? { get }
}

/// A failure to read a history; an answer may be incomplete because of it.
public struct HistoryFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// Counts the failures of the history, from 1.
    public let number: Int
    /// What happened, where, and how to fix it.
    public let description: String
    /// Whether the recording itself is gone: its file was moved, deleted or replaced.
    package var tellsOfReplacement = false

    /// Creates a failure.
    public init(number: Int, description: String) {
        self.number = number
        self.description = description
    }

    /// Tells the question that this thread answers that its answer may be incomplete. Other threads may ask the same
    /// history meanwhile, and their answers are not affected.
    public func tell() { MetFailures.note(self) }
}

extension InvocationHistory {
    /// No failure.
    public var failure: HistoryFailure? { nil }

    /// The number of a call of its own epoch.
    public func key(of id: InvocationID) -> UInt64? { id.epoch == extent.epoch ? id.seq : nil }

    /// A call of its own epoch.
    public func id(ofKey key: UInt64) -> InvocationID { InvocationID(epoch: extent.epoch, seq: key) }

    /// Itself for its own run.
    public func history(ofRun name: String) -> (any InvocationHistory)? { name == extent.epoch ? self : nil }

    /// No events.
    public func scanProxyEvents(
        after lower: UInt64,
        before upper: UInt64,
        _ order: InvocationQuery.Order,
        _ body: (ProxyEvent) -> Bool
    ) {}

    /// Counts by scanning.
    public func count(_ request: HistoryRequest) -> HistoryScan {
        var request = request
        request.includesValues = false
        return scan(request) { _ in true }
    }
}
