// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import InspectorServer
import ProxyCore
import Testing

@testable import FileStore
@testable import FilterTestSupport

/// Files that somebody made, or that a disk changed.
@Suite struct HostileFileTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.recording }

    private static let tables = [
        "run", "selector", "thread", "proxy", "record", "running", "block", "statistics", "event", "gap",
        "signature", "tally",
    ]

    // MARK: Tables

    @Test func newTablesTakeTheTypesOfTheirColumnsOnly() throws {
        try folder.record()
        let file = try DatabaseQueue(path: path)
        for column in ["record.start", "run.started", "statistics.skipped", "block.count"] {
            let parts = column.split(separator: ".")
            #expect(throws: DatabaseError.self) {
                try file.write { try $0.execute(sql: "UPDATE \(parts[0]) SET \(parts[1]) = 'text'") }
            }
        }
    }

    @Test(arguments: tables) func aViewIsNotTakenForATable(table: String) throws {
        try folder.record()
        try folder.change(
            """
            DROP VIEW invocations; ALTER TABLE \(table) RENAME TO original;
            CREATE VIEW \(table.uppercased()) AS SELECT * FROM original
            """
        )
        #expect(storeErrorCode { _ = try FileHistory(path: path) } == .notARecording)
        #expect(storeErrorCode { _ = try FileStore(path: path) } == .notARecording)
        #expect(storeErrorCode { _ = try RecordingImport(path: path) } == .notARecording)
    }

    @Test func aViewWithoutEndIsNotAsked() throws {
        try folder.record()
        try folder.change(
            """
            DROP VIEW invocations; ALTER TABLE run RENAME TO original;
            CREATE VIEW run AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
                SELECT original.*, NULL AS ended2 FROM n JOIN original;
            CREATE VIEW pragma_page_count AS SELECT * FROM run
            """
        )
        #expect(storeErrorCode { _ = try FileHistory(path: path) } == .notARecording)
        #expect(storeErrorCode { _ = try FileStore(path: path) } == .notARecording)
    }

    @Test(arguments: [
        "DROP TABLE gap", "ALTER TABLE run ADD COLUMN more INTEGER AS (1)",
        "CREATE TABLE other (a INTEGER, b TEXT NOT NULL AS (hex(a)))",
        "ALTER TABLE gap RENAME TO other; CREATE TABLE gap (run, first_position, last_position)",
        "ALTER TABLE gap RENAME TO other; CREATE TABLE gap (run INTEGER, first_position INTEGER)",
        "PRAGMA user_version = 0", "PRAGMA user_version = -3",
    ]) func tablesOfAnotherShapeAreNoRecording(sql: String) throws {
        try folder.record()
        try folder.change(sql)
        #expect(storeErrorCode { _ = try FileHistory(path: path) } == .notARecording)
        #expect(storeErrorCode { _ = try FileStore(path: path) } == .notARecording)
    }

    @Test func nothingIsWrittenWhereATriggerWouldRun() throws {
        try folder.record()
        try folder.change("CREATE TRIGGER late AFTER INSERT ON run BEGIN UPDATE run SET program = ''; END")
        #expect(storeErrorCode { _ = try FileStore(path: path) } == .notARecording)
        #expect(storeErrorCode { _ = try FileHistory(path: path) } == nil)
    }

    @Test func aQueryWithoutEndIsInterrupted() throws {
        var configuration = Configuration()
        let bound = QueryBound(path: path, base: 1 << 22)
        configuration.prepareDatabase { bound.watch($0) }
        let file = try DatabaseQueue(configuration: configuration)
        let counted = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT ?) SELECT count(*) FROM n"
        // Each query begins anew: together they take more steps than one may.
        for _ in 0..<30 {
            #expect(try file.read { try Int.fetchOne($0, sql: counted, arguments: [100_000]) } == 100_000)
        }
        let error = #expect(throws: DatabaseError.self) {
            try file.read { try Int.fetchOne($0, sql: counted, arguments: [Int.max]) }
        }
        #expect(error.map { FileStoreError($0, path).code } == .damaged)
    }

    /// A function without side effects, but of many seconds.
    private static let slow = "length(hex(zeroblob(400000000))) > depth"

    /// Regression test: they were evaluated for each row that was checked or written.
    @Test(
        arguments: [
            "CREATE INDEX more ON record (\(slow))", "CREATE INDEX more ON record (id) WHERE \(slow)",
            "CREATE TABLE other (depth); CREATE INDEX more ON other (\(slow))",
            "CREATE TABLE other (run REFERENCES run ON DELETE CASCADE); "
                + "CREATE TRIGGER late AFTER DELETE ON other BEGIN SELECT \(slow.replacing("depth", with: "1")); END",
            "CREATE TABLE other (a INTEGER DEFAULT ('aaa' LIKE '%a'))",
            "ALTER TABLE record ADD COLUMN more INTEGER; PRAGMA writable_schema = ON; UPDATE sqlite_schema "
                + "SET sql = replace(sql, ', more INTEGER)', ', more INTEGER DEFAULT (\(slow.replacing("depth", with: "1"))))') WHERE name = 'record'",
        ]
    ) func noExpressionOfAFileIsEvaluated(sql: String) throws {
        try folder.record(0)
        try folder.change(sql)
        #expect(storeErrorCode { _ = try FileStore(path: path) } == .notARecording)
        #expect(storeErrorCode { _ = try RecordingImport(path: path) } == .notARecording)
        #expect(storeErrorCode { _ = try FileHistory(path: path) } == nil)
    }

    @Test func constraintsOfAFileAreNotEvaluated() throws {
        try folder.record()
        try folder.change(
            """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = replace(sql, 'depth INTEGER NOT NULL',
                'depth INTEGER NOT NULL CHECK (\(Self.slow))') WHERE name = 'record'
            """
        )
        #expect(storeErrorCode { _ = try FileHistory(path: path) } == nil)
        #expect(storeErrorCode { _ = try FileStore(path: path) } == nil)
        // Indexes of the user's own do no harm.
        try folder.change("CREATE INDEX mine ON record (duration, thread DESC)")
        #expect(storeErrorCode { _ = try FileStore(path: path) } == nil)
    }

    /// A function that GRDB defines for each connection. What it does, SQLite doesn't know.
    private static let unknown = "swiftUppercaseString(depth)"

    /// Such expressions with SQLite's own functions are let through in files that are only read.
    @Test(arguments: [
        "CREATE INDEX more ON record (\(unknown))", "CREATE INDEX more ON record (id) WHERE \(unknown) IS NULL",
        "CREATE TABLE other (depth); CREATE INDEX more ON other (\(unknown))",
    ]) func noFileCallsFunctionsOfThisProgram(sql: String) throws {
        try folder.record()
        try folder.change(sql)
        let attempts: [() throws -> Void] = [
            { _ = try FileHistory(path: path) }, { _ = try FileStore(path: path) },
            { _ = try RecordingImport(path: path) },
        ]
        for attempt in attempts {
            let error = #expect(throws: FileStoreError.self) { try attempt() }
            #expect(error?.code == .damaged && error?.context.contains("unsafe use of") == true)
        }
    }

    /// Asks for the setting itself: of a file that is repaired, SQLite leaves out without a word what it may not run.
    @Test(arguments: [false, true]) func noConnectionThatReadsTrustsTheSchema(isSalvaged: Bool) throws {
        try folder.record()
        let reader = try RecordingFile(path: path).openForReading(isSalvaged: isSalvaged)
        let setting = try reader.read { try Int.fetchOne($0, sql: "PRAGMA trusted_schema") }
        #expect(setting == 0)
    }

    @Test func textsThatNoRecorderWritesAreNotRead() throws {
        try folder.record()
        try folder.change("UPDATE selector SET name = hex(zeroblob(40000000)) WHERE id = 1")
        let replay = try Recorder(replaying: folder.file())
        _ = replay.invocations()
        #expect(replay.historyFailure?.description.contains("is damaged") == true)
    }

    // MARK: Rows

    static let losses = [
        "DELETE FROM block", "DELETE FROM record WHERE id % 2 = 0", "DELETE FROM record", "DELETE FROM proxy",
        "UPDATE run SET id = id + 1",
        "DELETE FROM selector WHERE id = (SELECT max(selector) FROM record)",
        "DELETE FROM thread WHERE id = (SELECT max(thread) FROM record)", "UPDATE block SET count = count - 1",
        "UPDATE block SET longest = 0", "UPDATE block SET shortest = longest + 1", "UPDATE block SET selectors = 0",
        "UPDATE block SET last_start = 0", "UPDATE block SET id = id + 1000000", "UPDATE block SET deepest = -1",
    ]

    /// Regression test: the list of calls was shorter, and nothing said so.
    @Test(arguments: losses) func rowsThatAreMissingAreDamage(sql: String) throws {
        try folder.record()
        try folder.change(sql)
        #expect(storeErrorCode { _ = try FileHistory(path: path) } == .damaged)
        #expect(storeErrorCode { _ = try RecordedRun.runs(path: path) } == .damaged)
        #expect(storeErrorCode { _ = try FileStore(path: path) } == .damaged)
    }

    /// Files of earlier programs have the view of those programs.
    @Test func theViewIsRenewedWhereAFileIsWritten() throws {
        try folder.record()
        try folder.change("DROP VIEW invocations; CREATE VIEW invocations AS SELECT 1 AS one")
        _ = try FileStore(path: path)
        let file = try DatabaseQueue(path: path)
        let paths = try file.read { try String.fetchSet($0, sql: "SELECT DISTINCT return_path FROM invocations") }
        #expect(!paths.isEmpty)
        // Only once: a change of the schema makes all readers prepare their queries anew.
        let version = try file.read { try Int.fetchOne($0, sql: "PRAGMA schema_version") }
        _ = try FileStore(path: path)
        #expect(try file.read { try Int.fetchOne($0, sql: "PRAGMA schema_version") } == version)
        try folder.change("UPDATE record SET path = 1")
        #expect(try file.read { try String.fetchSet($0, sql: "SELECT return_path FROM invocations") } == ["stub"])
    }

    // MARK: Values

    /// In a file of an earlier version, whose columns take everything.
    @Test(arguments: [
        "run SET started = 1e300", "run SET started = 'today'", "run SET program = x'ff00'",
        "selector SET name = x'ff'", "proxy SET number = 'one'", "proxy SET owner = x'ff'",
        "event SET occurred = 'now'",
        "statistics SET skipped = 9223372036854775807", "statistics SET histogram = '{\"3\":18446744073709551615}'",
    ]) func aColumnOfAnotherTypeIsDamage(change: String) throws {
        try folder.record()
        try folder.change(
            """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = replace(replace(sql, ', STRICT', ''), ' STRICT', '') WHERE type = 'table'
            """
        )
        try folder.change("UPDATE \(change)")
        do {
            let replay = try Recorder(replaying: folder.file())
            _ = (replay.invocations(), replay.recordedProxies, replay.selectors)
            #expect(replay.historyFailure?.description.contains("is damaged (the column") == true)
        } catch {
            #expect(error.code == .damaged, "\(error)")
        }
    }

    /// Changes one column after the other: each to one of the values.
    ///
    /// All trials are all values in all columns; the fuzzer combines them.
    @Test func columnsOfAllTypesEndNoProgram() throws {
        let trial = try RecordingTrial(in: folder.file("trials")) { file, configuration in
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            var traffic = FilterTraffic(seed: 5)
            try traffic.recorder.keep(in: .file(file, configuration))
            traffic.record(8)
            traffic.recorder.detachSink()
        }
        #expect(trial.places.count > 80)
        let all = RecordingTrial.values
        for (index, place) in trial.places.enumerated() {
            for value in Trials.areAll ? all : [all[index % all.count]] {
                let change = RecordingTrial.Change(
                    table: place.table,
                    column: place.column,
                    value: value,
                    isEverywhere: true
                )
                try trial.attempt([change]) { recorder in
                    for format in [ExportFormat.ndjson, .csv, .trace, .speedscope, .pprof, .folded] {
                        _ = try? InvocationExport(recorder, as: format).write { _ in }
                    }
                }
            }
        }
    }

    // MARK: Names

    @Test func namesAndCommentsWithNULComeBack() throws {
        let recorder = Recorder()
        try recorder.keep(in: .file(folder.file()))
        let owners = ["a\0b", "a\0c", "a", "\0"]
        for owner in owners {
            let proxy = TrafficProxy(recorder: recorder, ownerName: owner)
            proxy.text("value\0of \(owner)", foundCount: 1)
        }
        recorder.flushSink()
        recorder.mark(InvocationID(epoch: recorder.epoch, seq: 2), marked: true, comment: "why\0not")
        recorder.detachSink()
        var query = InvocationQuery()
        query.order = .ascending
        let read = try Recorder(replaying: folder.file()).invocations(query).items
        #expect(read.map(\.owner) == owners)
        #expect(read.map(\.comment) == [nil, "why\0not", nil, nil])
        #expect(read.map { "\($0)" } == recorder.invocations(query).items.map { "\($0)" })
    }
}
