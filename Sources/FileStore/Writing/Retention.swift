// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDB
internal import ProxyCore

/// Deletes the oldest invocations of a file, block by block, when they exceed the age limit or the file its size limit.
struct Retention {
    /// Blocks deleted per transaction; a small number, so that writing is not delayed for long.
    private static let blockCount = 16
    /// Number of newest blocks, besides the last, that are never deleted of a run that is still written.
    private static let keptBlocks: Int64 = 2
    /// Bits of a block's number below those of its run.
    private static let blocksOfRun = RecordingSchema.seqBits - RecordingSchema.blockBits

    private let ageLimit: Duration?
    private let bytesLimit: Int?
    /// Whether the oldest blocks are those of the calls that started first, regardless of their run.
    private let isByTime: Bool
    private var nextLook = ContinuousClock.now
    /// Runs whose gone proxies are still to be deleted: the start of the last call that was deleted, in nanoseconds since
    /// 1970.
    private var deletedThrough: [Int64: Int64] = [:]
    /// Error of the last deletion; nil if it succeeded.
    private(set) var failure: FileStoreError?
    /// Whether the last deletion deleted names of proxies, too.
    private(set) var hasForgottenNames = false

    init(_ configuration: FileStoreConfiguration, isByTime: Bool = false) {
        self.isByTime = isByTime
        ageLimit = configuration.ageLimit
        bytesLimit = configuration.bytesLimit.map { max($0, 1 << 20) }
    }

    /// Deletes some invocations over the limits. If few or none were, or on failure, it pauses for one second. A
    /// failure does not undo what was written.
    ///
    /// - Parameter seq: Number of the newest call of the current run.
    mutating func apply(_ queue: DatabaseQueue, at path: String, keeping seq: UInt64, of run: Int64) {
        hasForgottenNames = false
        guard ageLimit != nil || bytesLimit != nil, ContinuousClock.now >= nextLook else { return }
        let newest = (run << RecordingSchema.seqBits | Int64(clamping: seq)) >> RecordingSchema.blockBits
        var isMore = false
        do {
            let limit = isByTime ? .max : newest - Self.keptBlocks
            var pending = deletedThrough
            let (blocks, proxies) = try queue.write { db in
                let (blocks, times) = try deleteSome(db, before: limit, of: run)
                pending.merge(times) { max($0, $1) }
                let proxies = try forgetProxies(&pending, db)
                if proxies > 0, isByTime { try FleetTables.forgetEvents(db) }
                if blocks + proxies > 0 { try db.execute(sql: "PRAGMA incremental_vacuum(\(Self.blockCount * 64))") }
                return (blocks, proxies)
            }
            deletedThrough = pending
            hasForgottenNames = proxies > 0
            isMore = blocks == Self.blockCount || !pending.isEmpty
            failure = nil
        } catch {
            failure = FileStoreError(writing: error, path)
        }
        if !isMore { nextLook = .now + .seconds(1) }
    }

    /// - Returns: How many proxies were deleted. Runs that have none left are removed from the list.
    private func forgetProxies(_ pending: inout [Int64: Int64], _ db: Database) throws -> Int {
        var deleted = 0
        for (run, time) in pending where deleted < GoneProxies.count {
            let count = try GoneProxies.forget(of: run, before: time, db)
            if count < GoneProxies.count { pending[run] = nil }
            deleted += count
        }
        return deleted
    }

