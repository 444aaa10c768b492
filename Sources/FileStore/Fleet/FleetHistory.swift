// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
public import ProxyCore
import Synchronization

/// Reads the calls of all processes of a recording that `FleetRecording` writes, merged in the order of their starts by
/// the processes' own clocks. Never changes the file.
///
/// Each process is a run of the file. The keys of its calls have the run's number in their upper bits; see
/// `InvocationID.key`.
///
/// - Invariant: Callable from any thread, by several threads concurrently, and while the file is written.
public final class FleetHistory: InvocationHistory {
    /// Path of the file.
    public let path: String
    /// The epoch of the recording itself; the processes have their own.
    public let epoch: String
    let reader: RecordingReader
    let state = Mutex(State())

    struct State: Sendable {
        /// The processes, in the order of their arrival.
        var parts: [Part] = []
        /// The places of processes in `parts`, by run and by epoch.
        var places: (byRun: [Int64: Int], byEpoch: [String: Int]) = ([:], [:])
        /// What is known of processes besides the file, by epoch.
        var lags: [String: Int64] = [:]
        var reports: [String: FleetProgram] = [:]
        var feedStatus: FleetFeedStatus?
        var observers: [@Sendable () -> Void] = []
    }

    /// One process of the recording.
    struct Part: Sendable {
        let run: Int64
        let process: FleetProcess
        let history: FileHistory
    }

    /// Opens a recording of several processes.
    ///
    /// - Throws: `FileStoreError`, as `FileHistory` does; with `.notARecording` if it is one of a single process.
    public convenience init(path: String) throws(FileStoreError) {
        try self.init(unchecked: path)
        // After it is known what the file is: callers try whether it is a recording of several processes.
        _ = try RecordingFile(path: path).openForReading()
    }

    /// Opens a recording that was checked already.
    init(unchecked path: String) throws(FileStoreError) {
        self.path = path
        reader = try RecordingReader(path: path)
        let epoch = try reader.answer { db in
            guard try FleetTables.exist(in: db, path) else {
                throw FileStoreError(.notARecording, path, "it is not one of several processes")
            }
            return try db.firstRow("SELECT epoch FROM fleet WHERE id = 1") { try $0.requiredText(0) }
        }
        guard let epoch, InvocationID.isEpoch(epoch) else {
            throw FileStoreError(.damaged, path, "it has no epoch")
        }
        self.epoch = epoch
    }

    /// Whether a file is a recording of several processes. False also if it can't be read.
    public static func exists(at path: String) -> Bool {
        guard let reader = try? RecordingFile(path: path).openForReading(isChecked: false) else { return false }
        return (try? reader.read { try FleetTables.exist(in: $0, path) }) ?? false
    }

    // MARK: Reading

    /// Calls `body` with a consistent view of the file. On failure, stores the error in `failure` and returns nil.
    func read<Answer>(_ body: (Database) throws -> Answer) -> Answer? { reader.read(body) }

    /// The last failure to read the file.
    public var failure: HistoryFailure? { reader.failure }

    // MARK: Processes

    /// The processes, including those that have come since the last call.
    func parts(_ db: Database) throws -> [Part] {
        let known = state.withLock { $0.parts }
        let new = try db.rows(
            """
            SELECT run.id, epoch, service, version, host, fleet_process.process, fleet_process.program,
                fleet_process.started
            FROM fleet_process JOIN run ON run.id = fleet_process.run WHERE fleet_process.run > ?
            ORDER BY run.id
            """,
            [StoredValue(known.last?.run ?? 0)]
        ) { row in try part(row) }
        guard !new.isEmpty else { return known }
        return state.withLock { state in
            for part in new where state.places.byRun[part.run] == nil {
                state.places.byRun[part.run] = state.parts.count
                state.places.byEpoch[part.process.epoch] = state.parts.count
                state.parts.append(part)
            }
            return state.parts
        }
    }

    private func part(_ row: RowColumns) throws -> Part {
        let run = try row.number(0, in: RecordingSchema.runs)
        let epoch = try row.requiredText(1)
        guard InvocationID.isEpoch(epoch) else { throw RowFault(column: "epoch", found: "a text that is none") }
        let facts = ProcessFacts(
            service: try row.requiredText(2),
            version: try row.optionalText(3),
            host: try row.requiredText(4),
            id: try row.number(5)
        )
        let process = FleetProcess(
            epoch: epoch,
            facts: facts,
            program: try row.requiredText(6),
            startedAtNanoseconds: try row.number(7)
        )
        return Part(run: run, process: process, history: FileHistory(of: self, process))
    }

    /// The processes as they are known.
    var parts: [Part] { read { try parts($0) } ?? [] }

    func part(ofRun run: Int64) -> Part? {
        let find = { self.state.withLock { state in state.places.byRun[run].map { state.parts[$0] } } }
        if let known = find() { return known }
        _ = parts
        return find()
    }

    func part(ofEpoch epoch: String) -> Part? {
        let find = { self.state.withLock { state in state.places.byEpoch[epoch].map { state.parts[$0] } } }
        if let known = find() { return known }
        _ = parts
        return find()
    }

    // MARK: Identities

    /// The key of a call of any of the processes.
    public func key(of id: InvocationID) -> UInt64? {
        part(ofEpoch: id.epoch).map { InvocationID(epoch: id.epoch, seq: id.seq, run: UInt64($0.run)).key }
    }

    /// The id that a call has in its process.
    public func id(ofKey key: UInt64) -> InvocationID {
        let run = key >> InvocationID.seqBits
        let seq = key & UInt64(RecordingSchema.seqMask)
        return InvocationID(epoch: part(ofRun: Int64(run))?.process.epoch ?? epoch, seq: seq, run: run)
    }

    /// The call with this key.
    public func invocation(seq key: UInt64) -> Invocation? {
        guard let part = part(ofRun: Int64(key >> InvocationID.seqBits)) else { return nil }
        return part.history.invocation(seq: key & UInt64(RecordingSchema.seqMask))
    }
}
