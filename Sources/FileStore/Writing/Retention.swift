// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDB

/// Deletes the oldest invocations of a file, block by block, when they are too old or the file too large.
struct Retention {
    /// Blocks of one transaction: the writer is not kept from its work for long.
    private static let blockCount = 16
    /// Blocks at the end of the run that is written that are never deleted.
    private static let keptBlocks: Int64 = 2

    private let ageLimit: Duration?
    private let bytesLimit: Int?
    private var nextLook = ContinuousClock.now

    init(_ configuration: FileStoreConfiguration) {
        ageLimit = configuration.ageLimit
        bytesLimit = configuration.bytesLimit.map { max($0, 1 << 20) }
    }

    /// Deletes what has to go, at most once per second as long as nothing has to.
    ///
    /// - Parameter seq: Number of the newest call of the run that is written.
    mutating func apply(_ queue: DatabaseQueue, keeping seq: UInt64, of run: Int64) throws {
        guard ageLimit != nil || bytesLimit != nil, ContinuousClock.now >= nextLook else { return }
        let newest = (run << RecordingSchema.seqBits | Int64(clamping: seq)) >> RecordingSchema.blockBits
        let isMore = try queue.write { db in try deleteSome(db, before: newest - Self.keptBlocks, of: run) }
        if !isMore { nextLook = .now + .seconds(1) }
    }

    private func deleteSome(_ db: Database, before limit: Int64, of run: Int64) throws -> Bool {
        let oldest = try Row.fetchAll(
            db,
            sql: """
                SELECT block.id, run.started + block.last_start FROM block
                JOIN run ON run.id = block.id >> ?1 WHERE block.id < ?2 AND EXISTS
                    (SELECT 1 FROM record WHERE marked IS NULL AND
                        record.id BETWEEN block.id << ?3 AND ((block.id + 1) << ?3) - 1)
                ORDER BY block.id LIMIT ?4
                """,
            arguments: [
                RecordingSchema.seqBits - RecordingSchema.blockBits, limit, RecordingSchema.blockBits, Self.blockCount,
            ]
        )
        var deleted = 0
        for row in oldest {
            guard try isTooOld(row[1]) || isTooLarge(db) else { break }
            try delete(block: row[0], db)
            deleted += 1
        }
        guard deleted > 0 else { return false }
        try db.execute(sql: "DELETE FROM block WHERE count = 0")
        try db.execute(
            sql: """
                DELETE FROM run WHERE id <> ? AND NOT EXISTS
                    (SELECT 1 FROM block WHERE block.id BETWEEN run.id << ?2 AND ((run.id + 1) << ?2) - 1)
                """,
            arguments: [run, RecordingSchema.seqBits - RecordingSchema.blockBits]
        )
        try db.execute(sql: "PRAGMA incremental_vacuum(\(Self.blockCount * 64))")
        return deleted == Self.blockCount
    }

    private func isTooOld(_ lastStart: Int64) -> Bool {
        guard let ageLimit else { return false }
        let age = Date().timeIntervalSince1970 - Double(lastStart) / 1e9
        return age > ageLimit / .seconds(1)
    }

    private func isTooLarge(_ db: Database) throws -> Bool {
        guard let bytesLimit else { return false }
        let used = try Int.fetchOne(
            db,
            sql: """
                SELECT (page_count - freelist_count) * page_size
                FROM pragma_page_count, pragma_freelist_count, pragma_page_size
                """
        )
        return used ?? 0 > bytesLimit
    }

    private func delete(block: Int64, _ db: Database) throws {
        let first = block << RecordingSchema.blockBits
        let last = first + (1 << RecordingSchema.blockBits) - 1
        try db.execute(
            sql: "DELETE FROM record WHERE id BETWEEN ? AND ? AND marked IS NULL",
            arguments: [first, last]
        )
        try db.execute(
            sql: "UPDATE run SET deleted = deleted + ? WHERE id = ?",
            arguments: [db.changesCount, block >> (RecordingSchema.seqBits - RecordingSchema.blockBits)]
        )
        let left = try Int.fetchOne(
            db,
            sql: "SELECT count(*) FROM record WHERE id BETWEEN ? AND ?",
            arguments: [first, last]
        )
        // What is left is marked and stays.
        try db.execute(sql: "UPDATE block SET count = ? WHERE id = ?", arguments: [left, block])
    }
}
