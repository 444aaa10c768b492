// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// A row of the table `event`: one proxy event.
enum EventRow {
    static func write(_ event: ProxyEvent, run: Int64, _ db: Database) throws {
        try db.change(
            "INSERT OR IGNORE INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                StoredValue(run), StoredValue(event.number), StoredValue(event.proxy), .text(event.kind.rawValue),
                .text(event.owner), StoredValue(event.target), StoredValue(event.previousTarget),
                StoredValue(event.detail), .integer(event.occurredAtNanoseconds),
            ]
        )
    }
}
