// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import FileStore
import Foundation
import GRDB
import ProxyCore
import Testing

@testable import FilterTestSupport

/// The calls of several processes in one recording.
@Suite struct FleetRecordingTests {
    private let folder = TemporaryFolder()

    private func ids(_ calls: some Sequence<Invocation>) -> [String] { calls.map(\.id.description) }

    /// Three processes, whose batches arrive in turns.
    private func recorded(_ counts: [Int] = [300, 200, 400]) throws -> (FleetTraffic, FleetRecording) {
        var traffic = FleetTraffic(counts.count)
        let recording = try FleetRecording(path: folder.file().path)
        var sequence: UInt64 = 0
        for round in 0..<4 {
            for (index, count) in counts.enumerated() { traffic.record(count / 4, by: (index + round) % counts.count) }
            for index in counts.indices {
                while let batch = traffic.batch(of: index, limit: 50) {
                    sequence += 1
                    try recording.write([batch], through: sequence)
                }
            }
        }
        #expect(recording.sequence == sequence)
        return (traffic, recording)
    }

    /// Number of the calls that a stream from the beginning has, and of those that it tells to be missing.
    private func streamed(from recorder: Recorder) -> UInt64 {
        var place = StreamPlace(position: 0, number: 0)
        var count: UInt64 = 0
        while place != recorder.streamEnd {
            let part = recorder.streamed(after: place, limit: 1_000, matching: .everything)
            count += part.calls.missed + UInt64(part.calls.items.count)
            place = part.end
        }
        return count
    }

    private func all(_ recorder: Recorder, _ query: InvocationQuery) -> [Invocation] {
        var query = query
        query.scanTime = .seconds(20)
        var items: [Invocation] = []
        while true {
            let page = recorder.invocations(query)
            items += page.items
            guard page.hasMore, let last = page.items.last else { return items }
            if query.order == .ascending { query.after = last.key } else { query.before = last.key }
        }
    }

    @Test func updatesOfARelayThatBeginsAnewMoveNoPlaceBack() throws {
        var traffic = FleetTraffic(1)
        traffic.record(20, by: 0)
        let batch = try traffic.someBatch(of: 0)
        let recording = try FleetRecording(path: folder.file().path)
        #expect(try recording.write([batch], through: 1).calls == 20)
        var updates = batch
        (updates.after, updates.through, updates.lines) = (.start, .start, [])
        try recording.write([updates], through: 2)
        let summary = try recording.write([batch], through: 3)
        #expect(summary.known == 1 && summary.updates == 0)
    }

    @Test func aStreamThatWasMadeAnewIsReadFromItsBeginning() throws {
        let (traffic, recording) = try recorded()
        try recording.startOver()
        #expect(recording.sequence == 0)
        try recording.write([], through: 7)
        recording.finish()
        let again = try FleetRecording(path: folder.file().path)
        let calls = all(Recorder(replaying: again.history), InvocationQuery())
        #expect(again.sequence == 7 && ids(calls) == ids(traffic.calls).reversed())
    }

    @Test func aRecordingKnowsOfWhichStreamItsLastMessageWas() throws {
        let file = folder.file().path
        var traffic = FleetTraffic(1)
        traffic.record(20, by: 0)
        let batch = try traffic.someBatch(of: 0)
        do {
            let recording = try FleetRecording(path: file)
            #expect(recording.streamCreatedAtNanoseconds == nil)
            try recording.write([batch], through: 3, ofStreamCreatedAt: 5)
            // What is unknown changes nothing.
            try recording.write([], through: 4)
            recording.finish()
        }
        do {
            let again = try FleetRecording(path: file)
            #expect(again.sequence == 4 && again.streamCreatedAtNanoseconds == 5)
            try again.startOver(withStreamCreatedAt: 9)
            #expect(again.sequence == 0 && again.streamCreatedAtNanoseconds == 9)
            again.finish()
        }
        let last = try FleetRecording(path: file)
        #expect(last.sequence == 0 && last.streamCreatedAtNanoseconds == 9)
    }

