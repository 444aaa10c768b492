// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// Imports lines of JSON, as written by an export, into a recording file.
///
/// Invocations keep their ids. Those already in the file are not changed.
///
/// - Invariant: Used by one thread at a time.
public final class RecordingImport {
    /// An invalid line.
    public struct LineError: Error, Sendable, Hashable, CustomStringConvertible {
        /// Number of the line, from 1.
        public let line: Int
        /// What is wrong with the line.
        public let reason: String

        /// A one-sentence description.
        public var description: String { "Line \(line) is not an invocation: \(reason)." }
    }

    /// Result of an import.
    public struct Summary: Sendable, Hashable {
        /// Invocations added to the file.
        public var added = 0
        /// Invocations already in the file.
        public var known = 0
        /// Epochs of the imported runs, in order of appearance.
        public var epochs: [String] = []
    }

    private static let batchCount = 8_192

    private let path: String
    private var state: State

    private struct State {
        let queue: DatabaseQueue
        var writers: [String: RunWriter] = [:]
        var running: [String: [Invocation]] = [:]
        var batch: [Invocation] = []
        var line = 0
        let reader = JSONReader()
        // The file limits the size of call numbers, and epochs are used in header fields.
        let records = RecordReader {
            RecordedRun.isEpoch($0.epoch) && $0.seq <= UInt64(RecordingSchema.seqMask)
        }
        var summary = Summary()
    }

    /// Opens a file for writing, creating it if necessary.
    ///
    /// - Throws: `FileStoreError` as `FileStore` does.
    public init(path: String) throws(FileStoreError) {
        self.path = path
        state = State(queue: try RecordingFile(path: path).openForWriting())
    }

    /// Adds one line; empty lines are skipped.
    ///
    /// - Throws: `LineError`; `FileStoreError` when the file cannot be written.
    public func add(_ line: UnsafeRawBufferPointer) throws {
        state.line += 1
        guard line.contains(where: { ![0x20, 0x09, 0x0D].contains($0) }) else { return }
        state.batch.append(try invocation(line))
        if state.batch.count >= Self.batchCount { try write() }
    }

    private func invocation(_ line: UnsafeRawBufferPointer) throws(LineError) -> Invocation {
        let node: JSONNode
        do {
            node = try state.reader.read(line)
        } catch {
            throw LineError(line: state.line, reason: "\(error.reason), at byte \(error.offset)")
        }
        do {
            return try state.records.invocation(node)
        } catch {
            throw LineError(line: state.line, reason: "“\(error.member)” is missing or has the wrong type")
        }
    }

    /// Writes the remaining lines and closes the file.
    ///
    /// - Throws: `FileStoreError` when the file cannot be written.
    public func finish() throws -> Summary {
        try write()
        do {
            try state.queue.write { db in
                for (epoch, writer) in state.writers {
                    try writer.writeRunning(state.running[epoch] ?? [], db)
                    let range = IDRange(run: writer.run)
                    try db.change(
                        """
                        UPDATE run SET ended = ifnull(ended, started), last_position =
                            (SELECT ifnull(max(position), 0) FROM record WHERE id BETWEEN ?1 AND ?2),
                            last_seq = (SELECT ifnull(max(id), 0) & ?3 FROM record WHERE id BETWEEN ?1 AND ?2)
                        WHERE id = ?4
                        """,
                        [range.first, range.last, RecordingSchema.seqMask, writer.run].map { StoredValue($0) }
                    )
                }
            }
            state.writers = [:]
            try state.queue.close()
        } catch {
            throw FileStoreError(error, path)
        }
        return state.summary
    }

    private func write() throws {
        guard !state.batch.isEmpty else { return }
        do {
            try state.queue.write { db in
                for invocation in state.batch { try write(invocation, db) }
                for writer in state.writers.values { try writer.writeSums(db) }
            }
        } catch {
            throw FileStoreError(error, path)
        }
        state.batch.removeAll(keepingCapacity: true)
    }

    private func write(_ invocation: Invocation, _ db: Database) throws {
        let epoch = invocation.id.epoch
        let writer = try state.writers[epoch] ?? makeWriter(invocation, db)
        if state.writers[epoch] == nil {
            state.writers[epoch] = writer
            state.summary.epochs.append(epoch)
        }
        if invocation.state == .running {
            state.running[epoch, default: []].append(invocation)
            state.summary.added += 1
        } else if try writer.write(invocation, db) {
            state.summary.added += 1
        } else {
            state.summary.known += 1
        }
    }

    /// The lines do not contain the recorder's start, so the start of the run's first imported call is used.
    private func makeWriter(_ first: Invocation, _ db: Database) throws -> RunWriter {
        let facts = RunWriter.Facts(
            epoch: first.id.epoch,
            program: "import",
            process: 0,
            started: first.startedAtNanoseconds
        )
        return try RunWriter(facts, db)
    }
}
