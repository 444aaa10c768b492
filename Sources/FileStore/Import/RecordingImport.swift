// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// Imports lines of JSON, as written by an export, into a recording file.
///
/// Invocations and events of proxies keep their ids. Those already in the file are not changed. Lines with a `process`
/// make a recording of several processes, which takes no others, as other recordings take none of these.
///
/// - Invariant: Used by one thread at a time.
public final class RecordingImport {
    /// An invalid line.
    public struct LineError: Error, Sendable, Hashable, CustomStringConvertible {
        /// Number of the line, from 1.
        public let line: Int
        /// What is wrong with the line.
        public let reason: String
        /// Whether the line is an event of a proxy, as far as it can be read.
        public var isEvent = false
        /// Whether the line is valid, but not for this file.
        public var isMisplaced = false

        /// A one-sentence description.
        public var description: String {
            if isMisplaced { return "Line \(line) can't be imported: \(reason). Use another file for it." }
            return "Line \(line) is not an \(isEvent ? "event of a proxy" : "invocation"): \(reason)."
        }
    }

    /// Result of an import.
    public struct Summary: Sendable, Hashable {
        /// Invocations added to the file.
        public var added = 0
        /// Invocations already in the file.
        public var known = 0
        /// Events of proxies added to the file.
        public var addedEvents = 0
        /// Events of proxies already in the file.
        public var knownEvents = 0
        /// Epochs of the imported runs, in order of appearance.
        public var epochs: [String] = []
        /// Whether the file has no runs at all, neither imported nor others.
        public var isFileEmpty = false
    }

    /// Number of lines that are written at once.
    static let batchCount = 8_192
    /// Number of writers that are kept, of about 100 KiB each: an export can have lines of very many short processes.
    static let writersLimit = 1_024

    private let path: String
    private var state: State

    private enum Line {
        case invocation(Invocation)
        /// An event, and the epoch in its id: of the run, or of the recording of several processes.
        case event(ProxyEvent, epoch: String)

        var process: ProcessFacts? {
            switch self {
            case .invocation(let invocation): invocation.process
            case .event(let event, _): event.process
            }
        }

        /// The run.
        var epoch: String {
            switch self {
            case .invocation(let invocation): invocation.id.epoch
            case .event(let event, let epoch): event.epoch ?? epoch
            }
        }

        /// In nanoseconds since 1970.
        var time: Int64 {
            switch self {
            case .invocation(let invocation): invocation.startedAtNanoseconds
            case .event(let event, _): event.occurredAtNanoseconds
            }
        }
    }

    /// What a file has, and so which lines it takes.
    private enum Content {
        case nothing
        case runs
        case processes
        /// Processes, and the stream of a broker.
        case stream

        init(of db: Database, _ path: String) throws {
            if try FleetTables.exist(in: db, path) {
                let sequence = try db.firstNumber("SELECT sequence FROM fleet WHERE id = 1") ?? 0
                self = sequence > 0 ? .stream : .processes
            } else {
                self = try db.firstNumber("SELECT EXISTS (SELECT 1 FROM run)") == 1 ? .runs : .nothing
            }
        }
    }

    private struct State {
        let queue: DatabaseQueue
        var content: Content
        /// The tables of several processes, if lines have them.
        var fleet: FleetImport?
        /// The writers of the runs whose lines came last. Those of others are made anew when more lines come.
        var writers = RecentlyUsed<RunWriter>()
        /// The rows of all runs with lines, by their epochs.
        var runs: [String: Int64] = [:]
        var batch: [Line] = []
        /// The times of the first lines of runs, by their epochs.
        var starts: [String: Int64] = [:]
        var line = 0
        let reader = JSONReader()
        // The file limits the size of call numbers, and epochs are used in header fields.
        let records = RecordReader {
            InvocationID.isEpoch($0.epoch) && $0.seq <= UInt64(RecordingSchema.seqMask)
        }
        var summary = Summary()
    }

    /// Number of writers in memory.
    var writerCount: Int { state.writers.count }
    /// Number of blocks whose calls were read again by these writers.
    var reopenedBlockCount: Int { state.writers.values.reduce(0) { $0 + $1.reopenedBlockCount } }

    /// Opens a file for writing, creating it if necessary.
    ///
    /// - Throws: `FileStoreError` as `FileStore` does.
    public init(path: String) throws(FileStoreError) {
        self.path = path
        let queue = try RecordingFile(path: path).openForWriting()
        do {
            state = State(queue: queue, content: try queue.read { try Content(of: $0, path) })
        } catch {
            throw FileStoreError(error, path)
        }
    }

    /// Adds one line; empty lines are skipped.
    ///
    /// - Throws: `LineError`; `FileStoreError` when the file cannot be written.
    public func add(_ line: UnsafeRawBufferPointer) throws {
        state.line += 1
        guard line.contains(where: { ![0x20, 0x09, 0x0D].contains($0) }) else { return }
        state.batch.append(try parse(line))
        if state.batch.count >= Self.batchCount { try write() }
    }

    private func parse(_ line: UnsafeRawBufferPointer) throws(LineError) -> Line {
        let node: JSONNode
        do {
            node = try state.reader.read(line)
        } catch {
            throw LineError(line: state.line, reason: "\(error.reason), at byte \(error.offset)")
        }
        let isEvent = ProxyEvent.isEvent(node)
        let line: Line
        do {
            line = try isEvent ? event(node) : .invocation(state.records.invocation(node))
        } catch {
            let reason = "“\(error.member)” is missing or has the wrong type"
            throw LineError(line: state.line, reason: reason, isEvent: isEvent)
        }
        if let reason = refusal(hasProcess: line.process != nil) {
            throw LineError(line: state.line, reason: reason, isEvent: isEvent, isMisplaced: true)
        }
        return line
    }

