// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
public import ProxyCore
import Synchronization

/// Reads the invocations of one run in a recording file. Never changes the file.
///
/// - Invariant: Callable from any thread, by several threads concurrently, and while another program writes the file.
public final class FileHistory: InvocationHistory {
    /// Path of the file.
    public let path: String
    /// The epoch of the run.
    public let epoch: String
    /// The process, in a recording of several; otherwise nil.
    let process: ProcessFacts?
    private let reader: RecordingReader
    /// Other files whose runs can be compared with this one.
    let others: [FileHistory]
    let state = Mutex(State())

    struct State: Sendable {
        fileprivate var names = NameTables()
        /// The proxies as of the last call and event, cached.
        var proxies: (end: StreamPlace, items: [RecordedProxy])?
    }

    fileprivate struct Run: Sendable {
        let id: Int64
        let started: Int64
    }

    /// Opens a file and selects one of its runs.
    ///
    /// - Parameters:
    ///   - path: Path of the file.
    ///   - epoch: Epoch of the run. Default: that of the newest run.
    ///   - others: Paths of other files whose runs can be compared with this one. Default none.
    /// - Throws: `FileStoreError` with `.missing`, `.unreadable`, `.notARecording`, `.newerVersion`, `.damaged`,
    ///   `.busy`, `.ioFailed`, `.readOnly`, or `.unknownRun`.
    public convenience init(path: String, epoch: String? = nil, comparedWith others: [String] = [])
        throws(FileStoreError)
    {
        let runs = try RecordedRun.runs(path: path)
        guard let run = epoch.map({ wanted in runs.first { $0.epoch == wanted } }) ?? runs.last else {
            guard let epoch, !runs.isEmpty else { throw FileStoreError(.unknownRun, path) }
            let known = runs.suffix(8).map(\.epoch).joined(separator: ", ")
            throw FileStoreError(.unknownRun, path, "\(epoch); the last ones are \(known)")
        }
        var histories: [FileHistory] = []
        for other in others where other != path { histories.append(try FileHistory(path: other)) }
        try self.init(path: path, writtenAs: run.epoch, comparedWith: histories)
    }

    /// Selects the run that is, or will be, written under an epoch.
    ///
    /// - Parameter ownsDescriptors: See `FileStoreConfiguration.ownsDescriptors`; asked before each read.
    init(
        path: String,
        writtenAs epoch: String,
        comparedWith others: [FileHistory] = [],
        ownsDescriptors: @escaping @Sendable () -> Bool = { true }
    ) throws(FileStoreError) {
        self.path = path
        self.others = others
        self.epoch = epoch
        process = nil
        reader = try RecordingReader(path: path, ownsDescriptors: ownsDescriptors)
    }

    /// Another run of the same file.
    init(beside other: FileHistory, _ epoch: String) {
        path = other.path
        others = []
        self.epoch = epoch
        process = nil
        reader = other.reader
    }

    /// One process of a recording of several.
    init(of fleet: FleetHistory, _ process: FleetProcess) {
        path = fleet.path
        others = []
        epoch = process.epoch
        self.process = process.facts
        reader = fleet.reader
    }

    /// Calls `body` with the run, its names, and a consistent view of the file. Nil if the run does not exist or the
    /// file cannot be read.
    func read<Answer>(_ body: (Database, Int64, RecordDecoder) throws -> Answer) -> Answer? {
        answer { db in
            guard let run = try run(db), let decoder = try decoder(db) else { return nil }
            return try body(db, run.id, decoder)
        }
    }

    /// Decodes the records of the run, with the names that it has now; nil if the run does not exist.
    func decoder(_ db: Database) throws -> RecordDecoder? {
        guard let run = try run(db) else { return nil }
        var names = state.withLock { $0.names }
        try names.update(run: run.id, db)
        state.withLock { [names] in $0.names = names }
        return RecordDecoder(
            epoch: epoch,
            started: run.started,
            names: names,
            process: process,
            run: process == nil ? 0 : UInt64(run.id)
        )
    }

    /// Calls `body` with a consistent view of the file. On failure, stores the error in `failure` and returns nil.
    func answer<Answer>(_ body: (Database) throws -> Answer?) -> Answer? { reader.read(body) }

    /// The last failure to read the file or one of the other files.
    public var failure: HistoryFailure? {
        let failures = (others.map(\.failure) + [reader.failure]).compactMap(\.self)
        guard let last = failures.last else { return nil }
        return HistoryFailure(number: failures.reduce(0) { $0 + $1.number }, description: last.description)
    }

    private func run(_ db: Database) throws -> Run? {
        // An import may let a run begin earlier, so the start is read with what is relative to it.
        try db.firstRow("SELECT id, started FROM run WHERE epoch = ?", [.text(epoch)]) { row in
            Run(id: try row.number(0, in: RecordingSchema.runs), started: try row.number(1))
        }
    }

