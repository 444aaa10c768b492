// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// The tables that a recording of several processes has in addition. Each process is a run of the recording.
///
/// - `fleet`: one row with the recording's own epoch, the number of the last message of the broker that it contains,
///   the ends of its stream, and when the broker's stream of that message was created.
/// - `fleet_process`: who made a run, and up to which place of the process's stream the recording has everything.
/// - `fleet_batch`: the calls in the order of their arrival. `position` is the last position of a batch in the
///   recording's stream; the batch has `count` calls of one run, or stands for `missed` calls.
/// - `fleet_event`: the events of proxies in the order of their arrival.
enum FleetTables {
    private static let definitions = [
        "fleet": """
        id INTEGER PRIMARY KEY, epoch TEXT NOT NULL, sequence INTEGER NOT NULL, position INTEGER NOT NULL,
        number INTEGER NOT NULL
        """,
        "fleet_process": """
        run INTEGER PRIMARY KEY, service TEXT NOT NULL, version TEXT, host TEXT NOT NULL, process INTEGER NOT NULL,
        program TEXT NOT NULL, started INTEGER NOT NULL, position INTEGER NOT NULL, number INTEGER
        """,
        "fleet_batch": """
        position INTEGER PRIMARY KEY, run INTEGER NOT NULL, count INTEGER NOT NULL, missed INTEGER NOT NULL,
        first_seq INTEGER NOT NULL, last_seq INTEGER NOT NULL, first_position INTEGER NOT NULL,
        last_position INTEGER NOT NULL
        """,
        "fleet_event": """
        number INTEGER PRIMARY KEY, position INTEGER NOT NULL, run INTEGER NOT NULL, event INTEGER NOT NULL
        """,
    ]

    /// Creates the missing tables and columns, and the recording's epoch.
    static func create(_ db: Database) throws {
        for (name, columns) in definitions {
            try db.execute(sql: "CREATE TABLE IF NOT EXISTS \(name) (\(columns)) STRICT")
        }
        // Not one of the definitions: recordings of earlier versions are read without it.
        if try !columns(of: "fleet", in: db).contains("created") {
            try db.execute(sql: "ALTER TABLE fleet ADD COLUMN created INTEGER")
        }
        try db.execute(sql: "CREATE INDEX IF NOT EXISTS fleet_batch_calls ON fleet_batch (run, last_seq)")
        try db.execute(sql: "CREATE INDEX IF NOT EXISTS fleet_event_position ON fleet_event (position)")
        let epoch = String(UInt32.random(in: 1 ... .max), radix: 16)
        try db.change(
            "INSERT OR IGNORE INTO fleet (id, epoch, sequence, position, number) VALUES (1, ?, 0, 0, 0)",
            [.text(String(repeating: "0", count: 8 - epoch.count) + epoch)]
        )
    }

    /// Whether a file is a recording of several processes.
    ///
    /// - Throws: `FileStoreError` with `.notARecording` if it has something else in place of the tables.
    static func exist(in db: Database, _ path: String) throws -> Bool {
        let names = definitions.keys.sorted()
        let found = try db.rows(
            """
            SELECT lower(name), type, rootpage, lower(sql) FROM main.sqlite_schema
            WHERE lower(name) IN (\(names.map { "'\($0)'" }.joined(separator: ",")))
            """
        ) { (name: $0.text(0) ?? "", isTable: $0.text(1) == "table" && $0.integer(2) > 0) }
        guard !found.isEmpty else { return false }
        for name in names {
            // A file can come from anyone; a view or a virtual table would run its query.
            guard found.contains(where: { $0.name == name && $0.isTable }) else {
                throw FileStoreError(.notARecording, path, "\(name) is no table in it")
            }
            let known = try columns(of: name, in: db)
            let wanted = definitions[name].map {
                $0.split(separator: ",").compactMap { $0.split { $0.isWhitespace }.first }
            }
            for column in wanted ?? [] where !known.contains(String(column)) {
                throw FileStoreError(.notARecording, path, "its table \(name) has no column \(column)")
            }
        }
        return true
    }

    /// Moves the ends of the stream behind all that is in it: a damaged recording may lack them, and new calls would get
    /// places that others have.
    static func moveEnds(_ db: Database) throws {
        try db.change(
            """
            UPDATE fleet SET number = max(number, (SELECT ifnull(max(number), 0) FROM fleet_event)),
                position = max(position, (SELECT ifnull(max(position), 0) FROM fleet_batch))
            """
        )
    }