    @Test func aRecordingThatDoesNotKnowItsStreamIsReadAndWritten() throws {
        let (traffic, recording) = try recorded([40])
        let sequence = recording.sequence
        recording.finish()
        let file = folder.file().path
        let queue = try DatabaseQueue(path: file)
        // As the recording of an earlier version.
        try queue.write { db in try db.execute(sql: "ALTER TABLE fleet DROP COLUMN created") }
        try queue.close()
        #expect(all(Recorder(replaying: try FleetHistory(path: file)), InvocationQuery()).count == traffic.calls.count)
        let again = try FleetRecording(path: file)
        #expect(again.sequence == sequence && again.streamCreatedAtNanoseconds == nil)
        try again.write([], through: sequence + 1, ofStreamCreatedAt: 5)
        #expect(again.streamCreatedAtNanoseconds == 5)
    }

    @Test(arguments: [1, 7, 1_000]) func pagesHaveTheCallsOfAllProcessesInTheOrderOfTheirStarts(limit: Int) throws {
        let (traffic, recording) = try recorded()
        let recorder = Recorder(replaying: recording.history)
        let expected = ids(traffic.calls)
        var query = InvocationQuery()
        query.limit = limit
        #expect(ids(all(recorder, query)) == expected.reversed())
        query.order = .ascending
        #expect(ids(all(recorder, query)) == expected)
    }

    @Test func aPageGoesOnWhereACallWasThatIsDeleted() throws {
        let (_, recording) = try recorded()
        let recorder = Recorder(replaying: recording.history)
        let calls = all(recorder, InvocationQuery())
        let last = calls[calls.count / 2]
        let file = try DatabaseQueue(path: folder.file().path)
        try file.write { db in
            // With all calls before it in its process.
            try db.execute(
                sql: "DELETE FROM record WHERE id >> 40 = ? AND id & ? <= ?",
                arguments: [Int64(last.id.run), (1 << 40) - 1, Int64(last.seq)]
            )
        }
        try file.close()
        var query = InvocationQuery()
        query.before = last.key
        let rest = calls[(calls.count / 2)...].filter { $0.id.epoch != last.id.epoch }
        #expect(!rest.isEmpty && ids(all(recorder, query)) == ids(rest))
    }

    @Test func aRecordIsTheOneThatItsProcessMade() throws {
        let (traffic, recording) = try recorded()
        let recorder = Recorder(replaying: recording.history)
        for (index, original) in traffic.recorders.enumerated() {
            for var call in all(original, InvocationQuery()) {
                let key = try #require(recorder.key(of: call.id))
                guard case .found(var found) = recorder.invocation(seq: key) else {
                    Issue.record("\(call.id) is not found")
                    continue
                }
                #expect(found.process == traffic.process(index).facts && recorder.id(ofKey: key) == found.id)
                #expect(found.parent.map { recorder.key(of: $0) ?? 0 } == found.parent?.key)
                found.process = nil
                // Marks and closures that were called later come as updates.
                (found.isMarked, found.comment, found.completions) = (false, nil, [])
                (call.isMarked, call.comment, call.completions) = (false, nil, [])
                let isEqual = InvocationEncoder.encode(found) == InvocationEncoder.encode(call)
                #expect(isEqual, "\(call.id)")
            }
        }
    }

    @Test(arguments: [
        "service:shop", "service:shop@1.2", "-service:mail", "host:web-1", "process:4002",
        "selector:text* service:shop",
        "(host:web-0 or host:web-2) -state:threw", "duration:>1us", "process:nothing", "is:slow", "arg:a",
    ]) func filtersFindTheSameCallsAsForEachProcess(filter: String) throws {
        let (traffic, recording) = try recorded()
        let recorder = Recorder(replaying: recording.history)
        let filter = try InvocationFilter(filter)
        let expected = traffic.calls.filter { call in
            var call = call
            let index = traffic.recorders.firstIndex { $0.epoch == call.id.epoch } ?? 0
            call.process = traffic.process(index).facts
            return filter.matches(call)
        }
        var query = InvocationQuery(filter)
        query.limit = 13
        query.order = .ascending
        #expect(ids(all(recorder, query)) == ids(expected))
        #expect(recorder.count(matching: filter, within: .seconds(20)).matched == expected.count)
    }

