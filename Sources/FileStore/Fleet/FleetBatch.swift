// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore

/// A process whose calls come into a recording of several processes.
public struct FleetProcess: Sendable, Hashable {
    /// The epoch of the process's recorder.
    public var epoch: String
    /// Service, version, host and id.
    public var facts: ProcessFacts
    /// Name of the program.
    public var program: String
    /// When the process's recorder or server was created, in nanoseconds since 1970.
    public var startedAtNanoseconds: Int64

    /// Creates a process from its parts.
    public init(epoch: String, facts: ProcessFacts, program: String, startedAtNanoseconds: Int64) {
        self.epoch = epoch
        self.facts = facts
        self.program = program
        self.startedAtNanoseconds = startedAtNanoseconds
    }
}

/// A part of the event stream of one process.
public struct FleetBatch: Sendable {
    /// The process.
    public var process: FleetProcess
    /// The place in the process's stream before the first line.
    public var after: FleetPlace
    /// The place after the last line.
    public var through: FleetPlace
    /// Calls, events of proxies and gaps, each as a line of JSON.
    public var lines: [UInt8]
    /// When the batch arrived, in nanoseconds since 1970.
    public var arrivedAtNanoseconds: Int64

    /// Creates a batch from its parts.
    public init(
        process: FleetProcess,
        after: FleetPlace,
        through: FleetPlace,
        lines: [UInt8],
        arrivedAtNanoseconds: Int64
    ) {
        self.process = process
        self.after = after
        self.through = through
        self.lines = lines
        self.arrivedAtNanoseconds = arrivedAtNanoseconds
    }
}

/// A place in the event stream of a process, as in the ids of its events: `123`, or `123.7` after an event of a proxy.
public struct FleetPlace: Sendable, Hashable, CustomStringConvertible {
    /// Position of the last call.
    public var position: UInt64
    /// Number of the last event of a proxy; nil if the position tells it.
    public var number: UInt64?

    /// Highest position that a recording has room for.
    public static let mostCalls = UInt64(RecordingSchema.seqMask)

    /// The beginning of a stream.
    public static let start = FleetPlace(position: 0)

    /// Creates a place from its parts.
    public init(position: UInt64, number: UInt64? = nil) {
        self.position = position
        self.number = number
    }

    /// Parses the text form; nil for any other text.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let position = parts.first.flatMap({ UInt64($0) }) else { return nil }
        self.init(position: position)
        guard parts.count == 2 else { return }
        guard let number = UInt64(parts[1]) else { return nil }
        self.number = number
    }

    /// The text form.
    public var description: String { number.map { "\(position).\($0)" } ?? "\(position)" }

    /// Whether everything up to another place is also up to this one.
    func contains(_ other: FleetPlace) -> Bool {
        if position != other.position { return position > other.position }
        return number ?? 0 >= other.number ?? 0
    }
}

/// What a recording of several processes got from some batches.
public struct FleetSummary: Sendable, Hashable {
    /// Calls added.
    public var calls = 0
    /// Calls that were there already, and were changed.
    public var updates = 0
    /// Events of proxies added.
    public var events = 0
    /// Calls known to be missing.
    public var missing: UInt64 = 0
    /// Batches that were there already.
    public var known = 0
    /// Batches that the file does not take. Of calls in them, the next batch of the process tells that they are missing.
    public var refused = 0
    /// Lines that could not be read.
    public var badLines = 0
    /// Why the last of these lines or batches was left out.
    public var reason: String?
}
