// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// Writes the invocations of one run, within transactions of the caller.
///
/// It caches the tables of names, so after a failed transaction a new writer is needed.
final class RunWriter {
    /// The run's row in the table of runs.
    struct Facts {
        var epoch: String
        var program: String
        var process: Int64
        /// Start of the recorder, in nanoseconds since 1970.
        var started: Int64
    }

    let run: Int64
    private let started: Int64
    /// Nanoseconds from the run's start in the file to the recorder's start.
    private let offset: Int64
    private var names: NameRows
    private var recordNames = RecordNames()
    /// By the number of the selector.
    private var sums: [Int64: SelectorSums] = [:]
    private var blocks: OpenBlocks
    private var tallies: ProxyTallies
    private var values = CompactValueWriter()
    private var json = JSONWriter()
    private var isAnythingRunning = true
    /// Whether the statement still has a value bound for a rare column.
    private var hasRareColumns = true

    private let insertRecord: RowStatement
    private let insertRunning: RowStatement
    private let runningColumns: [RecordField<Invocation>.Column]

    /// Continues the run with this epoch, creating it if necessary.
    ///
    /// - Parameter openBlocks: Number of blocks whose signatures may be kept in memory while calls are added to them.
    init(_ facts: Facts, openBlocks: Int = 8, _ db: Database) throws {
        try db.change(
            "INSERT OR IGNORE INTO run (epoch, program, process, started) VALUES (?, ?, ?, ?)",
            [.text(facts.epoch), .text(facts.program), .integer(facts.process), .integer(facts.started)]
        )
        let row = try db.firstRow("SELECT id, started FROM run WHERE epoch = ?", [.text(facts.epoch)]) {
            (try $0.number(0, in: RecordingSchema.runs), try $0.number(1))
        }
        guard let row else { throw RowFault(column: "epoch", found: "another text than was written") }
        run = row.0
        started = row.1
        offset = facts.started &- started
        names = try NameRows(run: run, db)
        let rest = ["arguments", "result", "error", "other"] + Self.rareColumns.map(\.name)
        insertRecord = try RowStatement(db, Self.insert(into: "record", RecordRow.columns + rest))
        let tables = try FieldColumns.read(db)
        runningColumns = FieldColumns.ofRecord.filter { tables["running"]?.contains($0.name) == true }
        let references = ["id", "selector", "proxy", "thread", "start", "arguments"]
        insertRunning = try RowStatement(db, Self.insert(into: "running", references + runningColumns.map(\.name)))
        blocks = try OpenBlocks(limit: openBlocks, db)
        tallies = try ProxyTallies(run: run, db)
        sums = try RunStatistics.load(run, db).mapValues { SelectorSums($0) }
    }

    /// Fields that few calls have. Records with such a field are decoded to an invocation before they are written.
    private static let rareColumns = FieldColumns.ofRecord.filter { !RecordRow.columns.contains($0.name) }

    private static func insert(into table: String, _ columns: [String]) -> String {
        let places = columns.map { _ in "?" }.joined(separator: ",")
        return "INSERT OR IGNORE INTO \(table) (\(columns.joined(separator: ","))) VALUES (\(places))"
    }

    func id(seq: UInt64) -> Int64 {
        run << RecordingSchema.seqBits | Int64(truncatingIfNeeded: seq) & RecordingSchema.seqMask
    }

    /// Number of blocks with calls that were opened for more.
    var reopenedBlockCount: Int { blocks.reopenedCount }

    /// Forgets the rows of proxies, of which some may have been deleted.
    func forgetProxies() {
        names.forgetMost()
        recordNames.forgetProxies()
    }

    // MARK: Records

