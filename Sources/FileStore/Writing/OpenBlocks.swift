// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// The blocks that a writer has added calls to.
///
/// The sums of a block are written with each transaction. Its signature is not: the trigrams stay in memory until the
/// block is full, or until others have been in use since. Meanwhile it has no row in the table `signature`, and readers
/// search it. A call that comes after that reopens the block: the row is removed, and written again later with what it
/// had. Where a row is missing, since a writer was killed, or was made for few of the calls that a block can have, the
/// trigrams are read from the calls.
struct OpenBlocks {
    /// The last one used first.
    private var blocks: [OpenBlock] = []
    /// Number of blocks that had calls already when they were opened.
    private(set) var reopenedCount = 0
    private let upsert: RowStatement
    private let insert: RowStatement
    private let limit: Int

    /// - Parameter limit: Number of blocks whose trigrams may be in memory, 48 KiB each.
    init(limit: Int, _ db: Database) throws {
        self.limit = limit
        upsert = try RowStatement(db, BlockSummary.upsert)
        insert = try RowStatement(
            db,
            // Only what covers all calls of the block is written.
            """
            INSERT OR REPLACE INTO signature (id, calls, bits)
            SELECT id, count, ?3 FROM block WHERE id = ?1 AND count = ?2
            """
        )
    }

    /// The block with a number.
    mutating func block(_ id: Int64, _ db: Database) throws -> OpenBlock {
        if let first = blocks.first, first.id == id { return first }
        return try bringToFront(id, db)
    }

    private mutating func bringToFront(_ id: Int64, _ db: Database) throws -> OpenBlock {
        let block: OpenBlock
        if let place = blocks.firstIndex(where: { $0.id == id }) {
            block = blocks.remove(at: place)
        } else {
            while blocks.count >= limit, let last = blocks.popLast() {
                try writeSums(last, db)
                try writeSignature(last, db)
            }
            block = try Self.open(id, db)
            if block.calls > 0 { reopenedCount += 1 }
        }
        blocks.insert(block, at: 0)
        return block
    }

    private static func open(_ id: Int64, _ db: Database) throws -> OpenBlock {
        let key = [StoredValue(id)]
        let count = try db.firstNumber("SELECT \(BlockSummary.boundedCount) FROM block WHERE id = ?", key) ?? 0
        guard count > 0 else { return OpenBlock(id: id) }
        // The size of a signature is that of the calls that it was made for.
        let isNearlyFull = count >= (1 << RecordingSchema.blockBits) * 3 / 4
        let bits =
            !isNearlyFull
            ? nil
            : try db.firstRow(
                "SELECT bits FROM signature WHERE id = ? AND calls = ? AND length(bits) <= ?",
                key + [StoredValue(count), StoredValue(TextSignature.mostBytes)]
            ) { $0.blob(0) }
        try db.change("DELETE FROM signature WHERE id = ?", key)
        let earlier = (bits ?? nil).flatMap { TextSignature($0) }
        let trigrams = earlier == nil ? try trigrams(of: id, calls: count, db) : TrigramSet()
        return OpenBlock(id: id, calls: count, trigrams: trigrams, earlier: earlier)
    }

    /// The trigrams of the calls that the file has of a block; nil if it has another number of them.
    private static func trigrams(of id: Int64, calls: Int64, _ db: Database) throws -> TrigramSet? {
        let trigrams = TrigramSet()
        let first = id << RecordingSchema.blockBits
        let last = first + (1 << RecordingSchema.blockBits) - 1
        let query = try RowQuery(db, "SELECT arguments, result, error, other FROM record WHERE id BETWEEN ? AND ?")
        var found: Int64 = 0
        try query.forEach([first, last], on: db) { row in
            for column in 0..<row.count { row.bytes(column).map(trigrams.insert) }
            found += 1
            return true
        }
        return found == calls ? trigrams : nil
    }

    // MARK: Writing

    /// Writes the pending sums, and the signatures of full blocks. Call it at the end of each transaction.
    mutating func write(_ db: Database) throws {
        for block in blocks {
            try writeSums(block, db)
            if block.isFull { try writeSignature(block, db) }
        }
        blocks.removeAll(where: \.isFull)
    }

    /// Writes all signatures. Call it after the last transaction with calls.
    mutating func writeSignatures(_ db: Database) throws {
        for block in blocks { try writeSignature(block, db) }
        blocks = []
    }

    private func writeSums(_ block: OpenBlock, _ db: Database) throws {
        try block.takePending()?.write(upsert, id: block.id, on: db)
    }

    private func writeSignature(_ block: OpenBlock, _ db: Database) throws {
        guard let signature = block.signature else { return }
        insert.bind(block.id, at: 1)
        insert.bind(block.calls, at: 2)
        try signature.bytes.withUnsafeBytes { bytes in
            insert.bindBlobInPlace(bytes, at: 3)
            try insert.run(on: db)
        }
    }
}
