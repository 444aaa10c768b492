// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CallModel
import Foundation
import GRDB
import ProxyCore
import Testing

@testable import FileStore
@testable import FilterTestSupport

@Suite struct RecordingRepairTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.recording }

    /// Regression test: what a damaged file still had could not be read at all.
    @Test(
        arguments: HostileFileTests.losses + [
            "DELETE FROM run; DELETE FROM selector; DELETE FROM proxy; DELETE FROM thread"
        ]
    )
    func whatIsLeftOfADamagedFileIsKept(sql: String) throws {
        try folder.record(3_000)
        try folder.change(sql)
        let before = try Data(contentsOf: folder.file())
        let copy = folder.file("copy.sqlite")
        let summary = try RecordingRepair(path: path).write(to: copy.path)
        #expect(try Data(contentsOf: folder.file()) == before)
        let left = try DatabaseQueue(path: path).read { db in
            (
                count: try Int.fetchOne(db, sql: "SELECT count(*) FROM record"),
                threw: try Int.fetchOne(db, sql: "SELECT count(*) FROM record WHERE state = 2")
            )
        }
        #expect(summary.kept == left.count)
        #expect(summary.leftOut == 0)
        func count(_ filter: String) throws -> Int {
            try RecordedRun.runs(path: copy.path).map { run in
                let replay = Recorder(replaying: try FileHistory(path: copy.path, epoch: run.epoch))
                defer { #expect(replay.historyFailure == nil) }
                let count = replay.count(matching: try InvocationFilter(filter), within: .seconds(60))
                #expect(count.isExact)
                return count.matched
            }.reduce(0, +)
        }
        #expect(try count("") == left.count)
        #expect(try count("state:threw") == left.threw)
        // The new signatures leave nothing out that the calls have.
        let found = try count("arg:found")
        try DatabaseQueue(path: copy.path).write { try $0.execute(sql: "DELETE FROM signature") }
        #expect(try count("arg:found") == found)
        #expect(left.count == 0 || found > 0)
        #expect(storeErrorCode { _ = try FileStore(path: copy.path) } == nil)
        #expect(storeErrorCode { _ = try RecordingRepair(path: path).write(to: copy.path) } == .exists)
    }

    @Test func callsWithImpossibleValuesAreLeftOutOfARepairedFile() throws {
        try folder.record(30)
        try folder.change("UPDATE record SET state = 99 WHERE id % 3 = 0")
        let copy = folder.file("copy.sqlite").path
        let summary = try RecordingRepair(path: path).write(to: copy)
        #expect(summary.leftOut > 0)
        #expect(summary.kept > 0)
        #expect(try Recorder(replaying: FileHistory(path: copy)).invocations().count.matched == summary.kept)
    }

    @Test func aFileThatIsNoRecordingIsNotRepaired() throws {
        try folder.record(30)
        let copy = folder.file("copy.sqlite")
        try folder.change("DROP TABLE tally; CREATE VIEW tally AS SELECT 1 AS run")
        #expect(storeErrorCode { _ = try RecordingRepair(path: path).write(to: copy.path) } == .notARecording)
        #expect(storeErrorCode { _ = try RecordingRepair(path: path + "-none").write(to: copy.path) } == .missing)
        #expect(
            storeErrorCode { _ = try RecordingRepair(path: path).write(to: "/nowhere/copy.sqlite") } == .folderMissing
        )
        #expect(!FileManager.default.fileExists(atPath: copy.path))
    }

    // MARK: Pages

    /// The calls of a recording by their ids, as lines of JSON.
    private func lines(_ path: String) throws -> [String: [UInt8]] {
        var lines: [String: [UInt8]] = [:]
        for run in try RecordedRun.runs(path: path) {
            let replay = Recorder(replaying: try FileHistory(path: path, epoch: run.epoch))
            var cursor = replay.cursor(InvocationQuery())
            while !cursor.isAtEnd {
                for call in cursor.next() { lines["\(call.id)"] = InvocationEncoder.encode(call) }
            }
            if let failure = replay.historyFailure { throw failure }
        }
        return lines
    }

    /// Calls are what they were, or missing: no damage makes up others.
    @Test(arguments: Trials.seeds(8, of: 24)) func callsAreKeptAroundDamagedPages(seed: UInt64) throws {
        try folder.record(3_000)
        try folder.change("PRAGMA wal_checkpoint(TRUNCATE)")
        let before = try lines(path)
        var file = try Data(contentsOf: folder.file())
        let pageSize = 8_192
        var random = SeededGenerator(seed: seed)
        var damaged: Set<Int> = []
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            // The first page has the list of the tables.
            let page = Int.random(in: 1..<file.count / pageSize, using: &random)
            damaged.insert(page)
            for index in page * pageSize..<(page + 1) * pageSize {
                file[index] = seed % 2 == 0 ? 0 : UInt8.random(in: .min ... .max, using: &random)
            }
        }
        try file.write(to: folder.file())
        let copy = folder.file("copy.sqlite").path
        do {
            let summary = try RecordingRepair(path: path).write(to: copy)
            let after = try lines(copy)
            #expect(after.count == summary.kept)
            #expect(summary.kept + summary.leftOut <= before.count)
            if summary.lostNames.isEmpty {
                // SQLite has no checksums: of a call that does not fit into a page, the rest may be anything.
                let pages = "pages \(damaged.sorted()) of \(file.count / pageSize)"
                #expect(
                    after.allSatisfy { before[$0.key] == $0.value || (before[$0.key]?.count ?? 0) > 4_000 },
                    "\(pages)"
                )
            }
            #expect(try Data(contentsOf: folder.file()) == file)
        } catch let error as FileStoreError {
            // Pages after the first may have a part of the list too.
            #expect(error.code == .beyondRepair, "\(error)")
        }
    }

    @Test func callsAreKeptOfATruncatedFile() throws {
        try folder.record(3_000)
        try folder.change("PRAGMA wal_checkpoint(TRUNCATE)")
        let before = try lines(path).count
        let file = try Data(contentsOf: folder.file())
        try file.prefix(file.count * 3 / 4 / 8_192 * 8_192).write(to: folder.file())
        #expect(storeErrorCode { _ = try FileHistory(path: path) } == .damaged)
        let copy = folder.file("copy.sqlite").path
        let summary = try RecordingRepair(path: path).write(to: copy)
        #expect(summary.kept > before / 2)
        #expect(summary.kept < before)
        #expect(try lines(copy).count == summary.kept)
    }

    /// Regression test: an import tells the last call of a run when it ends.
    @Test func callsAreFoundBehindADamagedPageIfTheirNumberIsUnknown() throws {
        try folder.record(3_000)
        try folder.change("UPDATE run SET last_seq = 0; PRAGMA wal_checkpoint(TRUNCATE)")
        let before = try lines(path).count
        var file = try Data(contentsOf: folder.file())
        let page = file.count / 8_192 / 2 * 8_192
        file.replaceSubrange(page..<page + 8_192, with: Data(count: 8_192))
        try file.write(to: folder.file())
        let summary = try RecordingRepair(path: path).write(to: folder.file("copy.sqlite").path)
        #expect(summary.kept > before - 500)
    }

    // MARK: Hostile files

    /// Regression test: numbers at the end of their range ended the program, and names that were taken the repair.
    @Test(arguments: [
        "INSERT INTO run (id, epoch, program, process, started) VALUES (9223372036854775807, 'x', '', 0, 0)",
        "INSERT INTO run (id, epoch, program, process, started) VALUES (4194303, 'x', '', 0, 0)",
        "UPDATE run SET id = -100",
        "UPDATE proxy SET number = 9223372036854775807; UPDATE record SET proxy = 9223372036854775807 WHERE id % 2 = 0",
        """
        INSERT INTO selector VALUES (7777, '(lost)', '(lost) 8888', '[]');
        UPDATE record SET selector = 8888 WHERE id % 5 = 0
        """,
    ]) func noNameKeepsAFileFromBeingRepaired(sql: String) throws {
        try folder.record(300)
        try folder.change(sql)
        let copy = folder.file("copy.sqlite").path
        let summary = try RecordingRepair(path: path).write(to: copy)
        let count = try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM record") }
        #expect(summary.kept == count)
        #expect(try lines(copy).count == count)
    }

    /// Regression test: the next run got the number of the lost one, and its statistics and events.
    @Test func whatBelongsToALostRunIsNotOfTheNextOne() throws {
        try folder.record(300)
        try folder.record(200)
        try folder.change("DELETE FROM record WHERE id >= 2 << 40; DELETE FROM run WHERE id = 2; DELETE FROM running")
        let copy = folder.file("copy.sqlite").path
        let summary = try RecordingRepair(path: path).write(to: copy)
        try DatabaseQueue(path: copy).read { db in
            let dangling = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check")
            let calls = try Int.fetchOne(db, sql: "SELECT sum(calls) FROM statistics")
            #expect(dangling.isEmpty)
            #expect(calls == summary.kept)
        }
    }

    /// Regression test: a run that retention had deleted came back as a lost one.
    @Test func runningCallsAloneBringNoRunBack() throws {
        try folder.record(30)
        try folder.change(
            """
            INSERT INTO running (id, selector, proxy, thread, parent, depth, start)
                VALUES (1 << 40 | 9000, 1, 1, 1, 0, 0, 0), (9 << 40 | 1, 7777, 7777, 7777, 0, 0, 0)
            """
        )
        let copy = folder.file("copy.sqlite").path
        let summary = try RecordingRepair(path: path).write(to: copy)
        #expect(summary.lostNames.isEmpty)
        let (runs, running) = try DatabaseQueue(path: copy).read { db in
            (try Int.fetchAll(db, sql: "SELECT id FROM run"), try Int64.fetchAll(db, sql: "SELECT id FROM running"))
        }
        #expect(runs == [1] && running == [Int64(1) << 40 | 9_000])
    }

    // MARK: The new file

    @Test func nothingIsReplacedAndNothingUnfinishedStays() throws {
        try folder.record(30)
        let copy = folder.file("copy.sqlite").path
        try Data("mine".utf8).write(to: folder.file("copy.sqlite-wal"))
        #expect(storeErrorCode { _ = try RecordingRepair(path: path).write(to: copy) } == .exists)
        #expect(try String(contentsOf: folder.file("copy.sqlite-wal"), encoding: .utf8) == "mine")
        let dangling = folder.file("link.sqlite").path
        try FileManager.default.createSymbolicLink(atPath: dangling, withDestinationPath: "elsewhere.sqlite")
        #expect(storeErrorCode { _ = try RecordingRepair(path: path).write(to: dangling) } == .exists)
        #expect(storeErrorCode { _ = try RecordingRepair(path: path).write(to: path + "-journal") } == .ioFailed)
        // Of a repair that was interrupted.
        try Data("half".utf8).write(to: folder.file("new.sqlite.unfinished"))
        _ = try RecordingRepair(path: path).write(to: folder.file("new.sqlite").path)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file().deletingLastPathComponent().path)
        #expect(
            Set(names).subtracting(["traffic.sqlite-shm", "traffic.sqlite-wal"])
                == ["traffic.sqlite", "copy.sqlite-wal", "link.sqlite", "new.sqlite"]
        )
    }
}
