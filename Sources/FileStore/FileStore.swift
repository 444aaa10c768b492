// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDB
public import ProxyCore
import Synchronization

/// Stores a recorder's invocations in an SQLite file, which `sqlite3` and other programs can read at the same time.
///
/// ```swift
/// let recorder = try Recorder(store: .file(URL(fileURLWithPath: "traffic.sqlite")))
/// …
/// recorder.detachSink()   // everything recorded before is in the file
/// ```
///
/// Every run has its own epoch in the file. Each batch is one transaction, so after a crash the file contains only
/// whole batches, and everything written remains readable.
///
/// - Invariant: Callable from any thread.
public final class FileStore: InvocationSink {
    /// Path of the file.
    public let path: String
    private let file: RecordingFile
    private let configuration: FileStoreConfiguration
    private let state: Mutex<State>

    private struct State {
        var queue: DatabaseQueue?
        var identity: RecordingFile.Identity?
        var writer: RunWriter?
        var run: Int64?
        var failure: FileStoreError?
        var retention: Retention
    }

    /// Opens a file for writing, creating it if necessary. Existing runs are kept.
    ///
    /// - Throws: `FileStoreError` with `.folderMissing`, `.readOnly`, `.unreadable`, `.notARecording`, `.newerVersion`,
    ///   `.damaged`, `.busy`, `.diskFull` or `.ioFailed`; with `.missing` if the path is empty.
    public init(path: String, configuration: FileStoreConfiguration = FileStoreConfiguration()) throws(FileStoreError) {
        self.path = path
        self.configuration = configuration
        file = RecordingFile(path: path)
        let queue = try file.openForWriting()
        state = Mutex(State(queue: queue, identity: file.identity, retention: Retention(configuration)))
    }

    /// The sink configuration for a recorder that writes to this store.
    public var sinkConfiguration: SinkConfiguration {
        var sink = SinkConfiguration()
        sink.interval = configuration.interval
        return sink
    }

    // MARK: Sink

    /// The file's path.
    public var location: String? { path }

    /// Why calls over the limits could not be deleted; nil if there was no error.
    public var failure: String? { state.withLock { $0.retention.failure?.description } }

    /// Writes a batch in one transaction.
    ///
    /// If older calls could not be deleted for a limit, that is reported, but the batch is not written again.
    ///
    /// - Throws: `FileStoreError`; nothing of the batch was written.
    public func write(_ batch: SinkBatch) throws {
        do {
            try state.withLock { try write(batch, &$0) }
        } catch {
            let failure = FileStoreError(writing: error, path)
            report(failure)
            throw failure
        }
        report(state.withLock { $0.retention.failure })
    }

    private func write(_ batch: SinkBatch, _ state: inout State) throws {
        guard let queue = state.queue else { throw state.failure ?? FileStoreError(.replaced, path) }
        guard configuration.ownsDescriptors() else {
            leave(queue, &state)
            throw FileStoreError(.ioFailed, path, "the program has closed it")
        }
        guard file.identity == state.identity else { throw abandon(queue, &state) }
        // A failed transaction is rolled back, so the next batch needs a new writer.
        let writer = state.writer
        if writer == nil { OtherWriters.note(batch.epoch) }
        state.writer = nil
        state.writer = try queue.write { db in
            let writer = try writer ?? RunWriter(facts(of: batch), db)
            try write(batch, writer, db)
            return writer
        }
        state.run = state.writer?.run
        // The batch is in the file now.
        state.retention.apply(queue, at: path, keeping: batch.lastSeq, of: state.run ?? 0)
        if state.retention.hasForgottenNames { state.writer?.forgetProxies() }
    }

    private func facts(of batch: SinkBatch) -> RunWriter.Facts {
        RunWriter.Facts(
            epoch: batch.epoch,
            program: configuration.programName ?? ProcessInfo.processInfo.processName,
            process: Int64(ProcessInfo.processInfo.processIdentifier),
            started: batch.startedAtNanoseconds
        )
    }

    /// The columns that can change after a record was written.
    private static let changing = FieldColumns.ofRecord.filter {
        ["marked", "comment", "completion", "completions"].contains($0.name)
    }

    private func write(_ batch: SinkBatch, _ writer: RunWriter, _ db: Database) throws {
        if batch.missed > 0 {
            let last = batch.lastPosition - UInt64(batch.count)
            try db.change(
                "INSERT OR IGNORE INTO gap VALUES (?, ?, ?)",
                [StoredValue(writer.run), StoredValue(last - batch.missed + 1), StoredValue(last)]
            )
        }
        try batch.forEachRecord { try writer.write($0, db) }
        try writer.writeRunning(batch.running, db)
        for event in batch.events { try EventRow.write(event, run: writer.run, db) }
        for invocation in batch.changed { try Self.update(invocation, id: writer.id(seq: invocation.seq), db) }
        try writer.writeSums(db)
        try db.change(
            """
            UPDATE run SET last_position = ?, last_seq = ?, missed = missed + ?, dropped = ?, ended = NULL WHERE id = ?
            """,
            [
                StoredValue(batch.lastPosition), StoredValue(batch.lastSeq), StoredValue(batch.missed),
                StoredValue(batch.dropped), StoredValue(writer.run),
            ]
        )
    }

    /// Stores what can change after a record was written.
    ///
    /// - Returns: Whether the file has the record.
    @discardableResult
    static func update(_ invocation: Invocation, id: Int64, _ db: Database) throws -> Bool {
        try db.change(
            "UPDATE record SET \(changing.map { "\($0.name) = ?" }.joined(separator: ", ")) WHERE id = ?",
            changing.map { $0.store(invocation) } + [StoredValue(id)]
        ) > 0
    }

    /// Gives up a file that is no longer at its path.
    ///
    /// - Returns: What to tell of it.
    private func abandon(_ queue: DatabaseQueue, _ state: inout State) -> FileStoreError {
        queue.abandon()
        state.writer = nil
        state.queue = nil
        return FileStoreError(.replaced, path)
    }

    /// Forgets a file whose descriptors were closed by others. To close it would be to write it.
    private func leave(_ queue: DatabaseQueue, _ state: inout State) {
        state.writer = nil
        state.queue = nil
        _ = Unmanaged.passRetained(queue)
    }

    /// Reports each new failure once, and its end once.
    private func report(_ failure: FileStoreError?) {
        let isNew = state.withLock { state in
            guard state.queue != nil || failure != nil else { return false }
            defer { state.failure = failure }
            return state.failure?.code != failure?.code
        }
        if isNew { configuration.onFailure(failure) }
    }

    /// Records that the run ended normally, and closes the file. One that was moved, deleted or replaced since the last
    /// batch is reported.
    public func finish() {
        let failure: FileStoreError? = state.withLock { state in
            guard let queue = state.queue else { return nil }
            guard configuration.ownsDescriptors() else {
                leave(queue, &state)
                return nil
            }
            let writer = state.writer
            state.writer = nil
            let now = Int64(Date().timeIntervalSince1970 * 1e9)
            if let writer {
                // Without them, the recording is complete, but some searches take longer.
                try? queue.write { try writer.writeSignatures($0) }
                _ = try? queue.write { db in
                    try db.change(
                        "UPDATE run SET ended = ? WHERE id = ?",
                        [StoredValue(now), StoredValue(writer.run)]
                    )
                }
            }
            // All of the run is in it, but who opens the path finds something else.
            guard file.identity == state.identity else { return abandon(queue, &state) }
            state.queue = nil
            try? queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
            try? queue.close()
            return nil
        }
        if let failure { report(failure) }
    }
}
