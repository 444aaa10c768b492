// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// Imports lines of JSON, as written by an export, into a recording file.
///
/// Invocations and events of proxies keep their ids. Those already in the file are not changed.
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

        /// A one-sentence description.
        public var description: String {
            "Line \(line) is not an \(isEvent ? "event of a proxy" : "invocation"): \(reason)."
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
    }

    private static let batchCount = 8_192

    private let path: String
    private var state: State

    private enum Line {
        case invocation(Invocation)
        case event(ProxyEvent, epoch: String)
    }

    private struct State {
        let queue: DatabaseQueue
        var writers: [String: RunWriter] = [:]
        var running: [String: [Invocation]] = [:]
        var batch: [Line] = []
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
        do {
            return try isEvent ? event(node) : .invocation(state.records.invocation(node))
        } catch {
            let reason = "“\(error.member)” is missing or has the wrong type"
            throw LineError(line: state.line, reason: reason, isEvent: isEvent)
        }
    }

    private func event(_ node: JSONNode) throws(RecordFault) -> Line {
        let event = try ProxyEvent(node)
        guard let epoch = node["id"]?.string.flatMap({ ProxyEventID($0) })?.epoch, RecordedRun.isEpoch(epoch) else {
            throw RecordFault(member: "id")
        }
        return .event(event, epoch: epoch)
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
                    try writer.writeSignatures(db)
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
                for line in state.batch {
                    switch line {
                    case .invocation(let invocation): try write(invocation, db)
                    case .event(let event, let epoch): try write(event, epoch, db)
                    }
                }
                for writer in state.writers.values { try writer.writeSums(db) }
            }
        } catch {
            throw FileStoreError(error, path)
        }
        state.batch.removeAll(keepingCapacity: true)
    }

    private func write(_ invocation: Invocation, _ db: Database) throws {
        let epoch = invocation.id.epoch
        let writer = try writer(epoch, startedAt: invocation.startedAtNanoseconds, db)
        if invocation.state == .running {
            state.running[epoch, default: []].append(invocation)
            state.summary.added += 1
        } else if try writer.write(invocation, db) {
            state.summary.added += 1
        } else {
            state.summary.known += 1
        }
    }

    private func write(_ event: ProxyEvent, _ epoch: String, _ db: Database) throws {
        let writer = try writer(epoch, startedAt: event.occurredAtNanoseconds, db)
        if try EventRow.write(event, run: writer.run, db) {
            state.summary.addedEvents += 1
        } else {
            state.summary.knownEvents += 1
        }
    }

    /// The writer of a run. The lines do not contain the recorder's start, so the time of the run's first imported line
    /// is used.
    private func writer(_ epoch: String, startedAt time: Int64, _ db: Database) throws -> RunWriter {
        if let writer = state.writers[epoch] { return writer }
        let writer = try RunWriter(
            RunWriter.Facts(epoch: epoch, program: "import", process: 0, started: time),
            db
        )
        state.writers[epoch] = writer
        state.summary.epochs.append(epoch)
        return writer
    }
}
