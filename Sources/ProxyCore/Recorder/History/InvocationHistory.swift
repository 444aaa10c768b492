// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Invocations that are kept somewhere else than in a recorder's memory, and can be asked for.
///
/// A recorder with a history answers every question about its invocations from both: what is no longer in memory comes
/// from the history.
///
/// - Invariant: Callable from any thread, by several at once.
public protocol InvocationHistory: AnyObject, Sendable {
    /// What there is at this moment.
    var extent: HistoryExtent { get }

    /// Goes through the invocations of a range in the order of their starts, until `body` returns false.
    func scan(_ request: HistoryRequest, _ body: (Invocation) -> Bool) -> HistoryScan

    /// Counts the invocations of a range that pass.
    func count(_ request: HistoryRequest) -> HistoryScan

    /// The call that started as number `seq`, nil when it is not there.
    func invocation(seq: UInt64) -> Invocation?

    /// Statistics of all calls, by selector, of the calls that were ever kept.
    var selectors: [SelectorStatistics] { get }

    /// The proxies that were recorded, by number.
    var proxies: [RecordedProxy] { get }

    /// What all selectors of a run are compared by; that of another run, or of this one.
    ///
    /// - Parameter name: The name of one of `runs`.
    /// - Returns: nil when there is no such run.
    func selectors(ofRun name: String) -> [RunSelector]?

    /// The runs that are kept in the same place, oldest first, then those that are kept beside it.
    var runs: [RecordedRun] { get }

    /// The last time that something could not be read, and an answer lacked it; nil when all could. Default nil.
    var failure: HistoryFailure? { get }
}

/// That a history could not be read, for which an answer from it may lack something.
public struct HistoryFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// Counts the failures of the history, from 1.
    public let number: Int
    /// What happened, where, and how to mend it.
    public let description: String

    /// Creates a failure.
    public init(number: Int, description: String) {
        self.number = number
        self.description = description
    }
}

extension InvocationHistory {
    /// Nothing fails.
    public var failure: HistoryFailure? { nil }

    /// Counts by going through them.
    public func count(_ request: HistoryRequest) -> HistoryScan {
        var request = request
        request.includesValues = false
        return scan(request) { _ in true }
    }
}
