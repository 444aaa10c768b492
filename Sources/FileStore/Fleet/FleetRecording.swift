// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore
import Synchronization

/// A recording of several processes, written as batches of their event streams arrive.
///
/// Each transaction contains whole batches, and the number of the broker's message with the last of them. So a writer
/// that was killed continues after that message, and every call is in the file once.
///
/// ```swift
/// let recording = try FleetRecording(path: "fleet.sqlite")
/// let server = try InspectorServer.start(Recorder(replaying: recording.history))
/// try recording.write(batches, through: message.sequence)
/// ```
///
/// - Invariant: Callable from any thread.
public final class FleetRecording: Sendable {
    /// Path of the file.
    public let path: String
    /// The calls of all processes.
    public let history: FleetHistory
    private let file: RecordingFile
    private let state: Mutex<State>

    private struct State {
        var queue: DatabaseQueue?
        var identity: RecordingFile.Identity?
        var writers = FleetWriters()
        var progress: Progress
        var retention: Retention
    }

    /// How far the recording is.
    private struct Progress {
        /// The ends of its stream.
        var ends = StreamPlace(position: 0, number: 0)
        /// Number of the broker's last message in it.
        var sequence: UInt64 = 0
        /// When the broker's stream was created; nil if that is unknown.
        var created: Int64?

        /// Reads what the file says.
        init(of db: Database) throws {
            try RowQuery(db, "SELECT position, number, sequence, created FROM fleet WHERE id = 1").forEach(
                [Int64](),
                on: db
            ) { row in
                ends = StreamPlace(
                    position: UInt64(try row.number(0, in: 0 ... .max)),
                    number: UInt64(try row.number(1, in: 0 ... .max))
                )
                sequence = UInt64(try row.number(2, in: 0 ... .max))
                created = try row.optionalNumber(3)
                return false
            }
        }

        /// Checks that the file says the same. A second writer would give the places of calls to others.
        func check(_ db: Database, _ path: String) throws {
            let stored = try Progress(of: db)
            guard stored.ends == ends, stored.sequence == sequence else { throw FileStoreError(.inUse, path) }
        }
    }

    /// Opens a file for writing, creating it if necessary.
    ///
    /// - Throws: `FileStoreError`, as `FileStore` does.
    public init(path: String, configuration: FileStoreConfiguration = FileStoreConfiguration()) throws(FileStoreError) {
        self.path = path
        file = RecordingFile(path: path)
        let queue = try file.openForWriting()
        do {
            let progress = try queue.write { db in
                // What stands in place of the tables of a forged file is not written to.
                _ = try FleetTables.exist(in: db, path)
                try FleetTables.create(db)
                try FleetTables.moveEnds(db)
                return try Progress(of: db)
            }
            state = Mutex(
                State(
                    queue: queue,
                    identity: file.identity,
                    progress: progress,
                    retention: Retention(configuration, isByTime: true)
                )
            )
        } catch {
            throw FileStoreError(error, path)
        }
        history = try FleetHistory(unchecked: path)
    }

    /// Number of the broker's last message that is in the file; 0 for a new file.
    public var sequence: UInt64 { state.withLock { $0.progress.sequence } }

    /// When the broker's stream was created that has the message `sequence`, in nanoseconds since 1970; nil if that is
    /// unknown.
    public var streamCreatedAtNanoseconds: Int64? { state.withLock { $0.progress.created } }

    /// Writes batches in one transaction. What the file has already is left out, and so are batches that it does not take.
    ///
    /// - Parameters:
    ///   - batches: In the order of their arrival.
    ///   - sequence: Number of the broker's message with the last batch.
    ///   - created: When the broker's stream was created, in nanoseconds since 1970: another stream has other numbers.
    ///     Default: unknown; what the file has stays.
    /// - Throws: `FileStoreError`; nothing of the batches was written. With `.inUse` and `.replaced`, nothing can be any
    ///   more.
    @discardableResult
    public func write(
        _ batches: [FleetBatch],
        through sequence: UInt64,
        ofStreamCreatedAt created: Int64? = nil
    ) throws(FileStoreError) -> FleetSummary {
        do {
            let (summary, lags) = try state.withLock { state in
                try writeTaken(batches, through: sequence, of: created, &state)
            }
            history.grew(lags)
            return summary
        } catch {
            throw FileStoreError(writing: error, path)
        }
    }

    /// Begins with the broker's first message again, because its stream was made anew. What the file has stays.
    ///
    /// - Parameter created: When the new stream was created, in nanoseconds since 1970; nil if that is unknown.
    /// - Throws: `FileStoreError`; nothing has changed.
    public func startOver(withStreamCreatedAt created: Int64? = nil) throws(FileStoreError) {
        do {
            try state.withLock { state in
                let queue = try openQueue(&state)
                let progress = state.progress
                try queue.write { db in
                    try progress.check(db, path)
                    try db.change("UPDATE fleet SET sequence = 0, created = ? WHERE id = 1", [StoredValue(created)])
                }
                (state.progress.sequence, state.progress.created) = (0, created)
            }
        } catch {
            throw FileStoreError(writing: error, path)
        }
    }

