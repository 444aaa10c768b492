// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import ProxyCore

/// The tables of a recording file; documented in `docs/recording-files.md`.
enum RecordingSchema {
    /// Identifies the file as ours: `PRAGMA application_id`, “DIns”.
    static let applicationID: Int64 = 0x4449_6E73
    /// `PRAGMA user_version`: the number of migration steps applied.
    static var version: Int { max(migrations.keys.max() ?? 0, FieldColumns.added.map(\.version).max() ?? 0) }
    /// The version that adds the tables `signature` and `tally`.
    static let signatureVersion = 8

    /// Number of low bits of `record.id` for the call number; the run is in the bits above.
    static let seqBits: Int64 = 40
    static let seqMask: Int64 = (1 << seqBits) - 1
    /// Number of low bits of a call number that vary within one block.
    static let blockBits: Int64 = 11
    /// Valid values of `run.id` and `block.id`. Larger ones would leave no room for the call numbers.
    static let runs: ClosedRange<Int64> = 1...(1 << 22) - 1
    static let blocks: ClosedRange<Int64> = (1 << (seqBits - blockBits))...(1 << (22 + seqBits - blockBits)) - 1

    /// Migrates a file to a version in one transaction.
    ///
    /// - Parameter last: The version to migrate to. Default: the current one.
    static func migrate(_ db: Database, from version: Int, to last: Int = RecordingSchema.version) throws {
        guard version < last else { return }
        try db.execute(sql: "DROP VIEW IF EXISTS invocations")
        for step in version + 1...last {
            if let migration = migrations[step] { try db.execute(sql: migration) }
            for column in FieldColumns.added where column.version == step {
                try db.execute(sql: "ALTER TABLE \(column.table) ADD COLUMN \(column.definition)")
            }
        }
        // The view shows all columns.
        if last == self.version { try db.execute(sql: view) }
        try db.execute(sql: "PRAGMA application_id = \(applicationID)")
        try db.execute(sql: "PRAGMA user_version = \(last)")
    }

    private static let proxyIdentity =
        "CREATE UNIQUE INDEX proxy_identity ON proxy (run, number, owner, ifnull(target, ''), target IS NULL, main_only)"
    private static let recordMarked = "CREATE INDEX record_marked ON record (id) WHERE marked IS NOT NULL"
    private static let recordComment = "CREATE INDEX record_comment ON record (id) WHERE comment IS NOT NULL"

    /// The indexes with expressions and conditions, as SQLite keeps them.
    static let expressionIndexes: Set = [proxyIdentity, recordMarked, recordComment]

    /// The migration steps by the version they lead to, except for added field columns. Released steps never change,
    /// except that new tables are STRICT: SQLite rejects texts in number columns and checks that there are none. Older
    /// files have the same tables without STRICT.
    private static let migrations = [
        1: """
        CREATE TABLE run (
            id INTEGER PRIMARY KEY,
            epoch TEXT NOT NULL UNIQUE,
            program TEXT NOT NULL,
            process INTEGER NOT NULL,
            started INTEGER NOT NULL,
            ended INTEGER,
            last_position INTEGER NOT NULL DEFAULT 0,
            last_seq INTEGER NOT NULL DEFAULT 0,
            missed INTEGER NOT NULL DEFAULT 0,
            deleted INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE TABLE selector (
            id INTEGER PRIMARY KEY,
            protocol TEXT NOT NULL,
            name TEXT NOT NULL,
            parameters TEXT NOT NULL,
            UNIQUE (protocol, name, parameters)
        ) STRICT;
        CREATE TABLE thread (
            id INTEGER PRIMARY KEY,
            run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            name TEXT NOT NULL,
            is_main INTEGER NOT NULL,
            UNIQUE (run, number, name, is_main)
        ) STRICT;
        CREATE TABLE proxy (
            id INTEGER PRIMARY KEY,
            run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            owner TEXT NOT NULL,
            target TEXT,
            main_only INTEGER NOT NULL
        ) STRICT;
        \(proxyIdentity);
        CREATE TABLE record (
            id INTEGER PRIMARY KEY,
            position INTEGER NOT NULL,
            selector INTEGER NOT NULL,
            proxy INTEGER NOT NULL,
            thread INTEGER NOT NULL,
            parent INTEGER NOT NULL,
            depth INTEGER NOT NULL,
            start INTEGER NOT NULL,
            duration INTEGER NOT NULL,
            target INTEGER,
            state INTEGER NOT NULL,
            path INTEGER NOT NULL,
            arguments TEXT,
            result TEXT,
            error TEXT,
            marked INTEGER,
            comment TEXT,
            skipped INTEGER
        ) STRICT;
        \(recordMarked);
        \(recordComment);
        CREATE TABLE running (
            id INTEGER PRIMARY KEY,
            selector INTEGER NOT NULL,
            proxy INTEGER NOT NULL,
            thread INTEGER NOT NULL,
            parent INTEGER NOT NULL,
            depth INTEGER NOT NULL,
            start INTEGER NOT NULL,
            arguments TEXT,
            skipped INTEGER
        ) STRICT;
        CREATE TABLE block (
            id INTEGER PRIMARY KEY,
            count INTEGER NOT NULL,
            selectors INTEGER NOT NULL,
            proxies INTEGER NOT NULL,
            threads INTEGER NOT NULL,
            states INTEGER NOT NULL,
            paths INTEGER NOT NULL,
            shortest INTEGER NOT NULL,
            longest INTEGER NOT NULL,
            first_start INTEGER NOT NULL,
            last_start INTEGER NOT NULL,
            last_end INTEGER NOT NULL,
            deepest INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE statistics (
            run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
            selector INTEGER NOT NULL REFERENCES selector (id),
            calls INTEGER NOT NULL,
            errors INTEGER NOT NULL,
            unanswered INTEGER NOT NULL,
            total INTEGER NOT NULL,
            longest INTEGER NOT NULL,
            first_seq INTEGER NOT NULL,
            histogram TEXT NOT NULL,
            skipped INTEGER NOT NULL,
            PRIMARY KEY (run, selector)
        ) WITHOUT ROWID, STRICT;
        CREATE TABLE event (
            run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            proxy INTEGER NOT NULL,
            kind TEXT NOT NULL,
            owner TEXT NOT NULL,
            target TEXT,
            previous_target TEXT,
            detail TEXT,
            occurred INTEGER NOT NULL,
            PRIMARY KEY (run, number)
        ) WITHOUT ROWID, STRICT;
        CREATE TABLE gap (
            run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
            first_position INTEGER NOT NULL,
            last_position INTEGER NOT NULL,
            PRIMARY KEY (run, first_position)
        ) WITHOUT ROWID, STRICT;
        """,
        2: """
        ALTER TABLE record ADD COLUMN other TEXT;
        """,
        3: """
        CREATE TABLE thread_facts (
            id INTEGER PRIMARY KEY,
            run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            name TEXT NOT NULL,
            is_main INTEGER NOT NULL
        ) STRICT;
        INSERT INTO thread_facts SELECT id, run, number, name, is_main FROM thread;
        DROP TABLE thread;
        ALTER TABLE thread_facts RENAME TO thread;
        CREATE INDEX thread_run ON thread (run, number);
        """,
        signatureVersion: """
        CREATE TABLE signature (
            id INTEGER PRIMARY KEY,
            calls INTEGER NOT NULL,
            bits BLOB NOT NULL
        ) STRICT;
        CREATE TABLE tally (
            run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
            proxy INTEGER NOT NULL,
            selector INTEGER NOT NULL,
            calls INTEGER NOT NULL,
            unanswered INTEGER NOT NULL,
            PRIMARY KEY (run, proxy, selector)
        ) WITHOUT ROWID, STRICT;
        """,
    ]

