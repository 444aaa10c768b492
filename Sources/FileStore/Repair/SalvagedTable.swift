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
        /// By a number from 0.
        case number
        /// From the other end of the table only, in the order of these columns: it has no row numbers.
        case columns(String)
    }

    let name: String
    private let key: Key

    private init(_ name: String, _ key: Key) {
        self.name = name
        self.key = key
    }

    /// The table `run` is first: it tells where calls are to be found.
    static let all = [
        SalvagedTable("run", .number), SalvagedTable("selector", .number), SalvagedTable("thread", .number),
        SalvagedTable("proxy", .number), SalvagedTable("record", .call), SalvagedTable("running", .call),
        SalvagedTable("statistics", .columns("run, selector")), SalvagedTable("event", .columns("run, number")),
        SalvagedTable("gap", .columns("run, first_position")),
        SalvagedTable("tally", .columns("run, proxy, selector")),
    ]

    /// The tables of a recording of several processes.
    static let ofFleet = [
        SalvagedTable("fleet", .number), SalvagedTable("fleet_process", .number),
        SalvagedTable("fleet_batch", .number), SalvagedTable("fleet_event", .number),
    ]

    /// - Returns: The number of rows that the new table does not take.
    func copy(from damaged: Database, to db: Database) throws -> Int {
        let known = try Self.columns(of: name, damaged)
        let columns = try Self.columns(of: name, db).filter(known.contains)
        guard !columns.isEmpty else { return 0 }
        let list = columns.joined(separator: ", ")
        var copy = try RowCopy(into: name, columns, db)
        switch key {
        case .columns(let order):
            let query = "SELECT 0, \(list) FROM main.\(name) ORDER BY"
            if try !copy.read("\(query) \(order)", from: damaged) {
                let descending = order.split(separator: ",").map { "\($0) DESC" }.joined(separator: ",")
                _ = try copy.read("\(query) \(descending)", from: damaged)
            }
            return copy.refused
        case .call, .number:
            let query = "SELECT rowid, \(list) FROM main.\(name) WHERE rowid BETWEEN ? AND ? ORDER BY rowid"
            var search = RowSearch(query, copy, damaged)
            try search.copy(isOfCalls ? Self.calls(in: db) : [RowSearch.Part(0...Int64.max - 1, hasKnownEnd: false)])
            return search.copy.refused
        }
    }

    private var isOfCalls: Bool {
        if case .call = key { return true }
        return false
    }

    /// The numbers that the calls of each run may have. Runs that are lost may lie between and after the others.
    private static func calls(in db: Database) throws -> [RowSearch.Part] {
        let runs = try db.rows("SELECT id, last_seq FROM run") { ($0.integer(0), $0.integer(1)) }
        let ends = Dictionary(runs) { first, _ in first }
        let last = min((ends.keys.max() ?? 0) + 16, RecordingSchema.runs.upperBound)
        return (1...last).map { run in
            let first = run << RecordingSchema.seqBits
            let end = ends[run].map { max(0, min($0, RecordingSchema.seqMask)) }
            return RowSearch.Part(first...first + (end ?? RecordingSchema.seqMask), hasKnownEnd: end != nil)
        }
    }

    private static func columns(of table: String, _ db: Database) throws -> [String] {
        try db.rows("PRAGMA main.table_info(\(table))") { try $0.requiredText(1) }
    }
}
