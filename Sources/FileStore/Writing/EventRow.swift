// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// A row of the table `event`: one proxy event.
enum EventRow {
    /// Columns that the first file version lacks, with the version that adds them.
    static let addedColumns: [(version: Int, name: String, type: String)] = [
        (5, "protocol", "TEXT"), (5, "seq", "INTEGER"), (5, "position", "INTEGER"),
    ]

    private static let columns =
        ["number", "proxy", "kind", "owner", "target", "previous_target", "detail", "occurred"]
        + addedColumns.map(\.name)

    /// Writes an event, unless the file already contains it.
    ///
    /// - Returns: Whether the event was added.
    @discardableResult
    static func write(_ event: ProxyEvent, run: Int64, _ db: Database) throws -> Bool {
        let places = columns.map { _ in ", ?" }.joined()
        return try db.change(
            "INSERT OR IGNORE INTO event (run, \(columns.joined(separator: ", "))) VALUES (?\(places))",
            [
                StoredValue(run), StoredValue(event.number), StoredValue(event.proxy), .text(event.kind.rawValue),
                .text(event.owner), StoredValue(event.target), StoredValue(event.previousTarget),
                StoredValue(event.detail), .integer(event.occurredAtNanoseconds), StoredValue(event.protocolName),
                StoredValue(event.seq), StoredValue(event.position),
            ]
        ) > 0
    }

    /// Calls `body` with the events of a run between two numbers, both excluded, until it returns false. Events of
    /// unknown kinds are skipped.
    static func forEach(
        run: Int64,
        after lower: UInt64 = 0,
        before upper: UInt64 = .max,
        order: InvocationQuery.Order = .ascending,
        _ db: Database,
        _ body: (ProxyEvent) throws -> Bool
    ) throws {
        let list = FieldColumns.list(columns, of: "event", in: try FieldColumns.read(db))
        let direction = order == .ascending ? "ASC" : "DESC"
        try RowQuery(
            db,
            """
            SELECT \(list) FROM event WHERE run = ? AND number > ? AND number < ?
            ORDER BY number \(direction)
            """
        ).forEach([run, Int64(clamping: lower), Int64(clamping: upper)], on: db) { row in
            try ProxyEvent(row).map(body) ?? true
        }
    }
}

extension ProxyEvent {
    /// Nil for an event of an unknown kind.
    fileprivate init?(_ row: RowColumns) throws {
        guard let kind = Kind(rawValue: try row.requiredText(2)) else { return nil }
        self.init(
            number: UInt64(try row.number(0, in: 0 ... .max)),
            seq: try row.optionalNumber(9).map { UInt64(clamping: $0) },
            position: try row.optionalNumber(10).map { UInt64(clamping: $0) },
            proxy: Int(try row.number(1, in: 0 ... .max)),
            kind: kind,
            owner: try row.requiredText(3),
            protocolName: try row.optionalText(8),
            target: try row.optionalText(4),
            previousTarget: try row.optionalText(5),
            detail: try row.optionalText(6),
            occurredAtNanoseconds: try row.number(7)
        )
    }
}
