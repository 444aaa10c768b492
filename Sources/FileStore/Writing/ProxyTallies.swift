// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// Counts the stored calls of each proxy by selector, in the table `tally`.
///
/// Only what is added or deleted is written, so any number of proxies needs no memory. In a file begun by an earlier
/// version, the sums lack calls; readers notice by comparing their total with that of the blocks.
struct ProxyTallies {
    /// The pending counts of a proxy and a selector.
    private struct Pending {
        var proxy: Int64 = 0
        var selector: Int64 = 0
        var calls: Int64 = 0
        var unanswered: Int64 = 0
    }

    private let run: Int64
    private let upsert: RowStatement
    /// One place for each of 64 hashes; what it replaces is spilled.
    private var pending = [Pending](repeating: Pending(), count: 64)
    private var spilled: [Pending] = []

    init(run: Int64, _ db: Database) throws {
        self.run = run
        upsert = try RowStatement(
            db,
            """
            INSERT INTO tally VALUES (?, ?, ?, ?, ?) ON CONFLICT (run, proxy, selector) DO UPDATE SET
                calls = calls + excluded.calls, unanswered = unanswered + excluded.unanswered
            """
        )
    }

    mutating func add(_ row: RecordRow) {
        let place = Int(truncatingIfNeeded: (row.proxy &* 31 &+ row.selector) & 63)
        if pending[place].proxy != row.proxy || pending[place].selector != row.selector {
            if pending[place].calls > 0 { spilled.append(pending[place]) }
            pending[place] = Pending(proxy: row.proxy, selector: row.selector)
        }
        pending[place].calls += 1
        if row.path == Self.unanswered { pending[place].unanswered += 1 }
    }

    private static let unanswered = Int64(Invocation.ReturnPath.none.rawValue)

    /// Writes the pending counts.
    mutating func write(_ db: Database) throws {
        for sum in spilled + pending where sum.calls > 0 {
            for (index, value) in [run, sum.proxy, sum.selector, sum.calls, sum.unanswered].enumerated() {
                upsert.bind(value, at: Int32(index + 1))
            }
            try upsert.run(on: db)
        }
        spilled.removeAll(keepingCapacity: true)
        for place in pending.indices { pending[place] = Pending() }
    }

    /// Subtracts the calls of a range that are about to be deleted: those without a mark.
    static func subtract(_ range: IDRange, of run: Int64, _ db: Database) throws {
        try db.change(
            """
            UPDATE tally SET calls = tally.calls - gone.calls, unanswered = tally.unanswered - gone.unanswered
            FROM (SELECT proxy, selector, count(*) AS calls, count(CASE path WHEN ?4 THEN 1 END) AS unanswered
                FROM record WHERE id BETWEEN ?1 AND ?2 AND marked IS NULL GROUP BY 1, 2) AS gone
            WHERE run = ?3 AND tally.proxy = gone.proxy AND tally.selector = gone.selector
                AND tally.calls >= gone.calls AND tally.unanswered >= gone.unanswered
            """,
            [StoredValue(range.first), StoredValue(range.last), StoredValue(run), StoredValue(unanswered)]
        )
    }
}
