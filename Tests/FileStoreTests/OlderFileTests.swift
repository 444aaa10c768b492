// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import InspectorServer
import ProxyCore
import Testing

@testable import FileStore
@testable import FilterTestSupport

/// Files written by earlier versions of this program.
@Suite struct OlderFileTests {
    private let folder = TemporaryFolder()

    private func lines(of recorder: Recorder) throws -> String {
        var bytes: [UInt8] = []
        try InvocationExport(recorder, as: .ndjson, proxyEvents: .none).write { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Records calls, then converts the file to the first version, without later columns and tables.
    private func makeFirstVersion() throws -> String {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        var traffic = FilterTraffic(seed: 7, configuration: configuration)
        try traffic.recorder.keep(in: .file(folder.file()))
        traffic.record(300)
        traffic.recorder.detachSink()
        let file = try DatabaseQueue(path: folder.file().path)
        try file.writeWithoutTransaction { db in
            try db.execute(
                sql: """
                    DROP VIEW invocations; DROP INDEX thread_run; DELETE FROM record WHERE other IS NOT NULL;
                    DROP TABLE signature; DROP TABLE tally
                    """
            )
            let first = ["run", "record", "running", "thread", "event"].map { ($0, Self.firstColumns[$0] ?? []) }
            for (table, columns) in first {
                for column in try db.columns(in: table).map(\.name) where !columns.contains(column) {
                    try db.execute(sql: "ALTER TABLE \(table) DROP COLUMN \(column)")
                }
            }
            try db.execute(sql: "CREATE VIEW invocations AS SELECT 1; PRAGMA user_version = 1")
        }
        try file.close()
        return try lines(of: Recorder(replaying: folder.file()))
    }

    private static let firstColumns: [String: Set<String>] = [
        "run": [
            "id", "epoch", "program", "process", "started", "ended", "last_position", "last_seq", "missed", "deleted",
        ],
        "record": [
            "id", "position", "selector", "proxy", "thread", "parent", "depth", "start", "duration", "target", "state",
            "path", "arguments", "result", "error", "marked", "comment", "skipped",
        ],
        "running": [
            "id", "selector", "proxy", "thread", "parent", "depth", "start", "arguments", "skipped",
        ],
        "thread": ["id", "run", "number", "name", "is_main"],
        "event": [
            "run", "number", "proxy", "kind", "owner", "target", "previous_target", "detail", "occurred",
        ],
    ]

    @Test func areReadAsTheyAre() throws {
        let read = try makeFirstVersion()
        #expect(read.split(separator: "\n").count > 200)
        let file = try DatabaseQueue(path: folder.file().path)
        #expect(try file.read { try Int.fetchOne($0, sql: "PRAGMA user_version") } == 1)
    }

    private func calls(_ filter: InvocationFilter, _ recorder: Recorder) -> [Invocation] {
        var query = InvocationQuery(filter)
        query.limit = 1_000
        query.scanTime = .seconds(60)
        return recorder.invocations(query).items
    }

    /// Regression test: filters by texts in values and by tasks were conditions on columns that came later.
    @Test(arguments: 1..<RecordingSchema.version) func everyFilterOfThemIsAnswered(version: Int) throws {
        _ = try makeFirstVersion()
        let file = try DatabaseQueue(path: folder.file().path)
        try file.write { try RecordingSchema.migrate($0, from: 1, to: version) }
        try file.close()
        let recorder = try Recorder(replaying: folder.file())
        let all = calls(.everything, recorder)
        #expect(all.count > 200)
        var generator = FilterGenerator(seed: 11, about: all)
        let texts = ["foo", "-foo", "task:1", "-task:1", "has:task"] + FilterKey.all.map(\.example)
        let filters =
            try texts.map { try InvocationFilter($0) }
            + FilterKey.all.map { InvocationFilter(.term(generator.term(of: $0))) }
        for filter in filters {
            #expect(calls(filter, recorder).map(\.seq) == all.filter(filter.matches).map(\.seq), "\(filter)")
            #expect(recorder.historyFailure == nil, "\(filter)")
        }
        #expect(!calls(try InvocationFilter("foo"), recorder).isEmpty)
        #expect(calls(try InvocationFilter("-task:1"), recorder).count == all.count)
    }

    @Test func areBroughtUpToDateWhenTheyAreWritten() throws {
        let before = try makeFirstVersion()
        let store = try FileStore(path: folder.file().path)
        store.finish()
        #expect(try lines(of: Recorder(replaying: folder.file())) == before)
        let file = try DatabaseQueue(path: folder.file().path)
        let count = try file.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM invocations") }
        #expect(count == before.split(separator: "\n").count)
        #expect(try file.read { try Int.fetchAll($0, sql: "SELECT dropped FROM run") } == [0])
    }
}
