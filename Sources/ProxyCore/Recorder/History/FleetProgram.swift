// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A process whose calls are in a recording of several processes.
public struct FleetProgram: Sendable, Hashable {
    /// Whether the process runs; the raw value is the word in JSON.
    public enum State: String, Sendable, CaseIterable {
        /// It answers.
        case running
        /// It said goodbye.
        case ended
        /// It is gone without having said so: it crashed or was killed.
        case lost
        /// It exists, but does not answer, or its relay is not heard.
        case unreachable
    }

    /// What a relay tells about a process. Unknown parts are nil.
    public struct Report: Sendable, Hashable {
        /// Whether the process runs.
        public var state: State
        /// Why, in a sentence.
        public var reason: String?
        /// Position of the last call that the process has.
        public var newest: UInt64?
        /// Position of the last call that the relay has passed on.
        public var through: UInt64?
        /// Calls that the process made per second.
        public var callsPerSecond: Double?
        /// Calls that the process could not record.
        public var dropped: UInt64?
        /// The broker's clock minus the relay's, in nanoseconds.
        public var skewNanoseconds: Int64?
        /// Largest possible error of the skew, in nanoseconds.
        public var skewErrorNanoseconds: Int64?
        /// When the process answered last, in nanoseconds since 1970.
        public var seenAtNanoseconds: Int64?
        /// When the relay told, in nanoseconds since 1970.
        public var toldAtNanoseconds: Int64

        /// Creates a report of which only the state is known.
        public init(_ state: State, toldAtNanoseconds: Int64) {
            self.state = state
            self.toldAtNanoseconds = toldAtNanoseconds
        }
    }

    /// The epoch of the process's recorder.
    public var epoch: String
    /// The process.
    public var process: ProcessFacts
    /// Name of the program.
    public var program: String
    /// When its recorder was created, in nanoseconds since 1970.
    public var startedAtNanoseconds: Int64
    /// Number of its calls in the recording.
    public var calls: UInt64
    /// Number of its calls that are known to be missing.
    public var missing: UInt64
    /// Start of the last of its calls in the recording, in nanoseconds since 1970; nil without calls.
    public var lastCallAtNanoseconds: Int64?
    /// Time from the end of a call to its arrival in the recording, in nanoseconds, for the last call that arrived. The
    /// clocks of two machines may differ; nil without calls since the recording was opened.
    public var lagNanoseconds: Int64?
    /// What a relay told last; nil if none did since the recording was opened.
    public var report: Report?

    /// Creates a process without calls.
    public init(epoch: String, process: ProcessFacts, program: String, startedAtNanoseconds: Int64) {
        self.epoch = epoch
        self.process = process
        self.program = program
        self.startedAtNanoseconds = startedAtNanoseconds
        calls = 0
        missing = 0
    }
}

/// The state of what brings the calls of several processes.
public struct FleetFeedStatus: Sendable, Hashable {
    /// Whether the broker is reachable.
    public var isConnected: Bool
    /// Number of the last message that is in the recording.
    public var sequence: UInt64
    /// Messages that are in the broker, but not yet in the recording.
    public var behind: UInt64
    /// What went wrong last; nil if nothing did.
    public var failure: String?

    /// Creates a status.
    public init(isConnected: Bool, sequence: UInt64, behind: UInt64, failure: String? = nil) {
        self.isConnected = isConnected
        self.sequence = sequence
        self.behind = behind
        self.failure = failure
    }
}

/// A feed with the calls of several processes.
package protocol FleetFeed: InvocationFeed {
    /// The processes, in the order of their arrival.
    var programs: [FleetProgram] { get }
    /// What brings the calls; nil for a recording that nothing is added to.
    var feedStatus: FleetFeedStatus? { get }
}

extension Recorder {
    /// The feed with the calls of several processes that the recorder replays; nil without one.
    package var fleet: (any FleetFeed)? { feed as? any FleetFeed }

    /// The processes whose calls the recorder replays; nil for a recorder of one process.
    public var programs: [FleetProgram]? { fleet?.programs }
}
