// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import GRDB
internal import ProxyCore

/// Copies what is left of a damaged recording, so that it can be opened again.
///
/// Rows are copied around pages that SQLite cannot read. Names that calls refer to and that are lost get a row that says
/// so; the summaries of the blocks and the signatures of their texts are made anew. Statistics stay as they were, and
/// tables that are not ours are left out.
public struct RecordingRepair: Sendable {
    /// What became of the calls.
    public struct Summary: Sendable, Hashable {
        /// Calls in the new file.
        public var kept = 0
        /// Calls with values that no recorder writes; they are not in the new file.
        public var leftOut = 0
        /// Calls that the damaged file should have beside those; nil if it does not tell any more.
        public var missing: Int?
        /// Names that are lost, by table: `run`, `selector`, `proxy`, `thread`, `fleet_process`.
        public var lostNames: [String: Int] = [:]
        /// Tables that lack rows, other than those of calls and blocks: `event`, `statistics`, `thread` and so on.
        public var incompleteTables: [String] = []
    }

    private static let siblings = ["-wal", "-shm", "-journal"]

    private let path: String

    /// - Parameter path: The damaged recording; it is only read.
    public init(path: String) { self.path = path }

    /// Makes a new recording. Until it is finished, it has the name with `.unfinished` behind it.
    ///
    /// - Parameter copy: Path of the new file.
    /// - Throws: `FileStoreError` with `.exists`, `.beyondRepair`, and as `FileHistory` and `FileStore` do; then there is
    ///   no new file.
    public func write(to copy: String) throws(FileStoreError) -> Summary {
        if Self.siblings.contains(where: { path + $0 == copy }) {
            throw FileStoreError(.ioFailed, copy, "SQLite uses this name for \(path)")
        }
        for name in [copy] + Self.siblings.map({ copy + $0 }) where Self.exists(name) {
            throw FileStoreError(.exists, name)
        }
        try RecordingFile(path: copy).checkFolder()
        let source = try source()
        let unfinished = copy + ".unfinished"
        remove(unfinished)
        defer { remove(unfinished) }
        do {
            let target = try RecordingFile(path: unfinished).openForWriting()
            let summary = try target.writeWithoutTransaction { db in
                // What is lost may be what others refer to.
                try db.execute(sql: "PRAGMA foreign_keys = OFF")
                return try source.unsafeRead { try fill(db, from: $0) }
            }
            try target.close()
            try putInPlace(unfinished, copy)
            return summary
        } catch {
            throw blame(FileStoreError(error, copy))
        }
    }

    private static func exists(_ name: String) -> Bool {
        var status = stat()
        return lstat(name, &status) == 0
    }

    /// Gives the file its name, without replacing another.
    private func putInPlace(_ unfinished: String, _ copy: String) throws(FileStoreError) {
        if link(unfinished, copy) == 0 { return }
        // A file system without links.
        let isPossible = errno == EPERM || errno == ENOTSUP
        if isPossible, !Self.exists(copy), rename(unfinished, copy) == 0 { return }
        throw FileStoreError(errno == EEXIST ? .exists : .ioFailed, copy, String(cString: strerror(errno)))
    }

    private func remove(_ unfinished: String) {
        for suffix in [""] + Self.siblings { unlink(unfinished + suffix) }
    }

    private func source() throws(FileStoreError) -> any DatabaseReader {
        do {
            return try RecordingFile(path: path).openForReading(isChecked: false, isSalvaged: true)
        } catch {
            throw blame(error)
        }
    }

    /// What is wrong with the content of the new file comes from the damaged one.
    private func blame(_ error: FileStoreError) -> FileStoreError {
        error.code == .damaged ? FileStoreError(.beyondRepair, path, error.context) : error
    }

    private func fill(_ db: Database, from damaged: Database) throws -> Summary {
        // One state of the file, even if a program writes to it. A transaction that has met a damaged page can't be
        // committed.
        try damaged.execute(sql: "BEGIN")
        defer { try? damaged.execute(sql: "ROLLBACK") }
        var summary = Summary()
        try db.inTransaction {
            summary = try copyTables(from: damaged, to: db)
            return .commit
        }
        return summary
    }

    private func copyTables(from damaged: Database, to db: Database) throws -> Summary {
        var summary = Summary()
        let isFleet = (try? FleetTables.exist(in: damaged, path)) ?? false
        if isFleet {
            try FleetTables.create(db)
            // The recording keeps its own epoch, if it still has it.
            try db.change("DELETE FROM fleet")
        }
        var incomplete: Set<String> = []
        for table in SalvagedTable.all + (isFleet ? SalvagedTable.ofFleet : []) {
            let outcome = try table.copy(from: damaged, to: db)
            if !outcome.isComplete { incomplete.insert(table.name) }
            if table.name == "record" { summary.leftOut += outcome.refused }
        }
        if isFleet { try FleetTables.create(db) }
        let promised = try db.firstNumber("SELECT ifnull(sum(\(BlockSummary.boundedCount)), 0) FROM block") ?? 0
        let blocks = try RebuiltBlocks(db)
        summary.lostNames = try LostNames.replace(in: db)
        if isFleet {
            try FleetTables.forgetLostRuns(db)
            let processes = try FleetTables.replaceLostProcesses(named: LostNames.lost, db)
            if processes > 0 { summary.lostNames["fleet_process"] = processes }
            try FleetTables.moveEnds(db)
        }
        try blocks.writeSignatures(db)
        summary.kept = blocks.kept
        summary.leftOut += blocks.leftOut
        summary.missing =
            incomplete.contains("block") ? nil : max(0, Int(promised) - summary.kept - summary.leftOut)
        summary.incompleteTables = incomplete.subtracting(["record", "block"]).sorted()
        if summary.kept == 0, incomplete.contains("record") {
            throw FileStoreError(.beyondRepair, path, "no call of it can be read")
        }
        return summary
    }
}
