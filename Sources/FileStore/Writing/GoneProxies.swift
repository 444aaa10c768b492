// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// Deletes what a recording has of proxies that are gone, once their calls were deleted.
///
/// A program may make a proxy for every connection. Their names and events would otherwise take the room that a limit
/// leaves for calls.
enum GoneProxies {
    /// Proxies deleted per transaction; a small number, so that writing is not delayed for long.
    static let count = 4_000

    /// Deletes the names, sums and events of the run's proxies that were gone at a time, have no stored call, and are not
    /// called at the moment.
    ///
    /// Writers must look up rows of proxies again, of which they may know some that were deleted.
    ///
    /// - Parameter time: In nanoseconds since 1970: the start of the last call that was deleted.
    /// - Returns: How many proxies were deleted.
    static func forget(of run: Int64, before time: Int64, _ db: Database) throws -> Int {
        // Without all sums, a proxy without calls looks like one with some.
        guard try RecordedProxyQuery(run, 0).isTallied(db) else { return 0 }
        let (gone, last) = try find(of: run, before: time, db)
        guard !gone.isEmpty else { return 0 }
        let numbers = StoredValue.text("[\(gone.map(String.init).joined(separator: ","))]")
        let rows = "SELECT id FROM proxy WHERE run = ?1 AND number IN (SELECT value FROM json_each(?2))"
        try db.change("DELETE FROM tally WHERE run = ?1 AND proxy IN (\(rows))", [StoredValue(run), numbers])
        try db.change("DELETE FROM proxy WHERE id IN (\(rows))", [StoredValue(run), numbers])
        try db.change(
            "DELETE FROM event WHERE run = ?1 AND number <= ?3 AND proxy IN (SELECT value FROM json_each(?2))",
            [StoredValue(run), numbers, StoredValue(last)]
        )
        return gone.count
    }

    /// - Returns: The numbers of the proxies, and that of the last event that was looked at.
    private static func find(of run: Int64, before time: Int64, _ db: Database) throws -> (gone: [Int64], last: Int64) {
        var gone: [Int64] = []
        var last: Int64 = 0
        try RowQuery(db, "SELECT number, proxy, kind, occurred FROM event WHERE run = ? ORDER BY number").forEach(
            [run],
            on: db
        ) { row in
            guard row.integer(3) < time else { return false }
            last = row.integer(0)
            let proxy = row.integer(1)
            if row.text(2) == ProxyEvent.Kind.gone.rawValue, try !isNamed(proxy, run, db) { gone.append(proxy) }
            return gone.count < count
        }
        return (gone, last)
    }

    /// Whether the name of a proxy is still needed. That of the last row is: the next one would get its number, which
    /// readers know.
    private static func isNamed(_ number: Int64, _ run: Int64, _ db: Database) throws -> Bool {
        let range = IDRange(run: run)
        return try db.firstNumber(
            """
            SELECT 1 FROM proxy WHERE run = ?1 AND number = ?2 AND (
                id = (SELECT max(id) FROM proxy)
                OR EXISTS (SELECT 1 FROM tally WHERE tally.run = ?1 AND tally.proxy = proxy.id AND calls > 0)
                OR EXISTS (SELECT 1 FROM running WHERE running.id BETWEEN ?3 AND ?4 AND running.proxy = proxy.id)
            ) LIMIT 1
            """,
            [StoredValue(run), StoredValue(number), StoredValue(range.first), StoredValue(range.last)]
        ) != nil
    }
}
