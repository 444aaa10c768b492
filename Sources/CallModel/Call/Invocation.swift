// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The record of one forwarded call.
public struct Invocation: Hashable, Sendable {
    /// One argument: its value and the parameter it was passed for.
    public struct Argument: Hashable, Sendable {
        /// The argument label, nil for `_`.
        public var label: String?
        /// The parameter's name inside the method.
        public var name: String
        /// The value; for an `inout` argument, its value before the call.
        public var value: RecordedValue
        /// Value of an `inout` argument after the call. Nil for other arguments, while running, and when the record was
        /// full.
        public var after: RecordedValue?
        /// The value that the target got where a rule changed the argument; nil otherwise.
        public var edited: RecordedValue?

        package init(label: String?, name: String, value: RecordedValue) {
            self.label = label
            self.name = name
            self.value = value
        }
    }

    /// What produced the answer, in order of precedence.
    ///
    /// Recordings store the raw values.
    public enum ReturnPath: UInt8, Sendable, CaseIterable {
        /// A person who answered a call that a rule held.
        case intercept = 0
        /// A rule.
        case stub = 1
        /// A handler closure of the program.
        case handler = 2
        /// The forward delegate.
        case target = 3
        /// The declared default, or the default body in a protocol extension for a requirement that the delegate does
        /// not implement.
        case `default` = 4
        /// No answer: a method without a result that reached no handler, target or default.
        case none = 5

        /// Whether neither a handler nor the target answered.
        @inlinable
        package var isUnanswered: Bool { self == .none || self == .default }

        /// The word in JSON.
        public var name: String {
            switch self {
            case .intercept: "intercept"
            case .stub: "stub"
            case .handler: "handler"
            case .target: "target"
            case .default: "default"
            case .none: "none"
            }
        }
    }

    /// Progress of a call.
    public enum State: UInt8, Sendable, CaseIterable {
        /// Not completed yet.
        case running
        /// Completed by returning.
        case returned
        /// Completed by throwing.
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
    /// Identifies the call among all that one recorder or history answers for; equal to `seq`, except in a recording of
    /// several processes.
    package var key: UInt64 { id.key }
    /// Order in which calls completed, from 1; nil while running.
    public var position: UInt64?
    /// The innermost call that was still running when this one started: on the same thread, or in the same task and the
    /// tasks that this one was created from.
    public var parent: InvocationID?
    /// Number of enclosing calls that were still running.
    public var depth: Int
    /// The process that made the call, in a recording of several processes; nil otherwise.
    public var process: ProcessFacts?
    /// Number of the proxy in this process, from 1; 0 for a call that an interposer recorded.
    public var proxy: Int
    /// Type of the parent object, or of the proxy if it has none.
    public var owner: String
    /// Type of the forward delegate at the time of the call, nil when there was none.
    public var target: String?
    /// The requirement that was called.
    public var selector: Selector
    /// The arguments in order.
    public var arguments: [Argument]
    /// The thread on which the call was made.
    public var thread: ThreadInfo
    /// The task of an async call, and of a call made inside one; nil for other calls.
    public var task: TaskInfo?
    /// The span of a distributed trace in which the call was made. Nil outside of spans, and unless the recorder was told
    /// to look: see the library TracingBridge.
    public var trace: TraceContext?
    /// Start time, in nanoseconds since 1970-01-01T00:00:00Z.
    public var startedAtNanoseconds: Int64
    /// Start time, in nanoseconds since the recorder was created, on the monotonic clock.
    public var startOffsetNanoseconds: UInt64
    /// Time from start to end, in nanoseconds on the monotonic clock; nil while running.
    public var durationNanoseconds: UInt64?
    /// The part of the duration spent in the target, or in the default body used in its place. Nil while running,
    /// without a target, and when a handler answered.
    public var targetNanoseconds: UInt64?
    /// Progress of the call.
    public var state: State
    /// What produced the answer; `.none` while running.
    public var returnPath: ReturnPath
    /// The value returned to the caller; nil for Void, while running, and after an error.
    public var result: RecordedValue?
    /// The error thrown to the caller.
    public var error: RecordedValue?
    /// The value the forward delegate returned when a handler or a rule answered instead; nil otherwise, and for Void.
    public var targetResult: RecordedValue?
    /// The error the forward delegate threw when a handler or a rule answered instead.
    public var targetError: RecordedValue?
    /// Number of the last rule that acted on the call, from 1; nil when none did.
    public var rule: Int?
    /// Time for which rules held or delayed the call, in nanoseconds: a part of the duration, but not of the time in the
    /// target. Nil when none did.
    public var heldNanoseconds: UInt64?
    /// Number of the held call while a rule makes the call wait; nil otherwise.
    public var held: UInt64?
    /// What became of the closure arguments, in their order. A generated proxy follows those that escape and that it
    /// can wrap; empty when there are none.
    public var completions: [Completion] = []
    /// Number of preceding calls of the same selector that a rate limit left unrecorded.
    public var skipped = 0
    /// Who called: the frames of the calling thread, innermost first. Empty unless the recorder captured it; see
    /// `BacktraceCapture`.
    ///
    /// Functions and lines are there if they were looked up before. Frames of the proxy itself come first until then, and
    /// are left out after.
    public var backtrace: [CallFrame] = []
    /// Whether a user marked the invocation; marked invocations are evicted last.
    public var isMarked = false
    /// A user's comment on the invocation.
    public var comment: String?
    /// Anomalies found in the call, in no particular order.
    public var findings: [Finding] = []

    /// Creates a running call without values; the other fields are set afterwards.
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

/// Identity of an invocation: the recorder's epoch and the call's number in order of starts.
public struct InvocationID: Hashable, Sendable, CustomStringConvertible {
    /// Eight hexadecimal digits, chosen at random for each recorder.
    public var epoch: String
    /// The call's number in order of starts, from 1.
    public var seq: UInt64
    /// In a recording of several processes, the number of the process's run; otherwise 0.
    package var run: UInt64 = 0

    /// A number that is unique among all calls that one recorder or history answers for: `seq`, with the run in the bits
    /// above those that a recording has for it.
    package var key: UInt64 { run << Self.seqBits | seq }

    /// Bits of a call's number in recordings.
    package static let seqBits: UInt64 = 40

    /// Creates an identity from its parts.
    public init(epoch: String, seq: UInt64) {
        self.epoch = epoch
        self.seq = seq
    }

    /// Creates the identity of a call in a recording of several processes.
    package init(epoch: String, seq: UInt64, run: UInt64) {
        self.epoch = epoch
        self.seq = seq
        self.run = run
    }

    /// Whether a text can be an epoch: 1 to 64 letters and digits. Runs that were imported or repaired have others than
    /// recorders choose. Epochs are used unescaped in ids, header fields and file names.
    package static func isEpoch(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"):
                    true
                default: false
                }
            }
    }

    /// Parses `<epoch>-<seq>`; nil for any other text.
    public init?(_ text: some StringProtocol) {
        guard let dash = text.lastIndex(of: "-"), dash > text.startIndex,
            let seq = UInt64(text[text.index(after: dash)...]), seq > 0
        else { return nil }
        self.init(epoch: String(text[..<dash]), seq: seq)
    }

    /// The text form, `<epoch>-<seq>`.
    public var description: String { "\(epoch)-\(seq)" }
}