    @Test(arguments: [InvocationSort.duration, .selector, .thread]) func sortedPagesHaveTheCallsOfAllProcesses(
        sort: InvocationSort
    ) throws {
        let (traffic, recording) = try recorded()
        let recorder = Recorder(replaying: recording.history)
        for order in [InvocationQuery.Order.ascending, .descending] {
            var query = InvocationQuery()
            query.limit = 19
            query.sort = sort
            query.order = order
            let found = all(recorder, query)
            #expect(Set(ids(found)).count == traffic.calls.count && found.count == traffic.calls.count)
            let places = found.map { SortPlace(of: $0, by: sort) }
            #expect(places == (order == .ascending ? places.sorted() : places.sorted().reversed()))
        }
    }

    @Test func pagesWithoutTimeFindEachCallOnce() throws {
        let (traffic, recording) = try recorded()
        try checkPagesWithoutTime("selector:text*", traffic, recording)
    }

    /// Regression test: where the time ended behind a call that passed, the calls of other processes up to there were in no
    /// page.
    @Test func pagesThatEndBehindTheirLastCallLeaveNoneOut() throws {
        // More than a block of each, at the same time.
        let (traffic, recording) = try recorded([2_400, 2_400])
        try checkPagesWithoutTime("arg.count:7", traffic, recording)
    }

    private func checkPagesWithoutTime(
        _ filter: String,
        _ traffic: FleetTraffic,
        _ recording: FleetRecording
    ) throws {
        let recorder = Recorder(replaying: recording.history)
        let filter = try InvocationFilter(filter)
        for order in [InvocationQuery.Order.ascending, .descending] {
            var query = InvocationQuery(filter)
            query.limit = 20
            query.order = order
            query.scanTime = .zero
            var found: [String] = []
            var pages = 0
            while true {
                pages += 1
                let page = recorder.invocations(query)
                found += ids(page.items)
                guard let next = page.continueFrom ?? (page.hasMore ? page.items.last?.key : nil), pages < 10_000 else {
                    break
                }
                if order == .ascending { query.after = next } else { query.before = next }
            }
            let expected = ids(traffic.calls.filter { filter.matches($0) })
            #expect(!expected.isEmpty)
            #expect(found == (order == .ascending ? expected : expected.reversed()))
        }
    }

    @Test(arguments: [1, 17, 500]) func theStreamHasEachCallAndEventOnce(limit: Int) throws {
        let (traffic, recording) = try recorded()
        let recorder = Recorder(replaying: recording.history)
        var place = StreamPlace(position: 0, number: 0)
        var found: [String] = []
        var events = 0
        while place != recorder.streamEnd {
            #expect(recorder.isPassed(place))
            let part = recorder.streamed(after: place, limit: limit, matching: .everything)
            #expect(part.calls.missed == 0 && part.end != place)
            guard part.end != place else { return }
            found += ids(part.calls.items)
            events += part.events.count
            place = part.end
        }
        #expect(Set(found) == Set(ids(traffic.calls)) && found.count == traffic.calls.count)
        #expect(place.position == UInt64(found.count))
        #expect(events == traffic.recorders.reduce(0) { $0 + $1.proxyEvents(ProxyEventQuery()).items.count })
    }

    @Test func batchesThatComeAgainAreLeftOut() throws {
        var traffic = FleetTraffic(1)
        traffic.record(100, by: 0)
        let first = try traffic.someBatch(of: 0, limit: 40)
        let second = try traffic.someBatch(of: 0)
        let file = folder.file().path
        do {
            let recording = try FleetRecording(path: file)
            try recording.write([first], through: 1)
            #expect(try recording.write([first], through: 2).known == 1)
            recording.finish()
        }
        // The same after a restart.
        let recording = try FleetRecording(path: file)
        #expect(recording.sequence == 2)
        #expect(try recording.write([first, second], through: 4).known == 1)
        let recorder = Recorder(replaying: recording.history)
        #expect(ids(all(recorder, InvocationQuery())) == ids(traffic.calls).reversed())
        #expect(recorder.streamEnd.position == UInt64(traffic.calls.count))
    }