    /// Adds a process for each run whose own is lost. What follows of it goes on after its last call.
    ///
    /// - Parameter name: In place of names that are lost.
    /// - Returns: Their number.
    static func replaceLostProcesses(named name: String, _ db: Database) throws -> Int {
        try db.change(
            """
            INSERT INTO fleet_process
            SELECT id, ?1, NULL, ?1, process, program, started + ?2, last_position, NULL FROM run
            WHERE id NOT IN (SELECT run FROM fleet_process)
            """,
            [.text(name), .integer(FleetWriter.margin)]
        )
    }

    /// Deletes what belongs to runs that the recording does not have.
    static func forgetLostRuns(_ db: Database) throws {
        for table in ["fleet_process", "fleet_event"] {
            try db.change("DELETE FROM \(table) WHERE run NOT IN (SELECT id FROM run)")
        }
        // Batches without calls tell of gaps.
        try db.change("DELETE FROM fleet_batch WHERE count > 0 AND run NOT IN (SELECT id FROM run)")
    }

    /// Deletes the batches of a run whose calls were all deleted. The stream counts their positions as missed.
    ///
    /// - Parameter ids: The records among which some were deleted.
    static func forgetBatches(of run: Int64, _ ids: IDRange, _ db: Database) throws {
        let (first, last) = (ids.first & RecordingSchema.seqMask, ids.last & RecordingSchema.seqMask)
        try db.change(
            """
            DELETE FROM fleet_batch WHERE run = ?1 AND last_seq BETWEEN ?2 AND ?3 AND first_seq <= ?4 AND count > 0
                AND position < (SELECT max(position) FROM fleet_batch)
                AND NOT EXISTS (SELECT 1 FROM record WHERE id BETWEEN ?5 + first_seq AND ?5 + last_seq)
            """,
            [
                StoredValue(run), StoredValue(first), StoredValue(last + mostCalls), StoredValue(last),
                StoredValue(run << RecordingSchema.seqBits),
            ]
        )
    }

    /// Deletes the oldest batches that have no calls any more, and the gaps before the first one that has: what was never
    /// there is told until the calls after it are deleted.
    static func forgetOldest(_ db: Database) throws {
        // A batch can be left without calls: they were deleted while it was the newest, or after others of a long call.
        let oldest = """
            SELECT position, run, first_seq, last_seq FROM fleet_batch
            WHERE count > 0 AND position < (SELECT max(position) FROM fleet_batch) ORDER BY position LIMIT 1
            """
        while let batch = try db.firstRow(
            oldest,
            [],
            { ($0.integer(0), $0.integer(1) << RecordingSchema.seqBits, $0.integer(2), $0.integer(3)) }
        ) {
            let (position, base, first, last) = batch
            let ids = [StoredValue(base + first), StoredValue(base + last)]
            let found = "SELECT 1 FROM record WHERE id BETWEEN ? AND ? LIMIT 1"
            guard try db.firstNumber(found, ids) == nil else { break }
            try db.change("DELETE FROM fleet_batch WHERE position = ?", [StoredValue(position)])
        }
        try db.change(
            """
            DELETE FROM fleet_batch WHERE count = 0 AND position <
                (SELECT position FROM fleet_batch WHERE count > 0 ORDER BY position LIMIT 1)
            """
        )
    }

    /// Deletes the places of deleted events before the first batch, except for the last one, which tells readers that are
    /// behind it how far they are.
    static func forgetEvents(_ db: Database) throws {
        try db.change(
            """
            DELETE FROM fleet_event WHERE number < (SELECT max(number) FROM fleet_event WHERE position <=
                (SELECT position - count - missed FROM fleet_batch ORDER BY position LIMIT 1))
                AND NOT EXISTS
                    (SELECT 1 FROM event WHERE event.run = fleet_event.run AND event.number = fleet_event.event)
            """
        )
    }

    /// More calls than a batch has: a message of the broker holds less.
    private static let mostCalls: Int64 = 1 << 16

    /// The stored columns of a table; computed ones are left out.
    private static func columns(of table: String, in db: Database) throws -> Set<String> {
        Set(
            try db.rows("PRAGMA main.table_xinfo(\(table))") { $0.integer(6) == 0 ? $0.text(1) ?? "" : "" }
        )
    }
}