    // MARK: History

    /// What the run contains now.
    public var extent: HistoryExtent {
        read { db, run, decoder in try extent(db, run, decoder) }
            ?? HistoryExtent(epoch: epoch, startedAtNanoseconds: 0)
    }

    private func extent(_ db: Database, _ run: Int64, _ decoder: RecordDecoder) throws -> HistoryExtent {
        var extent = HistoryExtent(epoch: epoch, startedAtNanoseconds: decoder.started)
        let range = IDRange(run: run)
        let dropped = FieldColumns.list(["dropped"], of: "run", in: decoder.names.columns)
        try RowQuery(db, "SELECT last_position, missed + deleted, ended, \(dropped) FROM run WHERE id = ?")
            .forEach([run], on: db) { row in
                extent.lastPosition = UInt64(clamping: row.integer(0))
                extent.missing = UInt64(clamping: row.integer(1))
                extent.endedAtNanoseconds = try row.optionalNumber(2)
                // Recordings of earlier versions don't tell.
                extent.dropped = UInt64(clamping: try row.optionalNumber(3) ?? 0)
                return false
            }
        try RowQuery(
            db,
            """
            SELECT ifnull(sum(\(BlockSummary.boundedCount)), 0), min(first_start), max(last_end) FROM block
            WHERE id BETWEEN ? AND ?
            """
        ).forEach([range.firstBlock, range.lastBlock], on: db) { row in
            extent.count = Int(try row.number(0))
            if !row.isNull(1) {
                // No run lasts longer than a century and a half; sums of such numbers cannot overflow.
                let century: Int64 = 1 << 62
                let first = UInt64(clamping: min(row.integer(1), century))
                extent.period = first..<max(first, UInt64(clamping: min(row.integer(2), century))) + 1
            }
            return false
        }
        extent.oldest = try seq(atEndOf: range, "ASC", db)
        extent.newest = try seq(atEndOf: range, "DESC", db)
        try RowQuery(db, "SELECT \(decoder.columns(of: "running")) FROM running WHERE id BETWEEN ? AND ? ORDER BY id")
            .forEach([range.first, range.last], on: db) { row in
                extent.running.append(decoder.invocation(row))
                return true
            }
        return extent
    }

    /// The first or last call number of a range. SQLite seeks directly to it, unlike with `min` and `max` in one query.
    private func seq(atEndOf range: IDRange, _ order: String, _ db: Database) throws -> UInt64? {
        var found: UInt64?
        try RowQuery(db, "SELECT id FROM record WHERE id BETWEEN ? AND ? ORDER BY id \(order) LIMIT 1").forEach(
            [range.first, range.last],
            on: db
        ) { row in
            found = UInt64(row.integer(0) & RecordingSchema.seqMask)
            return false
        }
        return found
    }

    /// The call with this number in order of starts; nil when it is not stored.
    public func invocation(seq: UInt64) -> Invocation? {
        let found = read { db, run, decoder -> Invocation? in
            guard (1...UInt64(RecordingSchema.seqMask)).contains(seq) else { return nil }
            var found: Invocation?
            let id = run << RecordingSchema.seqBits | Int64(seq)
            try RowQuery(db, "SELECT \(decoder.columns(of: "record")) FROM record WHERE id = ?").forEach([id], on: db) {
                found = decoder.invocation($0)
                return false
            }
            if found != nil { return found }
            try RowQuery(db, "SELECT \(decoder.columns(of: "running")) FROM running WHERE id = ?").forEach([id], on: db)
            {
                found = decoder.invocation($0)
                return false
            }
            return found
        }
        return found ?? nil
    }

    /// Scans the invocations of a range in order of starts, until `body` returns false.
    public func scan(_ request: HistoryRequest, _ body: (Invocation) -> Bool) -> HistoryScan {
        read { db, run, decoder in
            var scan = BlockScan(request, run: run, decoder)
            try scan.forEach(db, body)
            return scan.answer
        } ?? HistoryScan(end: .complete, matched: 0, reached: nil, isPartial: false)
    }

    /// Counts the invocations of a range that pass.
    public func count(_ request: HistoryRequest) -> HistoryScan {
        read { db, run, decoder in
            var scan = BlockScan(request, run: run, decoder)
            try scan.count(db)
            return scan.answer
        } ?? HistoryScan(end: .complete, matched: 0, reached: nil, isPartial: false)
    }

    /// Statistics of all calls of the run that were written, by selector: also of those deleted since, but not of those
    /// that were evicted from memory before they could be written.
    public var selectors: [SelectorStatistics] {
        read { db, run, _ in try RunStatistics.load(run, db).values.map(\.statistics) } ?? []
    }
}
