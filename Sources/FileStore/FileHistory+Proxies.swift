// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
public import ProxyCore
internal import Synchronization

extension FileHistory {
    /// Limit on the run's records for counting the calls of each proxy where the file has no sums of them.
    private static let countedRecords = 1_000_000

    /// The proxies of the run, by number.
    public var proxies: [RecordedProxy] {
        let found = read { db, run, _ in
            let end = try end(of: run, db)
            if let known = state.withLock({ $0.proxies }), known.end == end { return known.items }
            let found = try RecordedProxyQuery(run, Self.countedRecords).proxies(db)
            state.withLock { $0.proxies = (end, found) }
            return found
        }
        return found ?? []
    }

    /// The last call and the last event of the run.
    private func end(of run: Int64, _ db: Database) throws -> StreamPlace {
        let end = try db.firstRow(
            "SELECT last_position, (SELECT ifnull(max(number), 0) FROM event WHERE run = ?1) FROM run WHERE id = ?1",
            [StoredValue(run)]
        ) { StreamPlace(position: UInt64(clamping: $0.integer(0)), number: UInt64(clamping: $0.integer(1))) }
        return end ?? StreamPlace(position: 0, number: 0)
    }
}
