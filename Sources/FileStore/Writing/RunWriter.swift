// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// Writes the invocations of one run, inside of transactions that its user makes.
///
/// It remembers what the tables of names hold; after a transaction that failed it must be made anew.
final class RunWriter {
    /// What a run is, for the table of runs.
    struct Facts {
        var epoch: String
        var program: String
        var process: Int64
        /// Nanoseconds since 1970.
        var started: Int64
    }

    let run: Int64
    private let started: Int64
    private var selectors: SelectorIndex
    private var threads: [ThreadInfo: Int64] = [:]
    private var proxies: [ColumnFilter.ProxyFacts: Int64] = [:]
    private var statistics: [Int64: RunStatistics] = [:]
    private var blocks: [Int64: BlockSummary] = [:]
    private var values = CompactValueWriter()
    private var isAnythingRunning = true

    private let insertRecord: RowStatement
    private let insertRunning: RowStatement
    private let upsertBlock: RowStatement

    /// Takes a run up, making it when the file has none with that epoch.
    init(_ facts: Facts, _ db: Database) throws {
        try db.execute(
            sql: "INSERT OR IGNORE INTO run (epoch, program, process, started) VALUES (?, ?, ?, ?)",
            arguments: [facts.epoch, facts.program, facts.process, facts.started]
        )
        let row = try Row.fetchOne(db, sql: "SELECT id, started FROM run WHERE epoch = ?", arguments: [facts.epoch])
        run = row?[0] ?? 0
        started = row?[1] ?? facts.started
        selectors = try SelectorIndex(db)
        insertRecord = try RowStatement(
            db,
            "INSERT OR IGNORE INTO record VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"
        )
        insertRunning = try RowStatement(db, "INSERT OR IGNORE INTO running VALUES (?,?,?,?,?,?,?,?,?)")
        upsertBlock = try RowStatement(db, BlockSummary.upsert)
        statistics = try RunStatistics.load(run, db)
    }

    func id(seq: UInt64) -> Int64 {
        run << RecordingSchema.seqBits | Int64(truncatingIfNeeded: seq) & RecordingSchema.seqMask
    }

    // MARK: Records

    /// Writes a completed invocation; one that is there already stays as it is.
    ///
    /// - Returns: Whether it was new.
    @discardableResult
    func write(_ invocation: Invocation, _ db: Database) throws -> Bool {
        let entry = try selectors.entry(for: invocation, db)
        let row = RecordRow(
            id: id(seq: invocation.seq),
            position: Int64(clamping: invocation.position ?? 0),
            selector: entry.id,
            proxy: try proxy(of: invocation, db),
            thread: try thread(of: invocation, db),
            parent: Int64(clamping: invocation.parent?.seq ?? 0),
            depth: Int64(invocation.depth),
            start: start(of: invocation),
            duration: Int64(clamping: invocation.durationNanoseconds ?? 0),
            target: invocation.targetNanoseconds.map { Int64(clamping: $0) },
            state: Int64(invocation.state.rawValue),
            path: Int64(invocation.returnPath.rawValue)
        )
        bind(row)
        bindValues(of: invocation, entry)
        guard try insertRecord.run(on: db) > 0 else { return false }
        blocks[row.id >> RecordingSchema.blockBits, default: BlockSummary()].add(row)
        statistics[entry.id, default: RunStatistics(entry.selector)].add(invocation)
        return true
    }

    private func bind(_ row: RecordRow) {
        let numbers = [
            row.id, row.position, row.selector, row.proxy, row.thread, row.parent, row.depth, row.start, row.duration,
        ]
        for (index, number) in numbers.enumerated() { insertRecord.bind(number, at: Int32(index + 1)) }
        insertRecord.bind(row.target, at: 10)
        insertRecord.bind(row.state, at: 11)
        insertRecord.bind(row.path, at: 12)
    }

    private func bindValues(of invocation: Invocation, _ entry: SelectorIndex.Entry) {
        bindArguments(of: invocation, entry, insertRecord, at: 13)
        for (value, index) in [(invocation.result, Int32(14)), (invocation.error, 15)] {
            guard let value else {
                insertRecord.bind(nil as Int64?, at: index)
                continue
            }
            values.removeAll()
            values.value(value, expected: nil)
            values.bytes.withUnsafeBytes { insertRecord.bind($0, at: index) }
        }
        insertRecord.bind(invocation.isMarked ? 1 : nil as Int64?, at: 16)
        insertRecord.bind(invocation.comment, at: 17)
        insertRecord.bind(invocation.skippedOrNil, at: 18)
    }

