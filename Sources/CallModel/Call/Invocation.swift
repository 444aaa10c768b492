// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The record of one forwarded call.
public struct Invocation: Hashable, Sendable {
    /// One argument: a value, and the parameter that it was given for.
    public struct Argument: Hashable, Sendable {
        /// The argument label, nil for `_`.
        public var label: String?
        /// The parameter's name inside the method.
        public var name: String
        /// The value; of an `inout` argument, the one before the call.
        public var value: RecordedValue
        /// The value of an `inout` argument after the call; nil for others, while running, and where there was no room.
        public var after: RecordedValue?

        package init(label: String?, name: String, value: RecordedValue) {
            self.label = label
            self.name = name
            self.value = value
        }
    }

    /// Who produced the answer, in order of precedence.
    ///
    /// The numbers are stored in recordings. 0 and 1 are kept for paths that come before the program's own.
    public enum ReturnPath: UInt8, Sendable, CaseIterable {
        /// A closure of the program.
        case handler = 2
        /// The forward delegate.
        case target = 3
        /// The declared default, or the body that the protocol's extension has for a delegate that leaves it out.
        case `default` = 4
        /// Nobody: a method without a result that reached no one.
        case none = 5

        /// Whether the program did not answer.
        @inlinable
        package var isUnanswered: Bool { self == .none || self == .default }

        /// The word in JSON.
        public var name: String {
            switch self {
            case .handler: "handler"
            case .target: "target"
            case .default: "default"
            case .none: "none"
            }
        }
    }

    /// How far a call is.
    public enum State: UInt8, Sendable, CaseIterable {
        /// Not ended yet.
        case running
        /// Ended by returning.
        case returned
        /// Ended by throwing.
        case threw

        /// The word in JSON.
        public var name: String {
            switch self {
            case .running: "running"
            case .returned: "returned"
            case .threw: "threw"
            }
        }
    }

    /// Identity of the record.
    public var id: InvocationID
    /// Order in which calls started, from 1; equal to `id.seq`.
    public var seq: UInt64 { id.seq }
    /// Order in which calls completed, from 1; nil while running.
    public var position: UInt64?
    /// The innermost call that was unfinished on the same thread when this one started.
    public var parent: InvocationID?
    /// Number of unfinished calls around this one.
    public var depth: Int
    /// Number of the proxy in this process, from 1.
    public var proxy: Int
    /// Type of the parent object, or of the proxy where there is none.
    public var owner: String
    /// Type of the forward delegate at the time of the call, nil when there was none.
    public var target: String?
    /// The requirement that was called.
    public var selector: Selector
    /// The arguments in order.
    public var arguments: [Argument]
    /// The thread that the call came on.
    public var thread: ThreadInfo
    /// Start, in nanoseconds since 1970-01-01T00:00:00Z.
    public var startedAtNanoseconds: Int64
    /// Start, in nanoseconds since the recorder began, on the monotonic clock.
    public var startOffsetNanoseconds: UInt64
    /// From start to end on the monotonic clock, nil while running.
    public var durationNanoseconds: UInt64?
    /// The part of the duration spent in the target, or in the default body that stands in for it; nil while running,
    /// when there was no target, and when a handler answered.
    public var targetNanoseconds: UInt64?
    /// How far the call is.
    public var state: State
    /// Who produced the answer; `.none` while running.
    public var returnPath: ReturnPath
    /// The value that the caller got, nil for Void, while running, and after an error.
    public var result: RecordedValue?
    /// The error that the caller got.
    public var error: RecordedValue?
    /// What the forward delegate returned where a handler answered in its place; nil otherwise, and for Void.
    public var targetResult: RecordedValue?
    /// What the forward delegate threw where a handler answered in its place.
    public var targetError: RecordedValue?
    /// Calls of the same selector right before this one that a rate limit left out.
    public var skipped = 0
    /// Whether somebody marked it; marked ones are evicted last.
    public var isMarked = false
    /// What somebody noted on it.
    public var comment: String?
    /// What was odd about the call, in no particular order.
    public var findings: [Finding] = []

    /// A call that still runs and has no values; the rest is set afterwards.
    package init(
        id: InvocationID,
        parent: InvocationID?,
        depth: Int,
        selector: Selector,
        thread: ThreadInfo,
        proxy: ProxyFacts,
        startedAtNanoseconds: Int64,
        startOffsetNanoseconds: UInt64
    ) {
        self.id = id
        self.parent = parent
        self.depth = depth
        self.proxy = proxy.number
        owner = proxy.owner
        target = proxy.target
        self.selector = selector
        arguments = []
        self.thread = thread
        self.startedAtNanoseconds = startedAtNanoseconds
        self.startOffsetNanoseconds = startOffsetNanoseconds
        state = .running
        returnPath = .none
    }
}

/// Identity of an invocation: the recorder's epoch and the order in which calls started.
public struct InvocationID: Hashable, Sendable, CustomStringConvertible {
    /// Eight hexadecimal digits, chosen at random when the recorder was made.
    public var epoch: String
    /// Order of the start, from 1.
    public var seq: UInt64

    /// Creates an identity from its parts.
    public init(epoch: String, seq: UInt64) {
        self.epoch = epoch
        self.seq = seq
    }

    /// Reads `<epoch>-<seq>`; nil for anything else.
    public init?(_ text: some StringProtocol) {
        guard let dash = text.lastIndex(of: "-"), dash > text.startIndex,
            let seq = UInt64(text[text.index(after: dash)...]), seq > 0
        else { return nil }
        self.init(epoch: String(text[..<dash]), seq: seq)
    }

    /// The text form, `<epoch>-<seq>`.
    public var description: String { "\(epoch)-\(seq)" }
}
