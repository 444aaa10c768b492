// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import FileStore
import Foundation
import GRDB
import ProxyCore

/// Puts into the columns of a recording what no recorder writes there, and asks the file everything that there is to
/// ask. Whatever the answers are, the program must live. The tests go through all columns, the fuzzer combines them.
struct RecordingTrial {
    /// Records some calls into a file.
    typealias Record = (_ file: URL, _ configuration: FileStoreConfiguration) throws -> Void

    /// One change of a recording.
    struct Change {
        var table: String
        var column: String
        /// A literal of SQL.
        var value: String
        /// Whether all rows get the value; else the last one does.
        var isEverywhere: Bool
    }

    /// Numbers at the ends of their range, other types than the column's, and nothing.
    static let values = [
        "9223372036854775807", "-9223372036854775808", "4611686018427387904", "-1", "0", "1e300", "'text'", "x'ff00'",
        "NULL",
    ]

    /// The columns of all tables.
    let places: [(table: String, column: String)]
    private let template: Data
    private let file: URL
    private let record: Record

    /// - Parameter folder: Is used for files.
    init(in folder: URL, record: @escaping Record) throws {
        self.record = record
        file = folder.appendingPathComponent("trial.sqlite")
        let original = folder.appendingPathComponent("original.sqlite")
        try record(original, FileStoreConfiguration())
        try Self.loosen(original)
        places = try Self.places(original)
        template = try Data(contentsOf: original)
    }

    private static func open(_ file: URL) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        return try DatabaseQueue(path: file.path, configuration: configuration)
    }

    /// Makes the tables what they were in earlier versions, which took every type everywhere, and fills those that few
    /// recordings need.
    private static func loosen(_ file: URL) throws {
        let queue = try open(file)
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO running (id, selector, proxy, thread, parent, depth, start, arguments)
                        SELECT id + 1000, selector, proxy, thread, parent, depth, start, arguments FROM record LIMIT 3;
                    INSERT INTO gap SELECT id, 1, 2 FROM run;
                    INSERT OR IGNORE INTO signature SELECT id, count, x'02ffffffffffffffffffff' FROM block;
                    INSERT INTO event (run, number, proxy, kind, owner, target, previous_target, detail, occurred)
                        SELECT id, 1000, 1, 'installed', 'Owner', 'Target', 'Other', 'why', started FROM run;
                    PRAGMA writable_schema = ON;
                    UPDATE sqlite_schema SET sql = replace(replace(replace(sql, ', STRICT', ''), ' STRICT', ''),
                        ' NOT NULL', '') WHERE type = 'table';
                    """
            )
        }
        try queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        try queue.close()
    }

    private static func places(_ file: URL) throws -> [(table: String, column: String)] {
        let queue = try open(file)
        let places = try queue.read { db in
            let tables = try String.fetchAll(db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'")
            return try tables.flatMap { table in
                try db.columns(in: table).map { (table: table, column: $0.name) }
            }
        }
        try queue.close()
        return places
    }

    /// Up to four changes from any bytes: eleven for each of them.
    func changes(from bytes: [UInt8]) -> [Change] {
        stride(from: 0, to: min(bytes.count, 44) - 10, by: 11).map { start in
            let place = places[(Int(bytes[start]) << 8 | Int(bytes[start + 1])) % places.count]
            let choice = Int(bytes[start + 2])
            let number = bytes[start + 3..<start + 11].reduce(Int64(0)) { $0 << 8 | Int64($1) }
            let values = Self.values + ["\(number)", "\(Double(bitPattern: UInt64(bitPattern: number)))"]
            return Change(
                table: place.table,
                column: place.column,
                value: values[(choice & 127) % values.count],
                isEverywhere: choice > 127
            )
        }
    }

    /// Changes a copy of the recording, reads it, and records into it.
    ///
    /// - Parameter also: Does more with the recording, when it can be opened.
    func attempt(_ changes: [Change], also: (Recorder) throws -> Void = { _ in }) throws {
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
        try template.write(to: file)
        let queue = try Self.open(file)
        for change in changes {
            // Some values are refused, such as a text as the number of a row.
            try? queue.write { try $0.execute(sql: Self.sql(change)) }
        }
        try queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        try queue.close()
        // Of a small file, most of these are found when it is opened.
        if changes.contains(where: { Self.comparedTables.contains($0.table) }) { try enlarge() }
        read(also)
        var configuration = FileStoreConfiguration()
        configuration.interval = .milliseconds(1)
        // What was recorded before is deleted.
        configuration.ageLimit = .zero
        try? record(file, configuration)
    }

    private static let comparedTables: Set = ["block", "proxy", "record", "selector", "thread"]

    /// Adds a hole behind the pages, so that the file is as large as those that are opened without a check.
    private func enlarge() throws {
        let pageCount = (66 << 20) / 8_192
        let handle = try FileHandle(forUpdating: file)
        defer { try? handle.close() }
        try handle.truncate(atOffset: UInt64(pageCount * 8_192))
        // The number of pages, big-endian: SQLite, "Database File Format", 1.3.7.
        try handle.seek(toOffset: 28)
        try handle.write(contentsOf: Data([0, 0, UInt8(pageCount >> 8), UInt8(pageCount & 255)]))
    }

    private static func sql(_ change: Change) -> String {
        let update = "UPDATE OR REPLACE \(change.table) SET \(change.column) = \(change.value)"
        let isKeyed = ["statistics", "event", "gap", "tally"].contains(change.table)
        guard !change.isEverywhere, !isKeyed else { return update }
        return update + " WHERE rowid = (SELECT max(rowid) FROM \(change.table))"
    }

    private static let filters = [
        "", "size:>10 OR skipped:>1", "duration:>1ms -depth:0", "foo thread:main", "proxy:1 state:threw is:marked",
        "arg:found -result:unheard",
    ]

    private func read(_ also: (Recorder) throws -> Void) {
        _ = try? RecordedRun.runs(path: file.path)
        guard let recorder = try? Recorder(replaying: file) else { return }
        _ = recorder.status
        _ = recorder.running
        _ = recorder.recordedProxies
        for filter in Self.filters.compactMap({ try? InvocationFilter($0) }) {
            var query = InvocationQuery(filter)
            for order in [InvocationQuery.Order.ascending, .descending] {
                query.order = order
                for sort in InvocationSort.allCases {
                    query.sort = sort
                    _ = recorder.invocations(query)
                }
            }
            _ = recorder.count(matching: filter)
            _ = recorder.selectors(matching: filter)
            _ = recorder.timeline(buckets: 7, matching: filter).endNanoseconds
        }
        _ = recorder.timeline(buckets: 1, period: -1..<Int64.max).endNanoseconds
        _ = recorder.unanswered()
        for call in recorder.invocations().items.prefix(4) {
            _ = recorder.children(of: call.seq)
            _ = recorder.neighbour(of: call.seq, forward: true)
        }
        let runs = recorder.runs.compactMap { recorder.selectors(ofRun: $0.name) }
        for run in runs { _ = RunComparison(run, runs[0]).isSame }
        try? also(recorder)
    }
}
