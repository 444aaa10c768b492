// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// A table whose readable rows are copied, around the pages that SQLite cannot read.
struct SalvagedTable {
    /// How rows are found behind a page that cannot be read.
    private enum Key {
        /// By the number of a call, with its run in the bits above.
        case call
        /// By a number from 0 to about the result of this query of the new file.
        case number(upTo: String)
        /// From the other end of the table only, in the order of these columns: it has no row numbers.
        case columns(String)
    }

    /// What became of the rows.
    struct Outcome {
        /// Whether the table could be read to its end.
        var isComplete: Bool
        /// Number of rows that the new table does not take.
        var refused: Int
    }

    let name: String
    private let key: Key

    private init(_ name: String, _ key: Key) {
        self.name = name
        self.key = key
    }

    /// In this order: blocks tell where runs and calls are to be found, and calls how many names there are.
    static let all = [
        SalvagedTable("block", .number(upTo: "SELECT 0")),
        SalvagedTable("run", .number(upTo: "SELECT max(id) >> \(blockRunBits) FROM block")),
        SalvagedTable("record", .call), SalvagedTable("running", .call),
        SalvagedTable("selector", .number(upTo: largest("selector"))),
        SalvagedTable("thread", .number(upTo: largest("thread"))),
        SalvagedTable("proxy", .number(upTo: largest("proxy"))),
        SalvagedTable("statistics", .columns("run, selector")), SalvagedTable("event", .columns("run, number")),
        SalvagedTable("gap", .columns("run, first_position")),
        SalvagedTable("tally", .columns("run, proxy, selector")),
    ]

    /// The tables of a recording of several processes.
    static let ofFleet = [
        SalvagedTable("fleet", .number(upTo: "SELECT 1")),
        SalvagedTable("fleet_process", .number(upTo: "SELECT max(id) FROM run")),
        SalvagedTable("fleet_batch", .number(upTo: "SELECT max(position) FROM fleet")),
        SalvagedTable("fleet_event", .number(upTo: "SELECT max(number) FROM fleet")),
    ]

    /// Number of low bits of `block.id` below the run.
    private static let blockRunBits = RecordingSchema.seqBits - RecordingSchema.blockBits

    private static func largest(_ column: String) -> String {
        "SELECT max(\(column)) FROM (SELECT max(\(column)) AS \(column) FROM record "
            + "UNION ALL SELECT max(\(column)) FROM running)"
    }

    func copy(from damaged: Database, to db: Database) throws -> Outcome {
        let known = try Self.columns(of: name, damaged)
        let columns = try Self.columns(of: name, db).filter(known.contains)
        guard !columns.isEmpty else { return Outcome(isComplete: true, refused: 0) }
        let list = columns.joined(separator: ", ")
        var copy = try RowCopy(into: name, columns, db, atMost: try Self.mostRows(damaged))
        if case .columns(let order) = key {
            let query = "SELECT 0, \(list) FROM main.\(name) ORDER BY"
            let isComplete = try copy.read("\(query) \(order)", from: damaged)
            if !isComplete {
                let descending = order.split(separator: ",").map { "\($0) DESC" }.joined(separator: ",")
                _ = try copy.read("\(query) \(descending)", from: damaged)
            }
            return Outcome(isComplete: isComplete, refused: copy.refused.count)
        }
        let query = "SELECT rowid, \(list) FROM main.\(name) WHERE rowid BETWEEN ? AND ? ORDER BY rowid"
        var search = RowSearch(query, copy, damaged)
        let isComplete = try search.copy { try parts(in: db) }
        return Outcome(isComplete: isComplete, refused: search.copy.refused.count)
    }

    private func parts(in db: Database) throws -> [RowSearch.Part] {
        guard case .number(let end) = key else { return try Self.calls(in: db) }
        let likelyEnd = try db.firstRow(end) { $0.integer(0) } ?? 0
        return [RowSearch.Part(numbers: 0...Int64.max - 1, likelyEnd: likelyEnd)]
    }

    /// The numbers that the calls of each run may have: a run tells its last one when it is written, a block when it is
    /// begun.
    private static func calls(in db: Database) throws -> [RowSearch.Part] {
        var last: [Int64: Int64] = [:]
        let blocks = "SELECT id >> \(blockRunBits), max(id) FROM block GROUP BY 1"
        for (run, block) in try db.rows(blocks, [], { ($0.integer(0), $0.integer(1)) }) {
            last[run] =
                (block << RecordingSchema.blockBits | ((1 << RecordingSchema.blockBits) - 1))
                & RecordingSchema.seqMask
        }
        for (run, seq) in try db.rows("SELECT id, last_seq FROM run", [], { ($0.integer(0), $0.integer(1)) }) {
            last[run] = max(last[run] ?? 0, min(seq, RecordingSchema.seqMask))
        }
        return last.filter { RecordingSchema.runs.contains($0.key) }.sorted { $0.key < $1.key }.map { run, last in
            let first = run << RecordingSchema.seqBits
            return RowSearch.Part(numbers: first...first + RecordingSchema.seqMask, likelyEnd: first + last)
        }
    }

    /// More rows than there is room for come from pages that link to each other in cycles.
    private static func mostRows(_ db: Database) throws -> Int {
        let pages = try db.firstNumber("PRAGMA main.page_count") ?? 0
        let size = try db.firstNumber("PRAGMA main.page_size") ?? 0
        return Int(pages * size / 4) + 1
    }

    private static func columns(of table: String, _ db: Database) throws -> [String] {
        try db.rows("PRAGMA main.table_info(\(table))") { try $0.requiredText(1) }
    }
}