    @Test func whatIsMissingIsCounted() throws {
        var traffic = FleetTraffic(2)
        for index in 0..<2 { traffic.record(60, by: index) }
        let recording = try FleetRecording(path: folder.file().path)
        let first = try traffic.someBatch(of: 0, limit: 10)
        let lost = try traffic.someBatch(of: 0, limit: 20)
        let evicted = try traffic.someBatch(of: 0, limit: 5)
        var third = try traffic.someBatch(of: 0, limit: 10)
        let other = try traffic.someBatch(of: 1, limit: 10)
        third.after = evicted.after
        third.lines =
            Array(#"{"what":"gap","from":31,"to":35,"missed":5,"reason":"evicted"}"#.utf8) + [10] + third.lines
        let summary = try recording.write([first, other, third], through: 3)
        let count = lost.through.position - lost.after.position
        #expect(summary.missing == count + 5 && summary.badLines == 0)
        let programs = recording.history.programs
        #expect(programs.map(\.missing) == [count + 5, 0] && programs.map(\.calls) == [20, 10])
        // The stream tells it between the calls before and after.
        let recorder = Recorder(replaying: recording.history)
        var place = StreamPlace(position: 0, number: 0)
        var found: [(missed: UInt64, calls: Int)] = []
        while place != recorder.streamEnd {
            let part = recorder.streamed(after: place, limit: 100, matching: .everything)
            place = part.end
            // A part may be shorter on a busy machine.
            if part.calls.missed == 0, !found.isEmpty {
                found[found.count - 1].calls += part.calls.items.count
            } else {
                found.append((part.calls.missed, part.calls.items.count))
            }
        }
        #expect(found.map(\.missed) == [0, count + 5] && found.map(\.calls) == [20, 10])
    }

    @Test func aGapThatBeginsWithTheFirstCallCountsThoseThatAreNotThere() throws {
        var traffic = FleetTraffic(1)
        traffic.record(40, by: 0)
        let recording = try FleetRecording(path: folder.file().path)
        var batch = try traffic.someBatch(of: 0)
        try recording.write([batch], through: 1)
        // From a relay to which the broker no longer told what was sent.
        let last = batch.through.position
        batch.lines = Array(#"{"what":"gap","from":1,"to":\#(last + 7),"missed":\#(last + 7)}"#.utf8) + [10]
        batch.after = .start
        batch.through = FleetPlace(position: last + 7)
        let summary = try recording.write([batch], through: 2)
        #expect(summary.missing == 7 && recording.history.programs.map(\.missing) == [7])
    }

    @Test func aLineThatCannotBeReadIsLeftOutAlone() throws {
        var traffic = FleetTraffic(1)
        traffic.record(20, by: 0)
        var batch = try traffic.someBatch(of: 0)
        batch.lines = Array("{\"id\":\"nothing\"}\n{}{}\n\n".utf8) + batch.lines
        let recording = try FleetRecording(path: folder.file().path)
        let summary = try recording.write([batch], through: 1)
        #expect(summary.badLines == 2 && summary.reason != nil && summary.calls == traffic.calls.count)
    }

    @Test func aProcessCannotWriteIntoAnother() throws {
        var traffic = FleetTraffic(2)
        traffic.record(10, by: 0)
        var batch = try traffic.someBatch(of: 0)
        batch.process = traffic.process(1)
        let recording = try FleetRecording(path: folder.file().path)
        let summary = try recording.write([batch], through: 1)
        #expect(summary.calls == 0 && summary.badLines == traffic.calls.count)
    }

    @Test func selectorsAndProxiesAreThoseOfAllProcesses() throws {
        let (traffic, recording) = try recorded()
        let recorder = Recorder(replaying: recording.history)
        let selectors = recorder.selectors
        for row in selectors {
            let expected = traffic.recorders.flatMap(\.selectors).filter { $0.selector == row.selector }
            #expect(
                row.calls == expected.reduce(0) { $0 + $1.calls } && row.errors == expected.reduce(0) { $0 + $1.errors }
            )
        }
        #expect(Set(selectors.map(\.selector)) == Set(traffic.recorders.flatMap(\.selectors).map(\.selector)))
        #expect(Set(recorder.recordedProxies.compactMap(\.epoch)) == Set(traffic.recorders.map(\.epoch)))
        #expect(recorder.runs.filter { $0.release == nil }.map(\.name) == traffic.recorders.map(\.epoch))
    }

    @Test func theOldestCallsAreDeletedFirst() throws {
        var traffic = FleetTraffic(2)
        var configuration = FileStoreConfiguration()
        configuration.bytesLimit = 1 << 20
        let recording = try FleetRecording(path: folder.file().path, configuration: configuration)
        let patience = ContinuousClock.now + .seconds(60)
        var sequence: UInt64 = 0
        let recorder = Recorder(replaying: recording.history)
        while recorder.status.evicted == 0, ContinuousClock.now < patience {
            for index in 0..<2 {
                traffic.record(1_000, by: index)
                while let batch = traffic.batch(of: index) {
                    sequence += 1
                    try recording.write([batch], through: sequence)
                }
            }
        }
        #expect(recorder.status.evicted > 0)
        let left = all(recorder, InvocationQuery()).count
        #expect(UInt64(left) + recorder.status.evicted == recorder.streamEnd.position)
        // A stream from the beginning tells how many are gone.
        #expect(streamed(from: recorder) == recorder.streamEnd.position)
    }

    /// Regression test: those that were left were taken for the last of their batch, and a stream that resumed sent them again.
    @Test func aCallKeepsItsPlaceInTheStreamWhenOthersOfItsBatchAreDeleted() throws {
        var traffic = FleetTraffic(1)
        let recording = try FleetRecording(path: folder.file().path)
        traffic.record(50, by: 0)
        try recording.write([traffic.someBatch(of: 0)], through: 1)
        let recorder = Recorder(replaying: recording.history)
        let start = StreamPlace(position: 0, number: 0)
        let all = recorder.streamed(after: start, limit: 1_000, matching: .everything).calls
        let (kept, place) = (all.items[10], all.position(at: 10))
        let file = try DatabaseQueue(path: folder.file().path)
        try file.write { db in
            try db.execute(sql: "DELETE FROM record WHERE id & ((1 << 40) - 1) <> ?", arguments: [Int64(kept.seq)])
        }
        try file.close()
        let left = recorder.streamed(after: start, limit: 1_000, matching: .everything).calls
        #expect(ids(left.items) == ids([kept]) && left.position(at: 0) == place)
        #expect(streamed(from: recorder) == recorder.streamEnd.position)
    }

    /// Regression test: the first gap, and the first marked call, kept the rows of all batches after it.
    @Test func theBatchesOfDeletedCallsGoAlsoBehindAGapAMarkedCallAndAProcessThatRarelyCalls() throws {
        var traffic = FleetTraffic(3)
        var configuration = FileStoreConfiguration()
        configuration.bytesLimit = 1 << 20
        let path = folder.file().path
        let recording = try FleetRecording(path: path, configuration: configuration)
        let recorder = Recorder(replaying: recording.history)
        let patience = ContinuousClock.now + .seconds(60)
        var sequence: UInt64 = 0
        func write(_ batch: FleetBatch?) throws {
            guard let batch else { return }
            sequence += 1
            try recording.write([batch], through: sequence)
        }
        traffic.record(20, by: 0)
        _ = traffic.batch(of: 0)
        // The block of a process that calls now and then stays until it is full.
        traffic.record(20, by: 2)
        try write(traffic.batch(of: 2))
        traffic.record(20, by: 0)
        traffic.recorders[0].flush()
        let marked = try #require(traffic.recorders[0].invocations(InvocationQuery()).items.first?.id)
        traffic.recorders[0].mark(marked, marked: true, comment: nil)
        try write(traffic.batch(of: 0))
        while recorder.status.evicted < 4_000, ContinuousClock.now < patience {
            traffic.record(500, by: 1)
            while let batch = traffic.batch(of: 1, limit: 50) { try write(batch) }
            traffic.record(1, by: 2)
            try write(traffic.batch(of: 2))
        }
        #expect(recorder.status.evicted >= 4_000)
        let kept = InvocationQuery(try InvocationFilter("is:marked process:\(marked.epoch)"))
        #expect(recorder.invocations(kept).items.map(\.id.description).contains(marked.description))
        let file = try DatabaseQueue(path: path)
        let left = try file.read { db in
            try Int.fetchOne(
                db,
                sql: """
                    SELECT count(*) FROM fleet_batch WHERE position < (SELECT max(position) FROM fleet_batch)
                    AND count > 0 AND NOT EXISTS (SELECT 1 FROM record
                        WHERE id BETWEEN (run << 40) + first_seq AND (run << 40) + last_seq)
                    """
            )
        }
        #expect(left == 0)
        try file.close()
        // A stream from the beginning counts what is gone, and what was never there.
        #expect(streamed(from: recorder) == recorder.streamEnd.position)
    }

    @Test func aRecordingThatIsTakenAwayWhileItIsReadIsNotAnEmptyOne() throws {
        let (traffic, recording) = try recorded([40, 40])
        let recorder = Recorder(replaying: recording.history)
        try FileManager.default.removeItem(at: folder.file())
        #expect(all(recorder, InvocationQuery()).isEmpty)
        let failure = try #require(recorder.historyFailure)
        #expect(failure.description.contains("was moved, deleted or replaced while it was read"))
        #expect(failure.tellsOfReplacement)
        // The failures of all processes are counted together.
        let id = try #require(traffic.calls.first?.id)
        #expect(recorder.key(of: id).map { recording.history.invocation(seq: $0) == nil } == true)
        #expect(try #require(recorder.historyFailure).number > failure.number)
    }

    @Test func aRecordingThatIsReplacedIsGivenUpAndLosesNothing() throws {
        let (made, recording) = try recorded([40, 40])
        var traffic = made
        let recorder = Recorder(replaying: recording.history)
        let written = recorder.status.stored
        let moved = folder.file("moved.sqlite")
        try FileManager.default.moveItem(at: folder.file(), to: moved)
        let other = Data("somebody else's".utf8)
        try other.write(to: folder.file())
        traffic.record(10, by: 0)
        let next = traffic.batch(of: 0, limit: 50)
        let batch = try #require(next)
        func fails() -> Bool {
            do {
                try recording.write([batch], through: recording.sequence + 1)
                return false
            } catch {
                return error.code == .replaced
            }
        }
        #expect(fails() && fails())
        // What the moved file lacks now is not written any more, also when the file comes back.
        try FileManager.default.removeItem(at: folder.file())
        try FileManager.default.moveItem(at: moved, to: folder.file())
        #expect(fails())
        #expect(recorder.invocations(InvocationQuery()).items.isEmpty)
        #expect(recorder.historyFailure?.description.contains("start again to record into a new one") == true)
        #expect(recorder.historyFailure?.tellsOfReplacement == true)
        try FileManager.default.moveItem(at: folder.file(), to: moved)
        try other.write(to: folder.file())
        recording.finish()
        #expect(try Data(contentsOf: folder.file()) == other)
        // Files that belong to the recording by name may stay behind; the moved file is complete without them.
        #expect(Recorder(replaying: try FleetHistory(path: moved.path)).status.stored == written)
    }

    /// Regression test: without another batch, nobody was told.
    @Test func aRecordingThatIsReplacedAfterItsLastBatchIsToldOfOnce() throws {
        let (_, recording) = try recorded([40, 40])
        let written = Recorder(replaying: recording.history).status.stored
        let moved = folder.file("moved.sqlite")
        try FileManager.default.moveItem(at: folder.file(), to: moved)
        let other = Data("somebody else's".utf8)
        try other.write(to: folder.file())
        #expect(recording.finish()?.code == .replaced)
        #expect(recording.finish() == nil)
        #expect(try Data(contentsOf: folder.file()) == other)
        #expect(Recorder(replaying: try FleetHistory(path: moved.path)).status.stored == written)
    }

    @Test func anotherRecordingIsNone() throws {
        var traffic = FilterTraffic(seed: 1)
        try traffic.recorder.keep(in: .file(folder.file()))
        traffic.record(5)
        traffic.recorder.detachSink()
        #expect(!FleetHistory.exists(at: folder.file().path))
        #expect(throws: FileStoreError.self) { try FleetHistory(path: folder.file().path) }
    }

    @Test func aViewInPlaceOfATableIsRefused() throws {
        let file = folder.file().path
        try FleetRecording(path: file).finish()
        let queue = try DatabaseQueue(path: file)
        try queue.write { db in
            try db.execute(sql: "DROP TABLE fleet_event; CREATE VIEW fleet_event AS SELECT 1 AS number")
        }
        try queue.close()
        #expect(throws: FileStoreError.self) { try FleetHistory(path: file) }
        #expect(throws: FileStoreError.self) { try FleetRecording(path: file) }
    }
}
