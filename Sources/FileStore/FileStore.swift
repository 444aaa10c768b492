// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDB
public import ProxyCore
import Synchronization

/// Keeps what a recorder records in an SQLite file, which `sqlite3` and other programs can read meanwhile.
///
/// ```swift
/// let recorder = try Recorder(store: .file(URL(fileURLWithPath: "traffic.sqlite")))
/// …
/// recorder.detachSink()   // everything recorded before is in the file
/// ```
///
/// Every run has its own epoch in the file. Each batch is one transaction: whatever ends the program, the file holds
/// whole batches only, and what was written stays readable.
///
/// - Invariant: Callable from any thread.
public final class FileStore: InvocationSink {
    /// The file.
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

    /// Opens a file for writing, making it when there is none; runs that are in it stay.
    ///
    /// - Throws: `FileStoreError` with `.folderMissing`, `.readOnly`, `.notARecording`, `.newerVersion`, `.damaged`,
    ///   `.busy`, `.diskFull` or `.ioFailed`.
    public init(path: String, configuration: FileStoreConfiguration = FileStoreConfiguration()) throws(FileStoreError) {
        self.path = path
        self.configuration = configuration
        file = RecordingFile(path: path)
        let queue = try file.openForWriting()
        state = Mutex(State(queue: queue, identity: file.identity, retention: Retention(configuration)))
    }

    /// How a recorder has to feed it.
    public var sinkConfiguration: SinkConfiguration {
        var sink = SinkConfiguration()
        sink.interval = configuration.interval
        return sink
    }

    // MARK: Sink

    /// The file's path.
    public var location: String? { path }

    /// Writes a batch in one transaction.
    ///
    /// - Throws: `FileStoreError`; nothing of the batch was written then.
    public func write(_ batch: SinkBatch) throws {
        do {
            try state.withLock { try write(batch, &$0) }
        } catch {
            let failure = FileStoreError(error, path)
            report(failure)
            throw failure
        }
        report(nil)
    }

    private func write(_ batch: SinkBatch, _ state: inout State) throws {
        guard let queue = state.queue else { throw state.failure ?? FileStoreError(.replaced, path) }
        guard file.identity == state.identity else {
            abandon(queue, &state)
            throw FileStoreError(.replaced, path)
        }
        // What a failed transaction made is not there: the writer is made anew then.
        let writer = state.writer
        state.writer = nil
        state.writer = try queue.write { db in
            let writer = try writer ?? RunWriter(facts(of: batch), db)
            try write(batch, writer, db)
            return writer
        }
        state.run = state.writer?.run
        try state.retention.apply(queue, keeping: batch.lastSeq, of: state.run ?? 0)
    }

    private func facts(of batch: SinkBatch) -> RunWriter.Facts {
        RunWriter.Facts(
            epoch: batch.epoch,
            program: configuration.programName ?? ProcessInfo.processInfo.processName,
            process: Int64(ProcessInfo.processInfo.processIdentifier),
            started: batch.startedAtNanoseconds
        )
    }

    private func write(_ batch: SinkBatch, _ writer: RunWriter, _ db: Database) throws {
        if batch.missed > 0 {
            let last = batch.lastPosition - UInt64(batch.count)
            try db.execute(
                sql: "INSERT OR IGNORE INTO gap VALUES (?, ?, ?)",
                arguments: [writer.run, Int64(clamping: last - batch.missed + 1), Int64(clamping: last)]
            )
        }
        try batch.forEachRecord { try writer.write($0, db) }
        try writer.writeRunning(batch.running, db)
        for event in batch.events { try EventRow.write(event, run: writer.run, db) }
        for invocation in batch.changed {
            try db.execute(
                sql: "UPDATE record SET marked = ?, comment = ? WHERE id = ?",
                arguments: [invocation.isMarked ? 1 : nil, invocation.comment, writer.id(seq: invocation.seq)]
            )
        }
        try writer.writeSums(db)
        try db.cachedStatement(
            sql: "UPDATE run SET last_position = ?, last_seq = ?, missed = missed + ?, ended = NULL WHERE id = ?"
        ).execute(
            arguments: [
                Int64(clamping: batch.lastPosition), Int64(clamping: batch.lastSeq), Int64(clamping: batch.missed),
                writer.run,
            ]
        )
    }

    /// The file is no longer where it was. Everything written goes into it, wherever it is; the one that stands in its
    /// place is not touched.
    private func abandon(_ queue: DatabaseQueue, _ state: inout State) {
        try? queue.writeWithoutTransaction { db in
            try db.keepJournal()
            try db.checkpoint(.truncate)
        }
        state.writer = nil
        state.queue = nil
        try? queue.close()
    }

    /// Tells once of each failure, and once of its end.
    private func report(_ failure: FileStoreError?) {
        let isNew = state.withLock { state in
            guard state.queue != nil || failure != nil else { return false }
            defer { state.failure = failure }
            return state.failure?.code != failure?.code
        }
        if isNew { configuration.onFailure(failure) }
    }

    /// Notes that the run ended in order, and closes the file.
    public func finish() {
        state.withLock { state in
            guard let queue = state.queue else { return }
            let writer = state.writer
            state.writer = nil
            let now = Int64(Date().timeIntervalSince1970 * 1e9)
            if let writer {
                try? queue.write { db in
                    try db.execute(sql: "UPDATE run SET ended = ? WHERE id = ?", arguments: [now, writer.run])
                }
            }
            state.queue = nil
            try? queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
            try? queue.close()
        }
    }
}