    /// Writes a completed invocation, unless the file already contains it.
    ///
    /// - Returns: Whether the invocation was added.
    @discardableResult
    func write(_ invocation: Invocation, _ db: Database) throws -> Bool {
        let entry = try names.selector(of: invocation, db)
        let row = RecordRow(
            id: id(seq: invocation.seq),
            position: Int64(clamping: invocation.position ?? 0),
            selector: entry.id,
            proxy: try names.proxy(invocation.proxyFacts, db),
            thread: try names.thread(invocation.thread, db),
            parent: Int64(clamping: invocation.parent?.seq ?? 0),
            depth: Int64(invocation.depth),
            start: start(of: invocation),
            duration: Int64(clamping: invocation.durationNanoseconds ?? 0),
            target: invocation.targetNanoseconds.map { Int64(clamping: $0) },
            state: Int64(invocation.state.rawValue),
            path: Int64(invocation.returnPath.rawValue)
        )
        let block = try blocks.block(row.block, db)
        bind(row)
        bindValues(of: invocation, entry, block)
        hasRareColumns = true
        guard try insertRecord.run(on: db) > 0 else { return false }
        count(row, entry, block, skipped: invocation.skipped)
        return true
    }

    /// Writes a completed call directly from its stored encoding.
    func write(_ record: SinkRecord, _ db: Database) throws {
        if recordNames.follow(record) { names.forgetMost() }
        guard !record.hasRareFields else {
            try write(record.invocation, db)
            return
        }
        let site = try recordNames.site(of: record, &names, db)
        let row = RecordRow(
            id: id(seq: record.seq),
            position: Int64(clamping: record.position),
            selector: site.entry.id,
            proxy: try recordNames.proxy(of: record, &names, db),
            thread: try recordNames.thread(of: record, &names, db),
            parent: Int64(clamping: record.parentSeq),
            depth: Int64(record.depth),
            start: record.start &+ offset,
            duration: Int64(clamping: record.duration),
            target: record.target.map { Int64(clamping: $0) },
            state: Int64(record.state),
            path: Int64(record.path)
        )
        let block = try blocks.block(row.block, db)
        bind(row)
        guard try runWithValues(of: record, site, block, db) > 0 else { return }
        count(row, site.entry, block, skipped: 0)
    }

    private func runWithValues(
        of record: SinkRecord,
        _ site: RecordNames.Site,
        _ block: OpenBlock,
        _ db: Database
    ) throws -> Int {
        json.removeAll()
        var arguments = record.arguments
        if !site.types.isEmpty {
            values.storedArguments(&arguments, types: site.types, expected: site.entry.types, to: &json)
        }
        let middle = json.bytes.count
        if var outcome = record.outcome {
            let isError = record.state == Invocation.State.threw.rawValue
            json.beginAnother()
            values.stored(&outcome, type: isError ? "any Error" : site.resultType, expected: nil, to: &json)
        }
        if hasRareColumns {
            for index in 14...16 + Int32(Self.rareColumns.count) { insertRecord.bind(nil as Int64?, at: index) }
        }
        hasRareColumns = false
        return try json.bytes.withUnsafeBytes { bytes in
            block.add(bytes)
            if site.types.isEmpty {
                insertRecord.bind(nil as Int64?, at: 13)
            } else {
                insertRecord.bindInPlace(UnsafeRawBufferPointer(rebasing: bytes[..<middle]), at: 13)
            }
            if middle < bytes.count {
                hasRareColumns = true
                let column: Int32 = record.state == Invocation.State.threw.rawValue ? 15 : 14
                insertRecord.bindInPlace(UnsafeRawBufferPointer(rebasing: bytes[middle...]), at: column)
            }
            return try insertRecord.run(on: db)
        }
    }

    private func count(
        _ row: RecordRow,
        _ entry: SelectorIndex.Entry,
        _ block: OpenBlock,
        skipped: Int
    ) {
        block.add(row)
        (entry.sums ?? beginSums(of: entry)).add(row, skipped: skipped)
        tallies.add(row)
    }

    private func beginSums(of entry: SelectorIndex.Entry) -> SelectorSums {
        let sums = self.sums[entry.id] ?? SelectorSums(RunStatistics(entry.selector))
        self.sums[entry.id] = sums
        entry.sums = sums
        return sums
    }

    private func bind(_ row: RecordRow) {
        insertRecord.bind(row.id, at: 1)
        insertRecord.bind(row.position, at: 2)
        insertRecord.bind(row.selector, at: 3)
        insertRecord.bind(row.proxy, at: 4)
        insertRecord.bind(row.thread, at: 5)
        insertRecord.bind(row.parent, at: 6)
        insertRecord.bind(row.depth, at: 7)
        insertRecord.bind(row.start, at: 8)
        insertRecord.bind(row.duration, at: 9)
        insertRecord.bind(row.target, at: 10)
        insertRecord.bind(row.state, at: 11)
        insertRecord.bind(row.path, at: 12)
    }

