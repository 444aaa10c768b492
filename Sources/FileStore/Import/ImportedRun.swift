// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// A run to which an import has added calls. What its row tells is known when all of them are in the file.
struct ImportedRun {
    let run: Int64
    /// Nanoseconds from its start to its first line.
    let margin: Int64

    private var rows: [StoredValue] {
        let range = IDRange(run: run)
        return [StoredValue(range.first), StoredValue(range.last)]
    }

    private var blocks: [StoredValue] {
        let range = IDRange(run: run)
        return [StoredValue(range.firstBlock), StoredValue(range.lastBlock)]
    }

    /// Writes where the run begins and ends. Its writer is of no use afterwards.
    func finish(_ db: Database) throws {
        try removeCompletedFromRunning(db)
        try beginBeforeFirstCall(db)
        let numbers = [RecordingSchema.seqMask, run, margin].map { StoredValue($0) }
        try db.change(
            """
            UPDATE run SET ended = max(ifnull(ended, started + ?5), CAST(started + (SELECT
                ifnull(max(last_end), 0) FROM block WHERE id BETWEEN ?6 AND ?7) AS INTEGER)), last_position =
                (SELECT ifnull(max(position), 0) FROM record WHERE id BETWEEN ?1 AND ?2),
                last_seq = (SELECT ifnull(max(id), 0) & ?3 FROM record WHERE id BETWEEN ?1 AND ?2)
            WHERE id = ?4
            """,
            rows + numbers + blocks
        )
    }

    /// Removes the calls from the list of running ones that the file has completed, too: one export may have seen a call
    /// running, and another one its end.
    private func removeCompletedFromRunning(_ db: Database) throws {
        try db.change("DELETE FROM running WHERE id BETWEEN ? AND ? AND id IN (SELECT id FROM record)", rows)
    }

    /// Lets the run begin with its first call, if calls that were written later began before it: readers take no start
    /// for negative. A run of centuries is left as it is.
    private func beginBeforeFirstCall(_ db: Database) throws {
        func extent(_ columns: String, _ table: String, _ range: [StoredValue]) throws -> ClosedRange<Int64>? {
            try db.firstRow("SELECT \(columns) FROM \(table) WHERE id BETWEEN ? AND ? HAVING count(*) > 0", range) {
                $0.integer(0)...max($0.integer(0), $0.integer(1))
            }
        }
        let extents = [
            try extent("min(first_start), max(max(last_start, last_end))", "block", blocks),
            try extent("min(start), max(start)", "running", rows),
        ].compactMap(\.self)
        let started = try db.firstNumber("SELECT started FROM run WHERE id = ?", [StoredValue(run)])
        guard let started, let first = extents.map(\.lowerBound).min(), let last = extents.map(\.upperBound).max(),
            first < 0, !started.addingReportingOverflow(first).overflow,
            !last.subtractingReportingOverflow(first).overflow
        else { return }
        let shift = [StoredValue(-first)]
        try db.change("UPDATE record SET start = start + ?3 WHERE id BETWEEN ?1 AND ?2", rows + shift)
        try db.change("UPDATE running SET start = start + ?3 WHERE id BETWEEN ?1 AND ?2", rows + shift)
        try db.change(
            """
            UPDATE block SET first_start = first_start + ?3, last_start = last_start + ?3, last_end = last_end + ?3
            WHERE id BETWEEN ?1 AND ?2
            """,
            blocks + shift
        )
        try db.change("UPDATE run SET started = started - ?2 WHERE id = ?1", [StoredValue(run)] + shift)
    }
}
