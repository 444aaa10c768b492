// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import FileStore
import Foundation
import GRDB
import Testing

@testable import FilterTestSupport
@testable import ProxyCore

@Suite struct RecordingTests {
    let folder = TemporaryFolder()

    func traffic(seed: UInt64 = 7, memory: Int = 1_000_000) -> FilterTraffic {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        configuration.storedCountLimit = memory
        return FilterTraffic(seed: seed, configuration: configuration)
    }

    /// All invocations, read in pages.
    func walk(_ recorder: Recorder, _ order: InvocationQuery.Order) -> [UInt64] {
        var query = InvocationQuery()
        query.order = order
        query.limit = 300
        var found: [UInt64] = []
        while true {
            let page = recorder.invocations(query)
            found += page.items.map(\.seq)
            guard let last = page.items.last?.seq ?? page.continueFrom, page.hasMore || page.continueFrom != nil else {
                return found
            }
            if order == .descending { query.before = last } else { query.after = last }
        }
    }

    @Test func whatIsNoLongerInMemoryComesFromTheFile() throws {
        var traffic = traffic(memory: 1_000)
        let recorder = traffic.recorder
        try recorder.keep(in: .file(folder.file()))
        traffic.record(5_000)
        recorder.flushSink()
        let status = recorder.status
        #expect(status.evicted > 3_000 && status.dropped == 0)
        #expect(recorder.sinkStatus?.missed == 0 && recorder.sinkStatus?.written == status.recorded)
        let all = Array(1...status.lastSeq)
        #expect(walk(recorder, .ascending) == all)
        #expect(walk(recorder, .descending) == all.reversed())
        #expect(recorder.invocations().stored == all.count)
        guard case .found(let first) = recorder.invocation(seq: 1) else {
            Issue.record("the first call is not found")
            return
        }
        #expect(first.seq == 1)
        var cursor = recorder.cursor()
        var count = 0
        while !cursor.isAtEnd { count += cursor.next(within: .seconds(60)).count }
        #expect(count == all.count)
        #expect(recorder.timeline(buckets: 10, within: .seconds(60)).count.matched == all.count)
        let filter = try InvocationFilter("selector:load path:target")
        let narrowed = recorder.selectors(matching: filter, within: .seconds(60))
        let matched = recorder.count(matching: filter, within: .seconds(60)).matched
        #expect(narrowed.items.map(\.calls).reduce(0, +) == UInt64(matched))
        recorder.detachSink()
    }

    /// Regression test: it was said to be marked.
    @Test func aCallThatOnlyTheFileHasIsNotMarked() throws {
        var traffic = traffic(memory: 1_000)
        let recorder = traffic.recorder
        try recorder.keep(in: .file(folder.file()))
        traffic.record(5_000)
        recorder.flushSink()
        let id = InvocationID(epoch: recorder.epoch, seq: 1)
        guard case .evicted = recorder.mark(id, marked: true, comment: "odd") else {
            Issue.record("marked")
            return
        }
        guard case .found(let call) = recorder.invocation(seq: 1) else {
            Issue.record("not found")
            return
        }
        #expect(!call.isMarked && call.comment == nil)
        recorder.detachSink()
    }

    @Test func clearingHidesWhatIsInTheFileAndLeavesItThere() throws {
        var traffic = traffic(memory: 1_000)
        let recorder = traffic.recorder
        try recorder.keep(in: .file(folder.file()))
        traffic.record(3_000)
        let before = recorder.status.lastSeq
        recorder.clear()
        traffic.record(10)
        #expect(walk(recorder, .descending).allSatisfy { $0 > before })
        recorder.detachSink()
        #expect(try Recorder(replaying: folder.file()).status.stored == recorder.status.recorded)
    }

    /// The file had what memory evicted before, so that the list had all calls until they were cleared.
    @Test func clearedCallsOfTheFileDoNotCountAsEvicted() throws {
        var traffic = traffic(memory: 1_000)
        let recorder = traffic.recorder
        try recorder.keep(in: .file(folder.file()))
        var sorted = InvocationQuery()
        sorted.sort = .duration
        traffic.record(5_000)
        recorder.flushSink()
        #expect(recorder.status.evicted > 3_000 && recorder.sinkStatus?.missed == 0)
        for _ in 0..<2 {
            #expect(recorder.invocations().evicted == 0)
            #expect(recorder.invocations(sorted).evicted == 0)
            recorder.clear(includingMarked: true)
        }
        #expect(recorder.invocations().stored == 0)
        recorder.detachSink()
    }

