// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import FileStore
import Foundation
import GRDB
import InspectorServer
import ProxyCore
import Synchronization
import Testing

@testable import FilterTestSupport

@Suite struct FileStoreFailureTests {
    let folder = TemporaryFolder()
    var path: String { folder.file().path }

    func code(_ body: () throws -> Void) -> FileStoreError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? FileStoreError)?.code
        }
    }

    func record(_ count: Int) throws -> Recorder {
        var traffic = FilterTraffic(seed: 3)
        try traffic.recorder.keep(in: .file(folder.file()))
        traffic.record(count)
        return traffic.recorder
    }

    @Test func refusesWhatIsNoRecordingAndLeavesItAlone() throws {
        let text = Data("This is my diary, not a database.".utf8)
        try text.write(to: folder.file())
        #expect(code { _ = try FileStore(path: path) } == .notARecording)
        #expect(code { _ = try FileHistory(path: path) } == .notARecording)
        #expect(try Data(contentsOf: folder.file()) == text)
    }

    @Test func refusesTheDatabaseOfAnotherProgram() throws {
        let other = try DatabaseQueue(path: path)
        try other.write { try $0.execute(sql: "CREATE TABLE songs (title TEXT)") }
        try other.close()
        let before = try Data(contentsOf: folder.file())
        #expect(code { _ = try FileStore(path: path) } == .notARecording)
        #expect(code { _ = try FileHistory(path: path) } == .notARecording)
        // Also not switched to another journal mode, which is kept in the file.
        #expect(try Data(contentsOf: folder.file()) == before)
    }

    @Test func refusesAFileOfANewerVersion() throws {
        try record(10).detachSink()
        let file = try DatabaseQueue(path: path)
        try file.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 99") }
        try file.close()
        #expect(code { _ = try FileStore(path: path) } == .newerVersion)
        #expect(code { _ = try FileHistory(path: path) } == .newerVersion)
    }

    @Test func noticesADamagedFile() throws {
        try record(2_000).detachSink()
        var bytes = try Data(contentsOf: folder.file())
        for page in stride(from: 8_192 * 6, to: bytes.count, by: 8_192 * 3) {
            for place in page..<min(page + 4_000, bytes.count) { bytes[place] = 0xA5 }
        }
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        try bytes.write(to: folder.file())
        #expect(code { _ = try FileStore(path: path) } == .damaged)
        #expect(code { _ = try FileHistory(path: path) } == .damaged)
    }

    /// Regression test: the whole file was checked with the lock for writing, while others waited for it in vain.
    @Test func aFileIsCheckedWhileAnotherProgramWrites() throws {
        try record(30).detachSink()
        let other = try DatabaseQueue.patient(path)
        try other.write { try $0.execute(sql: "UPDATE block SET count = count - 1") }
        try other.writeWithoutTransaction { db in
            try db.inTransaction(.immediate) {
                #expect(code { _ = try FileStore(path: path) } == .damaged)
                return .rollback
            }
        }
        try other.close()
    }

    @Test func refusesAFolderThatIsNotThere() {
        let lost = folder.path + "/nowhere/traffic.sqlite"
        #expect(code { _ = try FileStore(path: lost) } == .folderMissing)
        #expect(code { _ = try FileHistory(path: lost) } == .missing)
    }

    @Test func refusesARunThatIsNotThere() throws {
        try record(1).detachSink()
        #expect(code { _ = try FileHistory(path: path, epoch: "00000000") } == .unknownRun)
    }

    @Test func everyErrorSaysWhatAndWhereAndHowToMendIt() throws {
        try Data("no database at all".utf8).write(to: folder.file())
        do {
            _ = try FileStore(path: path)
        } catch {
            #expect("\(error)".contains(path))
            #expect("\(error)".contains("Choose another file"))
        }
    }

    @Test func aFileThatIsReplacedLosesNothingAndIsToldOf() throws {
        let failures = Mutex<[FileStoreError?]>([])
        var traffic = FilterTraffic(seed: 3)
        let recorder = traffic.recorder
        var configuration = FileStoreConfiguration()
        configuration.onFailure = { failure in failures.withLock { $0.append(failure) } }
        try recorder.keep(in: .file(folder.file(), configuration))
        traffic.record(200)
        recorder.flushSink()
        let written = recorder.status.recorded
        let moved = folder.file("moved.sqlite")
        try FileManager.default.moveItem(at: folder.file(), to: moved)
        let other = Data("somebody else's".utf8)
        try other.write(to: folder.file())
        traffic.record(50)
        recorder.flushSink()
        #expect(failures.withLock { $0.map { $0?.code } } == [.replaced])
        #expect(recorder.sinkStatus?.failure?.contains(path) == true)
        // The program continues, and its calls are recorded.
        #expect(recorder.status.recorded > written && recorder.status.dropped == 0)
        recorder.detachSink()
        #expect(try Data(contentsOf: folder.file()) == other)
        // Files that belong to the recording by name may stay behind; the moved file is complete without them.
        #expect(try Recorder(replaying: moved).status.stored == written)
    }

    @Test func aFileThatIsReplacedAfterItsLastBatchIsToldOf() throws {
        try record(50).detachSink()
        let written = try Recorder(replaying: folder.file()).status.stored
        let failures = Mutex<[FileStoreError?]>([])
        var configuration = FileStoreConfiguration()
        configuration.onFailure = { failure in failures.withLock { $0.append(failure) } }
        let store = try FileStore(path: path, configuration: configuration)
        let moved = folder.file("moved.sqlite")
        for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: path + suffix) {
            try FileManager.default.moveItem(atPath: path + suffix, toPath: moved.path + suffix)
        }
        let others = ["", "-wal"].map { URL(fileURLWithPath: path + $0) }
        for other in others { try Data("somebody else's".utf8).write(to: other) }
        store.finish()
        store.finish()
        #expect(failures.withLock { $0.map { $0?.code } } == [.replaced])
        for other in others { #expect(try Data(contentsOf: other) == Data("somebody else's".utf8)) }
        #expect(try Recorder(replaying: moved).status.stored == written)
    }

    @Test func whatIsWrittenIsNotMissedWhenTheOldestCannotBeDeleted() throws {
        let failures = Mutex<[FileStoreError.Code?]>([])
        try record(10).detachSink()
        var limits = RecorderConfiguration()
        limits.storedCountLimit = 3_000
        var traffic = FilterTraffic(seed: 4, configuration: limits)
        let recorder = traffic.recorder
        var configuration = FileStoreConfiguration()
        // The first look, which may come before the trigger below, finds nothing that is so old.
        configuration.ageLimit = .seconds(3)
        configuration.onFailure = { failure in failures.withLock { $0.append(failure?.code) } }
        try recorder.keep(in: .file(folder.file(), configuration))
        let other = try DatabaseQueue.patient(path)
        try other.write { db in
            try db.execute(
                sql: "CREATE TRIGGER stay BEFORE DELETE ON record BEGIN SELECT RAISE(ABORT, 'nothing goes'); END"
            )
        }
        for _ in 0..<12 {
            traffic.record(400)
            recorder.flushSink()
        }
        // The oldest are looked at once a second, when something is written.
        let proxy = TrafficProxy(recorder: recorder, ownerName: "Another")
        var deadline = ContinuousClock.now + .seconds(120)
        while recorder.sinkStatus?.failure == nil, ContinuousClock.now < deadline {
            proxy.nothing()
            recorder.flushSink()
        }
        let status = try #require(recorder.sinkStatus)
        #expect(status.written == recorder.status.recorded && status.missed == 0 && recorder.status.evicted > 0)
        #expect(status.failure?.contains("does not take what is written (nothing goes)") == true)
        #expect(failures.withLock { $0 } == [.refused])
        // It is tried again, and told when it works.
        try other.write { try $0.execute(sql: "DROP TRIGGER stay") }
        deadline = ContinuousClock.now + .seconds(120)
        while recorder.sinkStatus?.failure != nil, ContinuousClock.now < deadline {
            proxy.nothing()
            recorder.flushSink()
        }
        #expect(failures.withLock { $0 } == [.refused, nil])
        recorder.detachSink()
        let (gaps, missed) = try other.read { db in
            let gaps = try Int.fetchOne(db, sql: "SELECT count(*) FROM gap")
            return (gaps, try Int.fetchOne(db, sql: "SELECT sum(missed) FROM run"))
        }
        #expect(gaps == 0 && missed == 0)
        let replay = try Recorder(replaying: folder.file(), epoch: recorder.epoch).status
        #expect(replay.stored + replay.evicted == recorder.status.recorded)
    }

    @Test func aPipeIsRefusedAndNotWaitedFor() {
        mkfifo(path, 0o600)
        #expect(code { _ = try FileStore(path: path) } == .notARecording)
        #expect(code { _ = try FileHistory(path: path) } == .notARecording)
        #expect(code { _ = try FileStore(path: folder.path) } == .notARecording)
    }

    /// Regression test: SQLite made a temporary file, and everything written was lost.
    @Test func anEmptyNameIsRefused() throws {
        try record(10).detachSink()
        let uses: [() throws -> Void] = [
            { _ = try FileStore(path: "") },
            { _ = try FleetRecording(path: "") },
            { _ = try RecordingImport(path: "") },
            { _ = try RecordingRepair(path: path).write(to: "") },
            { _ = try FileHistory(path: "") },
        ]
        for use in uses { #expect(code(use) == .missing) }
        let error = #expect(throws: FileStoreError.self) { try FileStore(path: "") }
        #expect(error?.description.hasPrefix("The name of the recording is empty.") == true)
    }

    @Test func aDeviceIsRefusedAndNothingIsMadeBesideIt() throws {
        let link = folder.file("device.sqlite")
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "/dev/null")
        #expect(code { _ = try FileStore(path: link.path) } == .notARecording)
        #expect(!FileManager.default.fileExists(atPath: "/dev/null-journal"))
    }

    @Test func anEmptyFileIsNoRecordingUntilSomethingIsWritten() throws {
        try Data().write(to: folder.file())
        do {
            _ = try FileHistory(path: path)
            Issue.record("it was opened")
        } catch {
            #expect("\(error)".contains("it is empty"))
        }
        try record(3).detachSink()
        #expect(try Recorder(replaying: folder.file()).status.stored > 0)
    }

    @Test func aRunThatIsNotThereIsToldOfWithThoseThatAre() throws {
        let recorder = try record(1)
        recorder.detachSink()
        do {
            _ = try FileHistory(path: path, epoch: "00000000")
        } catch {
            #expect("\(error)".contains("has no run 00000000; the last ones are \(recorder.epoch)"))
        }
        _ = try RecordingImport(path: folder.file("empty.sqlite").path).finish()
        do {
            _ = try FileHistory(path: folder.file("empty.sqlite").path)
        } catch {
            #expect("\(error)".contains("nothing was recorded into it"))
        }
    }

    @Test func whatIsDamagedWhileItIsReadIsNotAShorterAnswer() throws {
        try record(3_000).detachSink()
        let replay = try Recorder(replaying: folder.file())
        let stored = replay.status.stored
        #expect(replay.historyFailure == nil)
        // SQLite caches pages that it has read, so damage the ones that it hasn't.
        let file = try FileHandle(forUpdating: folder.file())
        let length = try file.seekToEnd()
        for page in stride(from: 8_192 * 12, to: length - 8_192, by: 8_192 * 2) {
            try file.seek(toOffset: page)
            try file.write(contentsOf: Data(repeating: 0xA5, count: 4_000))
        }
        try file.close()
        var lines = 0
        #expect(throws: HistoryFailure.self) {
            try InvocationExport(replay, as: .ndjson).write { lines += $0.count { $0 == UInt8(ascii: "\n") } }
        }
        #expect(lines < Int(stored))
        #expect(replay.historyFailure?.description.contains("inspector-server repair") == true)
        let before = replay.historyFailure?.number ?? 0
        _ = replay.invocations(InvocationQuery(try InvocationFilter("selector:nothingIsCalledThis")))
        #expect(replay.historyFailure?.number ?? 0 >= before)
    }

    @Test func aRecordingThatIsTakenAwayWhileItIsReadIsNotAnEmptyOne() throws {
        try record(100).detachSink()
        let replay = try Recorder(replaying: folder.file())
        try FileManager.default.removeItem(at: folder.file())
        #expect(replay.invocations(InvocationQuery()).items.isEmpty)
        #expect(replay.historyFailure?.description.contains("was moved, deleted or replaced while it was read") == true)
        #expect(throws: HistoryFailure.self) { try InvocationExport(replay, as: .csv).write { _ in } }
    }

    @Test func whatCannotBeReadIsToldToTheWorkThatMetItAlone() throws {
        try record(100).detachSink()
        let replay = try Recorder(replaying: folder.file())
        try FileManager.default.moveItem(at: folder.file(), to: folder.file("moved.sqlite"))
        let (outer, first) = (MetFailures(), MetFailures())
        let inner = outer.during {
            let inner = MetFailures()
            inner.during { #expect(replay.invocations(InvocationQuery()).items.isEmpty) }
            return inner
        }
        #expect(inner.last != nil && outer.last == inner.last && first.last == nil)
        try FileManager.default.moveItem(at: folder.file("moved.sqlite"), to: folder.file())
        let later = MetFailures()
        later.during { #expect(!replay.invocations(InvocationQuery()).items.isEmpty) }
        #expect(later.last == nil && replay.historyFailure != nil)
    }
}