    /// - Returns: How many blocks were deleted, and when the last call of each run among them started.
    private func deleteSome(
        _ db: Database,
        before limit: Int64,
        of run: Int64
    ) throws -> (blocks: Int, times: [Int64: Int64]) {
        // To find the oldest blocks in the order of time, all of them are sorted.
        guard try ageLimit != nil || isTooLarge(db) else { return (0, [:]) }
        // A recording of several processes has one writer.
        let others = try isByTime ? nil : OtherWriters(besides: run, keeping: Self.keptBlocks, db)
        // Both numbers of the sum come from the file. If it overflows, SQLite makes it a real number, which is read as
        // the largest integer.
        var oldest: [(block: Int64, lastStart: Int64)] = []
        try RowQuery(
            db,
            """
            SELECT block.id, run.started + block.last_start FROM block
            JOIN run ON run.id = block.id >> ? WHERE block.id < ?
            ORDER BY \(isByTime ? "run.started + block.last_start" : "block.id")
            """
        ).forEach([Self.blocksOfRun, limit], on: db) { row in
            let block = try row.number(0, in: RecordingSchema.blocks)
            if let others, others.need(block, of: block >> Self.blocksOfRun) { return true }
            if try hasUnmarked(block, db) { oldest.append((block, row.integer(1))) }
            return oldest.count < Self.blockCount
        }
        var deleted = 0
        var times: [Int64: Int64] = [:]
        for (block, lastStart) in oldest {
            guard try isTooOld(lastStart) || isTooLarge(db) else { break }
            try delete(block: block, db)
            deleted += 1
            let run = block >> Self.blocksOfRun
            // Another writer would not learn that rows of proxies which it knows were deleted.
            if others?.mayWrite(run) != true { times[run] = max(lastStart, times[run] ?? .min) }
        }
        guard deleted > 0 else { return (0, [:]) }
        try db.change("DELETE FROM block WHERE count = 0")
        if isByTime {
            // The processes of a fleet stay listed.
            try FleetTables.forgetOldest(db)
        } else {
            let runs = try db.change(
                """
                DELETE FROM run WHERE id <> ?1 AND id NOT IN (SELECT value FROM json_each(?3)) AND NOT EXISTS
                    (SELECT 1 FROM block WHERE block.id BETWEEN run.id << ?2 AND ((run.id + 1) << ?2) - 1)
                """,
                [StoredValue(run), StoredValue(Self.blocksOfRun), .text(others?.list ?? "[]")]
            )
            if runs > 0 { try RecordingSchema.deleteRunningOfLostRuns(db) }
        }
        return (deleted, times)
    }

    private func hasUnmarked(_ block: Int64, _ db: Database) throws -> Bool {
        let first = block << RecordingSchema.blockBits
        let ids = [StoredValue(first), StoredValue(first + (1 << RecordingSchema.blockBits) - 1)]
        let found = "SELECT 1 FROM record WHERE id BETWEEN ? AND ? AND marked IS NULL LIMIT 1"
        return try db.firstNumber(found, ids) != nil
    }

    private func isTooOld(_ lastStart: Int64) -> Bool {
        guard let ageLimit else { return false }
        let age = Date().timeIntervalSince1970 - Double(lastStart) / 1e9
        return age > ageLimit / .seconds(1)
    }

    private func isTooLarge(_ db: Database) throws -> Bool {
        guard let bytesLimit else { return false }
        // Not `pragma_page_count` and the like: a file can define a table or a view with that name.
        let pages = try db.firstNumber("PRAGMA main.page_count") ?? 0
        let free = try db.firstNumber("PRAGMA main.freelist_count") ?? 0
        let size = try db.firstNumber("PRAGMA main.page_size") ?? 0
        return (pages - free) * size > bytesLimit
    }

    private func delete(block: Int64, _ db: Database) throws {
        let first = block << RecordingSchema.blockBits
        let last = first + (1 << RecordingSchema.blockBits) - 1
        let range = [StoredValue(first), StoredValue(last)]
        let run = block >> Self.blocksOfRun
        try ProxyTallies.subtract(IDRange(first: first, last: last), of: run, db)
        // It covers calls that are deleted now; the few marked ones are searched without it.
        try db.change("DELETE FROM signature WHERE id = ?", [StoredValue(block)])
        let deleted = try db.change("DELETE FROM record WHERE id BETWEEN ? AND ? AND marked IS NULL", range)
        try db.change(
            "UPDATE run SET deleted = deleted + ? WHERE id = ?",
            [StoredValue(deleted), StoredValue(run)]
        )
        let left = try db.firstNumber("SELECT count(*) FROM record WHERE id BETWEEN ? AND ?", range)
        if isByTime { try FleetTables.forgetBatches(of: run, IDRange(first: first, last: last), db) }
        // Only marked invocations are left; they stay.
        try db.change("UPDATE block SET count = ? WHERE id = ?", [StoredValue(left), StoredValue(block)])
    }
}
