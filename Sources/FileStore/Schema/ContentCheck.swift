// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// Checks whether the tables of a recording agree with each other.
///
/// Readers skip the blocks whose summaries allow no match, and records whose names are missing. In a file from which
/// rows were deleted, answers would be shorter without a word.
struct ContentCheck {
    private let runs: Set<Int64>
    private let selectors: Set<Int64>
    private let proxies: Set<Int64>
    private let threads: Set<Int64>

    init(_ db: Database) throws {
        runs = try Self.rows(of: "run", db)
        selectors = try Self.rows(of: "selector", db)
        proxies = try Self.rows(of: "proxy", db)
        threads = try Self.rows(of: "thread", db)
    }

    private static func rows(of table: String, _ db: Database) throws -> Set<Int64> {
        try Set(db.rows("SELECT id FROM \(table)") { try $0.number(0) })
    }

    /// - Throws: `RowFault`.
    func check(_ db: Database) throws {
        var stored = StoredBlocks(
            try db.rows("SELECT \(BlockSummary.columns) FROM block ORDER BY id") { try BlockSummary.stored($0) }
        )
        var block: (id: Int64, summary: BlockSummary)?
        let query = try RowQuery(db, "SELECT \(RecordRow.columns.joined(separator: ", ")) FROM record ORDER BY id")
        try query.forEach([Int64](), on: db) { columns in
            let row = try RecordRow(columns)
            try checkNames(of: row)
            if let finished = block, finished.id != row.block {
                try stored.take(finished.id, finished.summary)
                block = nil
            }
            var summary = block?.summary ?? BlockSummary()
            summary.add(row)
            block = (row.block, summary)
            return true
        }
        if let block { try stored.take(block.id, block.summary) }
        try stored.end()
    }

    private func checkNames(of row: RecordRow) throws(RowFault) {
        let run = row.id >> RecordingSchema.seqBits
        if !runs.contains(run) { throw RowFault(column: "id", found: "a call of a run that is not there") }
        if !selectors.contains(row.selector) { throw RowFault(column: "selector", found: "no row of that table") }
        if !proxies.contains(row.proxy) { throw RowFault(column: "proxy", found: "no row of that table") }
        if !threads.contains(row.thread) { throw RowFault(column: "thread", found: "no row of that table") }
    }

    /// The rows of the table `block`, compared in their order with what the records add up to.
    private struct StoredBlocks {
        private var rest: ArraySlice<(id: Int64, summary: BlockSummary)>

        init(_ blocks: [(id: Int64, summary: BlockSummary)]) { rest = blocks[...] }

        mutating func take(_ id: Int64, _ summary: BlockSummary) throws(RowFault) {
            while let first = rest.first, first.id < id, first.summary.count == 0 { rest.removeFirst() }
            guard let first = rest.popFirst(), first.id == id else {
                throw RowFault(column: "block.id", found: "other blocks than the calls are in")
            }
            guard first.summary.count == summary.count else {
                throw RowFault(
                    column: "block.count",
                    found: "\(first.summary.count) where there are \(summary.count) calls"
                )
            }
            guard first.summary.covers(summary) else {
                throw RowFault(column: "block", found: "a summary that its calls are not within")
            }
        }

        func end() throws(RowFault) {
            guard rest.allSatisfy({ $0.summary.count == 0 }) else {
                throw RowFault(column: "block.count", found: "a number where there are no calls")
            }
        }
    }
}