    @Test func everythingBeforeTheEndIsInTheFile() throws {
        for round in 1...5 {
            var traffic = traffic(seed: UInt64(round))
            try traffic.recorder.keep(in: .file(folder.file()))
            traffic.record(round * 100)
            traffic.recorder.detachSink()
            let replay = try Recorder(replaying: folder.file(), epoch: traffic.recorder.epoch)
            #expect(replay.status.stored == traffic.recorder.status.recorded)
        }
        #expect(try RecordedRun.runs(path: folder.file().path).count == 5)
    }

    @Test func aRecorderThatIsLetGoFinishesItsFile() async throws {
        var epoch = ""
        var recorded: UInt64 = 0
        do {
            var traffic = traffic()
            try traffic.recorder.keep(in: .file(folder.file()))
            traffic.record(200)
            epoch = traffic.recorder.epoch
            recorded = traffic.recorder.status.recorded
        }
        let path = folder.file().path
        let isEnded = await eventually { [epoch] in
            (try? RecordedRun.runs(path: path).first { $0.epoch == epoch })?.endedAtNanoseconds != nil
        }
        #expect(isEnded)
        #expect(try Recorder(replaying: folder.file()).status.stored == recorded)
    }

    @Test func tellsWhatWasUnderWay() throws {
        var traffic = traffic()
        let recorder = traffic.recorder
        try recorder.keep(in: .file(folder.file()))
        traffic.record(10)
        let target = TrafficTarget()
        let proxy = TrafficProxy(recorder: recorder, ownerName: "Parser")
        proxy.setForwardDelegate(target, retain: true)
        let path = folder.file()
        var running: [Invocation] = []
        target.onText = {
            recorder.flushSink()
            running = (try? Recorder(replaying: path).running) ?? []
        }
        proxy.text("unfinished", foundCount: 3)
        #expect(running.map(\.arguments[0].value.content) == [.text("unfinished")])
        #expect(running.map(\.state) == [.running])
        recorder.detachSink()
        #expect(try Recorder(replaying: path).running.isEmpty)
    }

    /// Regression test: it was the start of the last running call, or the end of the last completed one.
    @Test func itsLastInstantIsTheEndOfItsRun() throws {
        try folder.record()
        let instant = { try Recorder(replaying: folder.file()).runningAsOfNanoseconds }
        let run = try #require(try RecordedRun.runs(path: folder.recording).last)
        let ended = try #require(run.endedAtNanoseconds)
        try folder.change("UPDATE run SET ended = ended + 60000000000")
        #expect(try instant() == ended + 60_000_000_000)
        // Cut off, and with an end before its last call, as after an import.
        try folder.change("UPDATE run SET ended = NULL")
        let last = try instant()
        #expect(last > run.startedAtNanoseconds && last <= ended)
        try folder.change("UPDATE run SET ended = started")
        #expect(try instant() == last)
    }

    @Test func whetherARequirementIsOptionalIsNotClaimed() throws {
        var traffic = traffic(memory: 1_000)
        let recorder = traffic.recorder
        try recorder.keep(in: .file(folder.file()))
        let proxy = TrafficProxy(recorder: recorder, ownerName: "Parser")
        proxy.text("nobody", foundCount: 1)
        recorder.flush()
        #expect(recorder.unanswered().map(\.isOptional) == [false])
        // The call is in the file only, and the program still knows its requirement.
        traffic.record(5_000)
        recorder.flushSink()
        #expect(recorder.status.evicted > 0)
        let filter = try InvocationFilter("owner:Parser")
        #expect(recorder.unanswered(matching: filter, within: .seconds(60)).map(\.isOptional) == [false])
        recorder.detachSink()
        let replay = try Recorder(replaying: folder.file())
        #expect(replay.unanswered(matching: filter, within: .seconds(60)).map(\.isOptional) == [nil])
    }

