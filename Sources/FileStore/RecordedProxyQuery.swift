// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// Collects what the tables contain about the proxies of a run.
struct RecordedProxyQuery {
    let run: Int64
    let range: IDRange
    let countedRecords: Int

    init(_ run: Int64, _ countedRecords: Int) {
        self.run = run
        range = IDRange(run: run)
        self.countedRecords = countedRecords
    }

    func proxies(_ db: Database) throws -> [RecordedProxy] {
        var proxies: [Int: RecordedProxy] = [:]
        var numbers: [Int64: Int] = [:]
        // Calls that an interposer recorded went through no proxy; their rows have the number 0.
        let rows = "SELECT id, number, owner, target FROM proxy WHERE run = ? AND number <> 0 ORDER BY id"
        try RowQuery(db, rows).forEach([run], on: db) { row in
            let number = Int(try row.number(1, in: 0 ... .max))
            numbers[try row.number(0)] = number
            // There is one row per forward delegate; keep the last one.
            proxies[number, default: RecordedProxy(number: number)].owner = try row.requiredText(2)
            proxies[number]?.target = try row.optionalText(3)
            return true
        }
        try addEvents(&proxies, db)
        try addCalls(&proxies, numbers, db)
        return proxies.values.sorted { $0.number < $1.number }
    }

    private func addEvents(_ proxies: inout [Int: RecordedProxy], _ db: Database) throws {
        var events: [ProxyEvent] = []
        try EventRow.forEach(run: run, db) { event in
            events.append(event)
            return true
        }
        for event in events {
            proxies[event.proxy, default: RecordedProxy(number: event.proxy)].history.append(event)
            proxies[event.proxy]?.owner = event.owner
            if event.kind != .gone { proxies[event.proxy]?.target = event.target }
        }
    }

    private func addCalls(_ proxies: inout [Int: RecordedProxy], _ numbers: [Int64: Int], _ db: Database) throws {
        let selectors = try selectors(db)
        let recordCount = try recordCount(db)
        let isTallied = try isTallied(recordCount, db)
        guard isTallied || recordCount <= countedRecords else {
            for (id, number) in numbers where proxies[number]?.protocolName == nil {
                let selector = try firstSelector(ofProxy: id, db).flatMap { selectors[$0] }
                proxies[number]?.protocolName = selector?.protocolName
            }
            return
        }
        for number in proxies.keys { proxies[number]?.calls = [] }
        let add = { (row: RowColumns) in
            guard let number = numbers[row.integer(0)], let selector = selectors[row.integer(1)] else { return true }
            let count = try row.number(2, in: Self.counts)
            proxies[number]?.add(selector, UInt64(count), unanswered: UInt64(try row.number(3, in: 0...count)))
            return true
        }
        if isTallied {
            let tally = "SELECT proxy, selector, calls, unanswered FROM tally WHERE run = ? AND calls > 0"
            try RowQuery(db, tally).forEach([run], on: db, add)
        } else {
            try RowQuery(
                db,
                """
                SELECT proxy, selector, count(*), count(CASE path WHEN \(Invocation.ReturnPath.none.rawValue) THEN 1 END)
                FROM record WHERE id BETWEEN ? AND ? GROUP BY 1, 2
                """
            ).forEach([range.first, range.last], on: db, add)
        }
        for number in proxies.keys { proxies[number]?.calls?.sort { $0.selector.name < $1.selector.name } }
    }

    /// Numbers of calls that a file may claim; their sums cannot overflow.
    private static let counts: ClosedRange<Int64> = 0...1 << 44

    /// Whether the sums of the table `tally` count all records. A file begun by an earlier version lacks some.
    func isTallied(_ db: Database) throws -> Bool { try isTallied(recordCount(db), db) }

    private func isTallied(_ recordCount: Int64, _ db: Database) throws -> Bool {
        guard try db.firstNumber("PRAGMA main.user_version") ?? 0 >= RecordingSchema.signatureVersion else {
            return false
        }
        return try db.firstNumber(
            "SELECT ifnull(sum(min(max(CAST(calls AS INTEGER), 0), ?2)), 0) FROM tally WHERE run = ?1",
            [StoredValue(run), StoredValue(Self.counts.upperBound)]
        ) == recordCount
    }

    private func recordCount(_ db: Database) throws -> Int64 {
        try db.firstNumber(
            "SELECT ifnull(sum(\(BlockSummary.boundedCount)), 0) FROM block WHERE id BETWEEN ? AND ?",
            [StoredValue(range.firstBlock), StoredValue(range.lastBlock)]
        ) ?? 0
    }

    private func selectors(_ db: Database) throws -> [Int64: Selector] {
        let rows = try db.rows("SELECT id, protocol, name FROM selector") { row in
            let selector = Selector(protocolName: try row.requiredText(1), name: try row.requiredText(2))
            return (try row.number(0), selector)
        }
        return Dictionary(rows, uniquingKeysWith: { first, _ in first })
    }

    /// The selector of any call of a proxy, found through the block summaries.
    private func firstSelector(ofProxy id: Int64, _ db: Database) throws -> Int64? {
        try db.firstRow(
            """
            SELECT record.selector FROM block JOIN record
                ON record.id BETWEEN block.id << ?1 AND ((block.id + 1) << ?1) - 1 AND record.proxy = ?2
            WHERE block.id BETWEEN ?3 AND ?4 AND block.proxies & ?5 LIMIT 1
            """,
            [RecordingSchema.blockBits, id, range.firstBlock, range.lastBlock, BlockSummary.bit(id)].map {
                StoredValue($0)
            }
        ) { $0.integer(0) }
    }
}

extension RecordedProxy {
    /// Adds to the counts. A requirement has several rows if its recorded parameters differed.
    fileprivate mutating func add(_ selector: Selector, _ count: UInt64, unanswered: UInt64) {
        protocolName = protocolName ?? selector.protocolName
        if let place = calls?.firstIndex(where: { $0.selector == selector }) {
            calls?[place].count += count
            calls?[place].unanswered += unanswered
        } else {
            calls?.append(Calls(selector: selector, count: count, unanswered: unanswered))
        }
    }
}
