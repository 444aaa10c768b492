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
        /// Calls that the damaged file should have beside those, as far as it still tells.
        public var missing = 0
        /// Names that are lost, by table: `run`, `selector`, `proxy`, `thread`.
        public var lostNames: [String: Int] = [:]
    }

    private let path: String

    /// - Parameter path: The damaged recording; it is only read.
    public init(path: String) { self.path = path }

    /// Makes a new recording.
    ///
    /// - Parameter copy: Path of the new file.
    /// - Throws: `FileStoreError` with `.exists`, `.beyondRepair`, and as `FileHistory` and `FileStore` do; then there is
    ///   no new file.
    public func write(to copy: String) throws(FileStoreError) -> Summary {
        guard RecordingFile(path: copy).identity == nil else { throw FileStoreError(.exists, copy) }
        try RecordingFile(path: copy).checkFolder()
        let source = try source()
        do {
            let target = try RecordingFile(path: copy).openForWriting()
            defer { try? target.close() }
            // A transaction that met a damaged page can't be committed.
            return try source.unsafeRead { damaged in
                // What is lost may be what others refer to.
                try target.writeWithoutTransaction { try $0.execute(sql: "PRAGMA foreign_keys = OFF") }
                return try target.write { try fill($0, from: damaged) }
            }
        } catch {
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: copy + suffix) }
            throw FileStoreError(error, copy)
        }
    }

    private func source() throws(FileStoreError) -> any DatabaseReader {
        do {
            return try RecordingFile(path: path).openForReading(isChecked: false, isSalvaged: true)
        } catch {
            throw error.code == .damaged ? FileStoreError(.beyondRepair, path, error.context) : error
        }
    }

    private func fill(_ db: Database, from damaged: Database) throws -> Summary {
        var summary = Summary()
        let isFleet = (try? FleetTables.exist(in: damaged, path)) ?? false
        if isFleet {
            try FleetTables.create(db)
            // The recording keeps its own epoch, if it still has it.
            try db.change("DELETE FROM fleet")
        }
        for table in SalvagedTable.all + (isFleet ? SalvagedTable.ofFleet : []) {
            let refused = try table.copy(from: damaged, to: db)
            if table.name == "record" { summary.leftOut += refused }
        }
        if isFleet { try FleetTables.create(db) }
        summary.lostNames = try LostNames.replace(in: db)
        let blocks = try RebuiltBlocks(db)
        summary.kept = blocks.kept
        summary.leftOut += blocks.leftOut
        let promised = try? damaged.firstNumber("SELECT ifnull(sum(\(BlockSummary.boundedCount)), 0) FROM block")
        summary.missing = max(0, Int(promised ?? 0) - summary.kept - summary.leftOut)
        return summary
    }
}