    private func bindValues(
        of invocation: Invocation,
        _ entry: SelectorIndex.Entry,
        _ block: OpenBlock
    ) {
        bindArguments(of: invocation, entry, insertRecord, at: 13)
        if !invocation.arguments.isEmpty { json.bytes.withUnsafeBytes { block.add($0) } }
        for (value, index) in [(invocation.result, Int32(14)), (invocation.error, 15)] {
            guard let value else {
                insertRecord.bind(nil as Int64?, at: index)
                continue
            }
            json.removeAll()
            CompactValueWriter.value(value, expected: nil, to: &json)
            json.bytes.withUnsafeBytes {
                insertRecord.bind($0, at: index)
                block.add($0)
            }
        }
        json.removeAll()
        if CompactValueWriter.otherValues(of: invocation, to: &json) {
            json.bytes.withUnsafeBytes {
                insertRecord.bind($0, at: 16)
                block.add($0)
            }
        } else {
            insertRecord.bind(nil as Int64?, at: 16)
        }
        for (index, column) in Self.rareColumns.enumerated() {
            insertRecord.bind(column.store(invocation), at: 17 + Int32(index))
        }
    }

    private func bindArguments(
        of invocation: Invocation,
        _ entry: SelectorIndex.Entry,
        _ statement: RowStatement,
        at index: Int32
    ) {
        guard !invocation.arguments.isEmpty else { return statement.bind(nil as Int64?, at: index) }
        json.removeAll()
        CompactValueWriter.array(invocation.arguments, expected: entry.types, to: &json)
        json.bytes.withUnsafeBytes { statement.bind($0, at: index) }
    }

    private func start(of invocation: Invocation) -> Int64 { invocation.startedAtNanoseconds &- started }

    // MARK: Running calls

    /// Replaces the list of running calls.
    func writeRunning(_ calls: [Invocation], _ db: Database) throws {
        guard isAnythingRunning || !calls.isEmpty else { return }
        try db.change(
            "DELETE FROM running WHERE id BETWEEN ? AND ?",
            [StoredValue(id(seq: 0)), StoredValue(id(seq: .max))]
        )
        isAnythingRunning = !calls.isEmpty
        for call in calls { try insert(running: call, db) }
    }

    /// Adds a running call to the list, unless the file already contains it, running or completed.
    ///
    /// - Returns: Whether the call was added.
    func addRunning(_ call: Invocation, _ db: Database) throws -> Bool {
        let isCompleted = try db.firstNumber("SELECT 1 FROM record WHERE id = ?", [StoredValue(id(seq: call.seq))])
        return try isCompleted == nil && insert(running: call, db)
    }

    /// - Returns: Whether the list did not have the call.
    @discardableResult
    private func insert(running call: Invocation, _ db: Database) throws -> Bool {
        let entry = try names.selector(of: call, db)
        let numbers = [
            id(seq: call.seq), entry.id, try names.proxy(call.proxyFacts, db), try names.thread(call.thread, db),
            start(of: call),
        ]
        for (index, number) in numbers.enumerated() { insertRunning.bind(number, at: Int32(index + 1)) }
        bindArguments(of: call, entry, insertRunning, at: 6)
        for (index, column) in runningColumns.enumerated() {
            insertRunning.bind(column.store(call), at: 7 + Int32(index))
        }
        return try insertRunning.run(on: db) > 0
    }

    // MARK: Sums

    /// Writes the pending sums of blocks, selectors and proxies. Call it at the end of each transaction.
    func writeSums(_ db: Database) throws {
        try blocks.write(db)
        try tallies.write(db)
        for (selector, sums) in sums { try sums.write(run: run, selector: selector, db) }
    }

    /// Writes the signatures of blocks that are not full. Call it when no more calls are expected.
    func writeSignatures(_ db: Database) throws { try blocks.writeSignatures(db) }
}