    @Test func tellsHowManyCallsWereDropped() throws {
        var configuration = RecorderConfiguration()
        configuration.ringBytes = 1 << 18
        configuration.storedBytesLimit = 4 << 20
        let recorder = Recorder(configuration)
        try recorder.keep(in: .file(folder.file()))
        let proxy = TrafficProxy(recorder: recorder, ownerName: "Parser")
        let text = String(repeating: "x", count: 1_000)
        proxy.text("first", foundCount: 0)
        recorder.flush()
        // The drain cannot read meanwhile, and the ring cannot grow any further.
        recorder.engine.withDrain { _ in for number in 0..<20_000 { proxy.text(text, foundCount: number) } }
        let sink = try #require(recorder.detachSink())
        let dropped = recorder.status.dropped
        #expect(dropped > 10_000)
        let status = try Recorder(replaying: folder.file()).status
        #expect(status.dropped == dropped && status.calls == 20_001 && status.recorded == 20_001 - dropped)
        #expect(LostCalls(sink, recorder.status).dropped == dropped)
    }

    @Test func keepsMarksAndComments() throws {
        var traffic = traffic()
        let recorder = traffic.recorder
        try recorder.keep(in: .file(folder.file()))
        traffic.record(50)
        recorder.flushSink()
        recorder.mark(InvocationID(epoch: recorder.epoch, seq: 5), marked: true, comment: "odd")
        recorder.detachSink()
        let replay = try Recorder(replaying: folder.file())
        let found = replay.invocations(InvocationQuery(try InvocationFilter("is:marked has:comment seq:5"))).items
        #expect(found.map(\.seq) == [5] && found.first?.comment == "odd")
    }

    @Test func statisticsOfARecordingAreOfTheCallsThatWereWritten() throws {
        var traffic = traffic(memory: 1_000)
        let recorder = traffic.recorder
        traffic.record(5_000)
        recorder.flush()
        #expect(recorder.status.evicted > 3_000)
        try recorder.keep(in: .file(folder.file()))
        traffic.record(10)
        recorder.detachSink()
        let replay = try Recorder(replaying: folder.file())
        let written = replay.selectors.map(\.calls).reduce(0, +)
        #expect(written == replay.status.stored && written < recorder.status.recorded)
        #expect(recorder.selectors.map(\.calls).reduce(0, +) == recorder.status.recorded)
    }

    @Test func deletesTheOldestWhenTheFileIsTooLarge() throws {
        var traffic = traffic()
        let recorder = traffic.recorder
        var configuration = FileStoreConfiguration()
        configuration.bytesLimit = 1 << 20
        configuration.interval = .milliseconds(1)
        try recorder.keep(in: .file(folder.file(), configuration))
        for _ in 0..<30 {
            traffic.record(1_000)
            recorder.flushSink()
        }
        recorder.detachSink()
        let replay = try Recorder(replaying: folder.file())
        let status = replay.status
        #expect(status.evicted > 0 && status.stored + status.evicted == recorder.status.recorded)
        #expect(replay.invocations().newest == recorder.status.lastSeq)
        #expect(replay.selectors.map(\.calls).reduce(0, +) == recorder.status.recorded)
        let size = try #require(try FileManager.default.attributesOfItem(atPath: folder.file().path)[.size] as? Int)
        #expect(size < 6 << 20)
    }

    /// Regression test: nothing deleted the running calls of a killed program.
    @Test func theRunningCallsOfARunAreDeletedWithIt() throws {
        try folder.record()
        try folder.change(
            """
            UPDATE record SET marked = NULL; UPDATE run SET ended = NULL, process = \(Self.noProcess);
            INSERT INTO running (id, selector, proxy, thread, parent, depth, start)
                VALUES (1 << 40 | 9000, 1, 1, 1, 0, 0, 0)
            """
        )
        let file = try writeWithoutAge()
        #expect(try file.read { try Int.fetchAll($0, sql: "SELECT id FROM run") } == [2])
        #expect(try file.read { try Int.fetchAll($0, sql: "SELECT id FROM running") } == [])
    }

