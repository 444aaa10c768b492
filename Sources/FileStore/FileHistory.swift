// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
public import ProxyCore
import Synchronization

/// One run in a recording file, to be asked for its invocations. It reads; nothing in the file changes.
///
/// - Invariant: Callable from any thread, by several at once, also while another program writes the file.
public final class FileHistory: InvocationHistory {
    /// The file.
    public let path: String
    /// The epoch of the run.
    public let epoch: String
    let reader: any DatabaseReader
    private let identity: RecordingFile.Identity?
    /// Other files, whose runs its own can be compared with.
    let others: [FileHistory]
    let state = Mutex(State())

    struct State: Sendable {
        fileprivate var run: Run?
        fileprivate var names = NameTables()
        fileprivate var failure: HistoryFailure?
        /// The proxies, as they were when the call with that position had ended.
        var proxies: (position: UInt64, items: [RecordedProxy])?
    }

    fileprivate struct Run: Sendable {
        let id: Int64
        let started: Int64
    }

    /// Opens a file and takes up one of its runs.
    ///
    /// - Parameters:
    ///   - epoch: Default that of the run that began last.
    ///   - others: Paths of other files, whose runs it can be compared with. Default none.
    /// - Throws: `FileStoreError` with `.missing`, `.notARecording`, `.newerVersion`, `.damaged`, `.busy`, `.ioFailed`,
    ///   `.readOnly`, or `.unknownRun`.
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

    /// Takes up the run that is, or will be, written under an epoch.
    init(path: String, writtenAs epoch: String, comparedWith others: [FileHistory] = []) throws(FileStoreError) {
        let file = RecordingFile(path: path)
        self.path = path
        self.others = others
        self.epoch = epoch
        identity = file.identity
        reader = try file.openForReading(isChecked: false)
    }

    /// Calls `body` with the run, its names, and a consistent view of the file; nil when the run is not there, or the
    /// file cannot be read.
    func read<Answer>(_ body: (Database, Int64, RecordDecoder) throws -> Answer) -> Answer? {
        answer { db in
            guard let run = try run(db) else { return nil }
            var names = state.withLock { $0.names }
            try names.update(run: run.id, db)
            state.withLock { [names] in $0.names = names }
            return try body(db, run.id, RecordDecoder(epoch: epoch, started: run.started, names: names))
        }
    }

    /// Calls `body` with a consistent view of the file. What fails is remembered; nil then.
    func answer<Answer>(_ body: (Database) throws -> Answer?) -> Answer? {
        do {
            guard isInPlace else { throw FileStoreError(.replaced, path, "while it was read") }
            return try reader.read(body)
        } catch {
            let text = FileStoreError(error, path).description
            state.withLock { state in
                state.failure = HistoryFailure(number: (state.failure?.number ?? 0) + 1, description: text)
            }
            return nil
        }
    }

    /// The last time that the file, or one of those it is compared with, could not be read.
    public var failure: HistoryFailure? {
        let failures = others.compactMap(\.failure) + [state.withLock { $0.failure }].compactMap { $0 }
        guard let last = failures.last else { return nil }
        return HistoryFailure(number: failures.reduce(0) { $0 + $1.number }, description: last.description)
    }

    /// Whether the file is still the one that was opened.
    private var isInPlace: Bool { RecordingFile.Identity(path: path) == identity }

    private func run(_ db: Database) throws -> Run? {
        if let known = state.withLock({ $0.run }) { return known }
        let row = try Row.fetchOne(db, sql: "SELECT id, started FROM run WHERE epoch = ?", arguments: [epoch])
        guard let row else { return nil }
        let run = Run(id: row[0], started: row[1])
        state.withLock { $0.run = run }
        return run
    }

    // MARK: History

    /// What there is at this moment.
    public var extent: HistoryExtent {
        read { db, run, decoder in try extent(db, run, decoder) }
            ?? HistoryExtent(epoch: epoch, startedAtNanoseconds: 0)
    }

    private func extent(_ db: Database, _ run: Int64, _ decoder: RecordDecoder) throws -> HistoryExtent {
        var extent = HistoryExtent(epoch: epoch, startedAtNanoseconds: decoder.started)
        let range = IDRange(run: run)
        try RowQuery(db, "SELECT last_position, missed + deleted FROM run WHERE id = ?").forEach([run], on: db) { row in
            extent.lastPosition = UInt64(clamping: row.integer(0))
            extent.missing = UInt64(clamping: row.integer(1))
            return false
        }
        try RowQuery(
            db,
            "SELECT ifnull(sum(count), 0), min(first_start), max(last_end) FROM block WHERE id BETWEEN ? AND ?"
        ).forEach([range.firstBlock, range.lastBlock], on: db) { row in
            extent.count = Int(row.integer(0))
            if !row.isNull(1) {
                let first = UInt64(clamping: row.integer(1))
                extent.period = first..<max(first, UInt64(clamping: row.integer(2))) + 1
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

    /// The first number of a call in an order of them. SQLite goes straight to it, which it does not for `min` and
    /// `max` of one query.
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

    /// The call that started as number `seq`, nil when it is not there.
    public func invocation(seq: UInt64) -> Invocation? {
        let found = read { db, run, decoder -> Invocation? in
            guard seq <= UInt64(RecordingSchema.seqMask) else { return nil }
            var found: Invocation?
            let id = IDRange(run: run).first | Int64(seq)
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

    /// Goes through the invocations of a range in the order of their starts, until `body` returns false.
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

    /// Statistics of all calls of the run, by selector.
    public var selectors: [SelectorStatistics] {
        read { db, run, _ in try RunStatistics.load(run, db).values.map(\.statistics) } ?? []
    }
}
