// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// The summaries of blocks and the signatures of their texts, made from the calls of a file.
struct RebuiltBlocks {
    /// Number of calls in the blocks.
    private(set) var kept = 0
    /// Number of calls that were deleted because of a value that no recorder writes.
    private(set) var leftOut = 0
    private var ids: [Int64] = []

    /// Writes the summaries in place of those that the file has.
    init(_ db: Database) throws {
        try db.change("DELETE FROM block")
        let wrong = try writeSummaries(db)
        for id in wrong { try db.change("DELETE FROM record WHERE id = ?", [StoredValue(id)]) }
        leftOut = wrong.count
    }

    /// Writes the signatures, for which the file may have none yet.
    func writeSignatures(_ db: Database) throws {
        var open = try OpenBlocks(limit: 1, db)
        for id in ids { _ = try open.block(id, db) }
        try open.writeSignatures(db)
    }

    /// - Returns: The calls that are in none.
    private mutating func writeSummaries(_ db: Database) throws -> [Int64] {
        let upsert = try RowStatement(db, BlockSummary.upsert)
        var block = (id: Int64(0), summary: BlockSummary())
        var wrong: [Int64] = []
        func finish() throws {
            guard block.summary.count > 0 else { return }
            try block.summary.write(upsert, id: block.id, on: db)
            ids.append(block.id)
        }
        let query = try RowQuery(db, "SELECT \(RecordRow.columns.joined(separator: ", ")) FROM record ORDER BY id")
        try query.forEach([Int64](), on: db) { columns in
            guard let row = try? RecordRow(columns), RecordingSchema.blocks.contains(row.block) else {
                wrong.append(columns.integer(0))
                return true
            }
            if row.block != block.id {
                try finish()
                block = (row.block, BlockSummary())
            }
            block.summary.add(row)
            kept += 1
            return true
        }
        try finish()
        return wrong
    }
}