    /// Writes a run that may keep no older calls beside it.
    private func writeWithoutAge() throws -> DatabaseQueue {
        var configuration = FileStoreConfiguration()
        configuration.ageLimit = .zero
        var traffic = traffic()
        try traffic.recorder.keep(in: .file(folder.file(), configuration))
        traffic.record(10)
        traffic.recorder.detachSink()
        return try DatabaseQueue(path: folder.recording)
    }

    /// No process has such a number.
    private static let noProcess = 1 << 30

    /// Regression test: they were deleted with the run's row, and its writer failed at each call from then on.
    @Test func theNewestCallsOfARunThatIsStillWrittenAreKept() throws {
        var waiting = RecorderConfiguration()
        waiting.overflowPolicy = .wait
        let recorder = Recorder(waiting)
        let proxy = TrafficProxy(recorder: recorder, ownerName: "Reader")
        try recorder.keep(in: .file(folder.file()))
        for _ in 0..<9_000 { proxy.nothing() }
        recorder.flushSink()
        var configuration = FileStoreConfiguration()
        configuration.ageLimit = .zero
        var other = traffic()
        try other.recorder.keep(in: .file(folder.file(), configuration))
        other.record(10)
        other.recorder.flushSink()
        proxy.nothing()
        recorder.flushSink()
        #expect(recorder.sinkStatus?.failure == nil && recorder.sinkStatus?.missed == 0)
        recorder.detachSink()
        other.recorder.detachSink()
        let replay = try Recorder(replaying: folder.file(), epoch: recorder.epoch)
        let status = replay.status
        // What was deleted is counted.
        #expect(status.evicted > 0 && status.stored + status.evicted == recorder.status.recorded)
        #expect(status.stored > 2 << 11 && replay.invocations().newest == recorder.status.lastSeq)
        #expect(replay.selectors.map(\.calls).reduce(0, +) == recorder.status.recorded)
    }

    @Test func runsWithoutCallsAreDeletedWhenNobodyWritesThem() throws {
        try folder.record()
        try folder.change(
            """
            UPDATE record SET marked = NULL;
            INSERT INTO run (id, epoch, program, process, started) VALUES
                (2, '00000002', 'alive', \(getppid()), 0), (3, '00000003', 'killed', \(Self.noProcess), 0),
                (4, '00000004', 'import', 0, 0), (6, '00000006', 'killed with this number', \(getpid()), 0)
            """
        )
        let file = try writeWithoutAge()
        #expect(try file.read { try Int.fetchAll($0, sql: "SELECT id FROM run ORDER BY id") } == [2, 4, 7])
    }

    /// Files of earlier versions have them.
    @Test func runningCallsOfDeletedRunsAreDeletedWhenAFileIsOpenedForWriting() throws {
        try folder.record()
        try folder.change(
            """
            INSERT INTO running (id, selector, proxy, thread, parent, depth, start)
                VALUES (1 << 40 | 9000, 1, 1, 1, 0, 0, 0), (9 << 40 | 1, 1, 1, 1, 0, 0, 0)
            """
        )
        _ = try FileStore(path: folder.recording)
        let left = try DatabaseQueue(path: folder.recording).read { db in
            try Int64.fetchAll(db, sql: "SELECT id FROM running")
        }
        #expect(left == [Int64(1) << 40 | 9_000])
    }

    @Test func otherProgramsCanReadTheFile() throws {
        var traffic = traffic()
        try traffic.recorder.keep(in: .file(folder.file()))
        traffic.record(300)
        traffic.recorder.flushSink()
        let database = try DatabaseQueue.patient(folder.file().path)
        try database.read { db in
            let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM invocations WHERE state <> 'running'")
            #expect(count == Int(traffic.recorder.status.recorded))
            let text = try String.fetchOne(
                db,
                sql: "SELECT arguments ->> 0 FROM invocations WHERE selector = 'text(_:foundCount:)' LIMIT 1"
            )
            #expect(text != nil)
            let errors = try Int.fetchOne(db, sql: "SELECT count(*) FROM invocations WHERE error_text IS NOT NULL")
            #expect(errors == traffic.recorder.count(matching: try InvocationFilter("state:threw")).matched)
            #expect(try String.fetchOne(db, sql: "PRAGMA integrity_check") == "ok")
        }
        traffic.recorder.detachSink()
    }

