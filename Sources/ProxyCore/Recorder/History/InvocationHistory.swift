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

/// What a history has.
public struct HistoryExtent: Sendable, Hashable {
    /// The epoch that all invocations belong to.
    public var epoch: String
    /// When the recorder began, in nanoseconds since 1970-01-01T00:00:00Z.
    public var startedAtNanoseconds: Int64
    /// Invocations that completed.
    public var count: Int
    /// Number of the call that started first among them, nil when there is none.
    public var oldest: UInt64?
    /// Number of the call that started last among them.
    public var newest: UInt64?
    /// Position of the invocation that completed last, 0 when there is none.
    public var lastPosition: UInt64
    /// First start and last end, in nanoseconds since the recorder began; nil when there is no invocation.
    public var period: Range<UInt64>?
    /// Calls that were under way when the recording ended; none while it goes on.
    public var running: [Invocation]
    /// Invocations that were kept once and made room for newer ones, or that could not be kept.
    public var missing: UInt64

    /// Creates an extent without invocations.
    public init(epoch: String, startedAtNanoseconds: Int64) {
        self.epoch = epoch
        self.startedAtNanoseconds = startedAtNanoseconds
        count = 0
        lastPosition = 0
        running = []
        missing = 0
    }
}

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

/// How a look through a history ended.
public struct HistoryScan: Sendable, Hashable {
    /// Why it ended.
    public enum End: Sendable, Hashable {
        /// There are no more.
        case complete
        /// The time was over.
        case time
        /// The caller had enough.
        case stopped
    }

    /// Why it ended.
    public var end: End
    /// Invocations that passed.
    public var matched: Int
    /// Number of the call up to which all was looked at; nil when nothing was.
    public var reached: UInt64?
    /// Whether a regular expression ran out of steps on some invocation, which then counted as not matching its term.
    public var isPartial: Bool

    /// Creates an answer.
    public init(end: End, matched: Int, reached: UInt64?, isPartial: Bool) {
        self.end = end
        self.matched = matched
        self.reached = reached
        self.isPartial = isPartial
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