    private func bindArguments(
        of invocation: Invocation,
        _ entry: SelectorIndex.Entry,
        _ statement: RowStatement,
        at index: Int32
    ) {
        guard !invocation.arguments.isEmpty else { return statement.bind(nil as Int64?, at: index) }
        values.removeAll()
        values.array(invocation.arguments, expected: entry.types)
        values.bytes.withUnsafeBytes { statement.bind($0, at: index) }
    }

    private func start(of invocation: Invocation) -> Int64 { invocation.startedAtNanoseconds &- started }

    private func thread(of invocation: Invocation, _ db: Database) throws -> Int64 {
        let thread = invocation.thread
        if let known = threads[thread] { return known }
        let key: StatementArguments = [run, thread.id, thread.name, thread.isMain]
        try db.execute(
            sql: "INSERT OR IGNORE INTO thread (run, number, name, is_main) VALUES (?, ?, ?, ?)",
            arguments: key
        )
        let id = try Int64.fetchOne(
            db,
            sql: "SELECT id FROM thread WHERE run = ? AND number = ? AND name = ? AND is_main = ?",
            arguments: key
        )
        threads[thread] = id
        return id ?? 0
    }

    private func proxy(of invocation: Invocation, _ db: Database) throws -> Int64 {
        let facts = ColumnFilter.ProxyFacts(
            number: invocation.proxy,
            owner: invocation.owner,
            target: invocation.target,
            isMainOnly: invocation.isMainOnly
        )
        if let known = proxies[facts] { return known }
        let key: StatementArguments = [run, facts.number, facts.owner, facts.target, facts.isMainOnly]
        try db.execute(
            sql: "INSERT OR IGNORE INTO proxy (run, number, owner, target, main_only) VALUES (?, ?, ?, ?, ?)",
            arguments: key
        )
        let id = try Int64.fetchOne(
            db,
            sql: "SELECT id FROM proxy WHERE run = ? AND number = ? AND owner = ? AND target IS ? AND main_only = ?",
            arguments: key
        )
        proxies[facts] = id
        return id ?? 0
    }

    // MARK: What is running

    /// Writes which calls are under way, in place of those that were.
    func writeRunning(_ calls: [Invocation], _ db: Database) throws {
        guard isAnythingRunning || !calls.isEmpty else { return }
        try db.execute(
            sql: "DELETE FROM running WHERE id BETWEEN ? AND ?",
            arguments: [id(seq: 0), id(seq: .max)]
        )
        isAnythingRunning = !calls.isEmpty
        for call in calls {
            let entry = try selectors.entry(for: call, db)
            let numbers = [
                id(seq: call.seq), entry.id, try proxy(of: call, db), try thread(of: call, db),
                Int64(clamping: call.parent?.seq ?? 0), Int64(call.depth), start(of: call),
            ]
            for (index, number) in numbers.enumerated() { insertRunning.bind(number, at: Int32(index + 1)) }
            bindArguments(of: call, entry, insertRunning, at: 8)
            insertRunning.bind(call.skippedOrNil, at: 9)
            try insertRunning.run(on: db)
        }
    }

    // MARK: Sums

    /// Brings the sums of blocks and selectors up to what was written. Call it at the end of each transaction.
    func writeSums(_ db: Database) throws {
        for (id, block) in blocks { try block.write(upsertBlock, id: id, on: db) }
        blocks.removeAll(keepingCapacity: true)
        for (selector, statistics) in statistics where statistics.isChanged {
            try statistics.write(run: run, selector: selector, db)
            self.statistics[selector]?.isChanged = false
        }
    }
}

extension Invocation {
    /// Whether calls were expected on the main thread only, as far as the invocation tells.
    fileprivate var isMainOnly: Bool { findings.contains(.offMain) }

    /// Mostly there are none.
    fileprivate var skippedOrNil: Int64? { skipped == 0 ? nil : Int64(skipped) }
}