    @Test func comparesTwoRuns() throws {
        var first = traffic(seed: 1)
        try first.recorder.keep(in: .file(folder.file()))
        first.record(500)
        first.recorder.detachSink()
        let history = try FileHistory(path: folder.file().path)
        let selectors = try #require(history.selectors(ofRun: first.recorder.epoch))
        #expect(RunComparison(selectors, selectors).isSame)
        var changed = selectors
        let gone = changed.removeFirst().statistics.selector
        let comparison = RunComparison(selectors, changed)
        #expect(comparison.rows.first?.selector == gone && comparison.rows.first?.changes == [.vanished])
        #expect(RunComparison(changed, selectors).rows.first?.changes == [.appeared])
        var moved = selectors.sorted { $0.firstSeq ?? 0 < $1.firstSeq ?? 0 }
        moved[0].firstSeq = 1_000_000
        let reordered = RunComparison(selectors, moved).rows.filter { !$0.changes.isEmpty }
        #expect(reordered.map(\.changes) == [[.order]])
    }

    @Test func comparesTheRunsOfOneFileAndThoseOfAnother() throws {
        let file = folder.file()
        let other = folder.file("other.sqlite")
        for (seed, url) in [(1, file), (2, file), (3, other), (4, other)] {
            var traffic = traffic(seed: UInt64(seed))
            try traffic.recorder.keep(in: .file(url))
            traffic.record(100 * seed)
            traffic.recorder.detachSink()
        }
        let recorder = try Recorder(replaying: file)
        let own = recorder.runs
        #expect(own.map(\.name) == own.map(\.epoch) && own.map(\.file) == [file.path, file.path])
        #expect(own[1].epoch == recorder.epoch && own.allSatisfy { $0.count > 0 && $0.endedAtNanoseconds != nil })
        #expect(try #require(recorder.runsToCompare()) == (own[0].name, own[1].name))
        // The first run of a file has no predecessor.
        let first = try Recorder(replaying: file, epoch: own[0].epoch)
        #expect(try #require(first.runsToCompare()) == (own[0].name, own[1].name))
        // One that is asked for as the second is the second.
        #expect(try #require(first.runsToCompare(after: own[0].name)) == (own[1].name, own[0].name))
        #expect(try #require(recorder.runsToCompare(after: own[1].name)) == (own[0].name, own[1].name))

        let both = try Recorder(replaying: file, comparedWith: [other])
        let beside = both.runs.filter(\.isBeside)
        #expect(both.runs.map(\.epoch) == own.map(\.epoch) + beside.map(\.epoch) && beside.count == 2)
        #expect(beside.allSatisfy { $0.name == "\(other.path)#\($0.epoch)" })
        #expect(try #require(both.runsToCompare()) == (recorder.epoch, beside[1].name))
        for run in both.runs {
            let calls = try #require(both.selectors(ofRun: run.name)).reduce(0) { $0 + $1.statistics.calls }
            #expect(calls == run.count)
        }
        #expect(both.selectors(ofRun: beside[0].epoch) == nil && both.selectors(ofRun: "\(other.path)#none") == nil)
    }

    @Test func hasNothingToCompareWithBeforeTheSecondRun() throws {
        var traffic = traffic()
        #expect(traffic.recorder.runsToCompare() == nil)
        #expect(traffic.recorder.runs.map(\.name) == [traffic.recorder.epoch])
        try traffic.recorder.keep(in: .file(folder.file()))
        traffic.record(10)
        traffic.recorder.flushSink()
        #expect(traffic.recorder.runsToCompare() == nil)
        #expect(traffic.recorder.runs.map(\.file) == [folder.file().path])
        traffic.recorder.detachSink()
    }
}

/// Whether a condition comes true within a minute.
func eventually(_ condition: @Sendable () -> Bool) async -> Bool {
    let deadline = ContinuousClock.now + .seconds(60)
    while !condition() {
        if ContinuousClock.now > deadline { return false }
        await Task.yield()
    }
    return true
}