    /// A view for people. It stores no data and is recreated whenever a file is migrated.
    private static var view: String {
        """
        CREATE VIEW invocations AS
            SELECT run.epoch, record.id & \(seqMask) AS seq, record.position,
                selector.protocol, selector.name AS selector, proxy.owner, proxy.target, proxy.number AS proxy,
                thread.name AS thread, thread.number AS thread_id, thread.is_main AS on_main,
                strftime('%Y-%m-%dT%H:%M:%fZ', (run.started + record.start) / 1e9, 'unixepoch') AS started_at,
                (run.started + record.start) AS started_ns,
                record.duration AS duration_ns, record.target AS target_ns,
                CASE record.state WHEN 1 THEN 'returned' ELSE 'threw' END AS state,
                \(pathNames) AS return_path,
                nullif(record.parent, 0) AS parent, record.depth,
                record.arguments, record.result, record.error,
                ifnull(record.error ->> 'value', record.error ->> 'type') AS error_text,
                ifnull(record.marked, 0) AS marked, record.comment, ifnull(record.skipped, 0) AS skipped\(viewColumns("record"))
            FROM record
            JOIN run ON run.id = record.id >> \(seqBits)
            JOIN selector ON selector.id = record.selector
            JOIN proxy ON proxy.id = record.proxy
            JOIN thread ON thread.id = record.thread
            UNION ALL
            SELECT run.epoch, running.id & \(seqMask), NULL,
                selector.protocol, selector.name, proxy.owner, proxy.target, proxy.number,
                thread.name, thread.number, thread.is_main,
                strftime('%Y-%m-%dT%H:%M:%fZ', (run.started + running.start) / 1e9, 'unixepoch'),
                (run.started + running.start), NULL, NULL, 'running', NULL,
                nullif(running.parent, 0), running.depth,
                running.arguments, NULL, NULL, NULL, 0, NULL, ifnull(running.skipped, 0)\(viewColumns("running"))
            FROM running
            JOIN run ON run.id = running.id >> \(seqBits)
            JOIN selector ON selector.id = running.selector
            JOIN proxy ON proxy.id = running.proxy
            JOIN thread ON thread.id = running.thread;
        """
    }

    /// The word of a record's path, as in JSON.
    private static var pathNames: String {
        let names = Invocation.ReturnPath.allCases.map { " WHEN \($0.rawValue) THEN '\($0.name)'" }
        return "CASE record.path\(names.joined()) END"
    }

    /// Deletes the running calls of runs that were deleted. They have no column for the run, so no foreign key does.
    static func deleteRunningOfLostRuns(_ db: Database) throws {
        try db.change("DELETE FROM running WHERE (id >> \(seqBits)) NOT IN (SELECT id FROM run)")
    }

    /// Replaces the view of a file that an earlier program made.
    static func renewView(_ db: Database) throws {
        let stored = try db.firstRow("SELECT sql FROM main.sqlite_schema WHERE type = 'view' AND name = 'invocations'")
        {
            $0.text(0)
        }
        // SQLite keeps the text of a statement without its semicolon.
        guard let stored = stored ?? nil, stored + ";" != view else { return }
        try db.execute(sql: "DROP VIEW invocations; \(view)")
    }

    /// The columns of fields added later.
    private static func viewColumns(_ table: String) -> String {
        FieldColumns.ofRecord.filter { $0.version > 0 }.map { ", \(table).\($0.name)" }.joined()
            + FieldColumns.ofThread.filter { $0.version > 0 }.map { ", thread.\($0.name) AS thread_\($0.name)" }
            .joined()
    }
}