    /// Why the file takes no such line; nil if it does. The first line decides what a new file takes.
    private func refusal(hasProcess: Bool) -> String? {
        switch (state.content, hasProcess) {
        case (.nothing, _): state.content = hasProcess ? .processes : .runs
        case (.runs, false), (.processes, true): break
        case (.runs, true): return "it has a “process”, unlike the calls in \(path)"
        case (.processes, false), (.stream, false): return "it has no “process”, unlike the calls in \(path)"
        case (.stream, true): return "\(path) gets its calls from a broker"
        }
        return nil
    }

    private func event(_ node: JSONNode) throws(RecordFault) -> Line {
        let event = try ProxyEvent(node)
        guard let epoch = node["id"]?.string.flatMap({ ProxyEventID($0) })?.epoch, InvocationID.isEpoch(epoch) else {
            throw RecordFault(member: "id")
        }
        if let own = event.epoch {
            let most = UInt64(RecordingSchema.seqMask)
            guard InvocationID.isEpoch(own) else { throw RecordFault(member: "epoch") }
            guard event.number <= most else { throw RecordFault(member: "number") }
            guard event.position ?? 0 <= most else { throw RecordFault(member: "position") }
        }
        return .event(event, epoch: epoch)
    }

    /// Writes the remaining lines and closes the file.
    ///
    /// - Throws: `FileStoreError` when the file cannot be written.
    public func finish() throws -> Summary {
        try write()
        do {
            // The run of a process begins before its first line.
            let margin = state.fleet == nil ? 0 : FleetWriter.margin
            try state.queue.write { db in
                for writer in state.writers.values { try writer.writeSignatures(db) }
                for run in state.runs.values { try ImportedRun(run: run, margin: margin).finish(db) }
                try state.fleet?.finish(db)
                if case .nothing = try Content(of: db, path) { state.summary.isFileEmpty = true }
            }
            state.writers = RecentlyUsed()
            try state.queue.close()
        } catch {
            throw FileStoreError(writing: error, path)
        }
        return state.summary
    }

    private func write() throws {
        guard !state.batch.isEmpty else { return }
        do {
            try state.queue.write { db in
                for line in state.batch where state.starts[line.epoch] == nil {
                    state.starts[line.epoch] = line.time
                    state.summary.epochs.append(line.epoch)
                }
                for invocation in callsByRun { try write(invocation, db) }
                for case .event(let event, let epoch) in state.batch { try write(event, epoch, db) }
                for writer in state.writers.values { try writer.writeSums(db) }
            }
        } catch {
            throw FileStoreError(writing: error, path)
        }
        state.batch.removeAll(keepingCapacity: true)
    }

    /// The calls of the batch, those of a run together and in the order of their numbers: to go on with a run whose
    /// writer was let go, or with a block that others pushed out, is to read a block again. Lines can be in any order.
    private var callsByRun: some Sequence<Invocation> {
        var places: [String: Int] = [:]
        var groups: [[Invocation]] = []
        for case .invocation(let invocation) in state.batch {
            let place = places[invocation.id.epoch] ?? groups.count
            if place == groups.count {
                places[invocation.id.epoch] = place
                groups.append([])
            }
            groups[place].append(invocation)
        }
        // Of two lines of one call the first one counts; sorting keeps their order.
        for index in groups.indices { groups[index].sort { $0.seq < $1.seq } }
        return groups.joined()
    }

    private func write(_ invocation: Invocation, _ db: Database) throws {
        let writer = try writer(invocation.id.epoch, of: invocation.process, db)
        let isRunning = invocation.state == .running
        if try isRunning ? writer.addRunning(invocation, db) : writer.write(invocation, db) {
            state.summary.added += 1
        } else {
            state.summary.known += 1
        }
    }

    private func write(_ event: ProxyEvent, _ epoch: String, _ db: Database) throws {
        let own = event.epoch ?? epoch
        let run = try state.runs[own] ?? writer(own, of: event.process, db).run
        let isAdded = try state.fleet?.write(event, of: epoch, run: run, db)
        if try isAdded ?? EventRow.write(event, run: run, db) {
            state.summary.addedEvents += 1
        } else {
            state.summary.knownEvents += 1
        }
    }

    /// The writer of a run. The lines do not contain the recorder's start, so the time of the run's first imported line
    /// is used.
    private func writer(_ epoch: String, of process: ProcessFacts?, _ db: Database) throws -> RunWriter {
        if let writer = state.writers.value(epoch) { return writer }
        // It was noted before the first line was written.
        let time = state.starts[epoch]!
        if process != nil, state.fleet == nil { state.fleet = try FleetImport(db) }
        let writer =
            if let process, let fleet = state.fleet {
                try fleet.writer(of: process, epoch, startedAt: time, db)
            } else {
                try RunWriter(RunWriter.Facts(epoch: epoch, program: "import", process: 0, started: time), db)
            }
        state.writers.add(writer, epoch)
        for old in state.writers.removeOldest(beyond: Self.writersLimit) {
            try old.writeSums(db)
            try old.writeSignatures(db)
        }
        state.runs[epoch] = writer.run
        return writer
    }
}