    /// Leaves out what the file does not take: it would fail each time, and nothing behind it would be read.
    private func writeTaken(
        _ batches: [FleetBatch],
        through sequence: UInt64,
        of created: Int64?,
        _ state: inout State
    ) throws -> (FleetSummary, lags: [String: Int64]) {
        do {
            return try write(batches, through: sequence, of: created, leavesOut: false, &state)
        } catch let error as DatabaseError where Self.isOfOneBatch(error) {
            return try write(batches, through: sequence, of: created, leavesOut: true, &state)
        }
    }

    /// Whether an error comes from the values of a batch, rather than from the file.
    private static func isOfOneBatch(_ error: DatabaseError) -> Bool {
        [.SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_TOOBIG].contains(error.resultCode)
    }

    /// - Parameter leavesOut: Whether batches that the file does not take are left out, each undone alone. Otherwise the
    ///   first one fails.
    private func write(
        _ batches: [FleetBatch],
        through sequence: UInt64,
        of created: Int64?,
        leavesOut: Bool,
        _ state: inout State
    ) throws -> (FleetSummary, lags: [String: Int64]) {
        let queue = try openQueue(&state)
        var summary = FleetSummary()
        var lags: [String: Int64] = [:]
        let progress = state.progress
        var ends = progress.ends
        // A failed transaction is rolled back, so the next one needs new writers.
        var writers = state.writers
        state.writers = FleetWriters()
        try queue.write { db in
            try progress.check(db, path)
            for batch in batches {
                let epoch = batch.process.epoch
                guard InvocationID.isEpoch(epoch) else {
                    summary.badLines += 1
                    summary.reason = "the epoch of a process is none"
                    continue
                }
                guard max(batch.after.position, batch.through.position) <= FleetPlace.mostCalls else {
                    summary.refused += 1
                    summary.reason = "its place is beyond all calls of a process"
                    continue
                }
                func add() throws {
                    let writer = try writers.writer(of: batch, db)
                    if let lag = try writer.write(batch, &ends, &summary, db) { lags[epoch] = lag }
                }
                guard leavesOut else {
                    try add()
                    continue
                }
                let before = (ends, summary)
                do {
                    try db.inSavepoint {
                        try add()
                        return .commit
                    }
                } catch let error as DatabaseError where Self.isOfOneBatch(error) {
                    (ends, summary) = before
                    summary.refused += 1
                    summary.reason = FileStoreError(error, path).context
                    writers.forget(epoch)
                }
            }
            try db.change(
                """
                UPDATE fleet SET sequence = max(sequence, ?), position = ?, number = ?, created = ifnull(?, created)
                WHERE id = 1
                """,
                [
                    StoredValue(sequence), StoredValue(ends.position), StoredValue(ends.number), StoredValue(created),
                ]
            )
            try writers.rest(db)
        }
        state.writers = writers
        state.progress.ends = ends
        state.progress.sequence = max(progress.sequence, sequence)
        state.progress.created = created ?? progress.created
        state.retention.apply(queue, at: path, keeping: 0, of: 0)
        if state.retention.hasForgottenNames { state.writers.forgetProxies() }
        return (summary, lags)
    }

    /// The file as long as it is at its path; otherwise it is given up.
    private func openQueue(_ state: inout State) throws(FileStoreError) -> DatabaseQueue {
        guard let queue = state.queue else { throw FileStoreError(.replaced, path) }
        guard file.identity == state.identity else { throw abandon(queue, &state) }
        return queue
    }

    /// Gives up a file that is no longer at its path, also for those who read it.
    ///
    /// - Returns: What to tell of it.
    private func abandon(_ queue: DatabaseQueue, _ state: inout State) -> FileStoreError {
        queue.abandon()
        state.writers = FleetWriters()
        state.queue = nil
        let error = FileStoreError(.replaced, path)
        history.reader.end(with: error)
        return error
    }

    /// Why calls over the limits could not be deleted; nil if there was no error.
    public var failure: String? { state.withLock { $0.retention.failure?.description } }

    /// Closes the file.
    ///
    /// - Returns: An error with `.replaced` if the file was moved, deleted or replaced, and no other call has told of it:
    ///   without batches, nothing else notices it. Everything written is in the file that stood there.
    @discardableResult
    public func finish() -> FileStoreError? {
        state.withLock { state in
            guard let queue = state.queue else { return nil }
            guard file.identity == state.identity else { return abandon(queue, &state) }
            try? queue.write { [writers = state.writers] in try writers.writeSignatures($0) }
            state.writers = FleetWriters()
            state.queue = nil
            try? queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
            try? queue.close()
            return nil
        }
    }
}
