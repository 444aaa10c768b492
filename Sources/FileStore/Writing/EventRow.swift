// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// A row of the table `event`: something that happened to a proxy.
enum EventRow {
    static func write(_ event: ProxyEvent, run: Int64, _ db: Database) throws {
        try db.execute(
            sql: "INSERT OR IGNORE INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            arguments: [
                run, Int64(clamping: event.number), event.proxy, event.kind.rawValue, event.owner, event.target,
                event.previousTarget, event.detail, event.occurredAtNanoseconds,
            ]
        )
    }
}
