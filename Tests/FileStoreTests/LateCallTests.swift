// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProxyCore
import Synchronization
import Testing

@testable import FileStore
@testable import FilterTestSupport

/// Calls that started before others that were evicted, and ended after them.
@Suite struct LateCallTests {
    private let folder = TemporaryFolder()

    /// Records three calls that contain thousands of others; the file contains only what ended before they did.
    private func traffic() throws -> (recorder: Recorder, sink: HeldSink) {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        configuration.storedCountLimit = 1_000
        let recorder = Recorder(configuration)
        let sink = HeldSink(try FileStore(path: folder.file().path))
        let history = try FileHistory(path: folder.file().path, writtenAs: recorder.epoch)
        var sinkConfiguration = SinkConfiguration()
        sinkConfiguration.retryInterval = .milliseconds(1)
        recorder.attach(sink, history: history, configuration: sinkConfiguration)
        let target = TrafficTarget()
        let proxy = TrafficProxy(recorder: recorder, ownerName: "Reader")
        proxy.setForwardDelegate(target, retain: true)
        var depth = 0
        target.onText = {
            depth += 1
            if depth < 3 { return proxy.text("late \(depth)", foundCount: depth) }
            target.onText = nil
            for number in 0..<5_000 { proxy.text("inner", foundCount: number) }
            recorder.flushSink()
            sink.isHeld.store(true, ordering: .sequentiallyConsistent)
        }
        for _ in 0..<10 { proxy.nothing() }
        proxy.text("late 0", foundCount: 0)
        for _ in 0..<10 { proxy.nothing() }
        recorder.flush()
        return (recorder, sink)
    }

    private func walk(_ recorder: Recorder, _ query: InvocationQuery) -> [UInt64] {
        var query = query
        query.limit = 300
        query.scanTime = .seconds(60)
        var found: [UInt64] = []
        while true {
            let page = recorder.invocations(query)
            found += page.items.map(\.seq)
            guard page.hasMore, let last = page.items.last?.seq else { return found }
            if query.order == .descending { query.before = last } else { query.after = last }
        }
    }

    private func check(_ recorder: Recorder) throws {
        let all = Array(1...recorder.status.lastSeq)
        var query = InvocationQuery()
        #expect(walk(recorder, query) == all.reversed())
        #expect(recorder.invocations(query).stored == all.count)
        #expect(recorder.invocations(query).count.matched == all.count)
        query.order = .ascending
        #expect(walk(recorder, query) == all)
        var cursor = recorder.cursor(query)
        var exported: [UInt64] = []
        while !cursor.isAtEnd { exported += cursor.next().map(\.seq) }
        #expect(exported == all)
        #expect(recorder.children(of: 11) == [12])

        let late = try InvocationFilter("arg:late")
        query.filter = late
        #expect(walk(recorder, query) == [11, 12, 13])
        #expect(recorder.count(matching: late, within: .seconds(60)).matched == 3)
        let text = try InvocationFilter("selector:text")
        #expect(recorder.count(matching: text, within: .seconds(60)).matched == 5_003)
        #expect(recorder.selectors(matching: text, within: .seconds(60)).items.map(\.calls) == [5_003])

        query = InvocationQuery()
        query.sort = .duration
        #expect(walk(recorder, query).prefix(3) == [11, 12, 13])
        #expect(walk(recorder, query).sorted() == all)
    }

    @Test func areListedOnceBeforeAndAfterTheyAreWritten() throws {
        let (recorder, sink) = try traffic()
        let status = try #require(recorder.sinkStatus)
        #expect(status.waiting == 13 && recorder.status.evicted > 3_000)
        try check(recorder)
        sink.isHeld.store(false, ordering: .sequentiallyConsistent)
        recorder.flushSink()
        #expect(recorder.sinkStatus?.waiting == 0)
        try check(recorder)
        recorder.detachSink()
    }

    @Test func endAListWithinAShortTimeWithoutBeingListedTwice() throws {
        let (recorder, _) = try traffic()
        for order in [InvocationQuery.Order.ascending, .descending] {
            var query = InvocationQuery()
            query.order = order
            var cursor = recorder.cursor(query)
            var found: [UInt64] = []
            while !cursor.isAtEnd { found += cursor.next(within: .nanoseconds(1)).map(\.seq) }
            let all = Array(1...recorder.status.lastSeq)
            #expect(found == (order == .ascending ? all : all.reversed()))
        }
        recorder.detachSink()
    }

    @Test func runningDuringAClearStayListedWhenTheyAreEvicted() throws {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        configuration.storedCountLimit = 1_000
        let recorder = Recorder(configuration)
        try recorder.keep(in: .file(folder.file()))
        let target = TrafficTarget()
        let proxy = TrafficProxy(recorder: recorder, ownerName: "Reader")
        proxy.setForwardDelegate(target, retain: true)
        target.onText = {
            target.onText = nil
            for number in 0..<10 { proxy.text("cleared", foundCount: number) }
            recorder.clear()
        }
        for _ in 0..<10 { proxy.nothing() }
        proxy.text("late", foundCount: 0)
        for count in [5, 500, 5_000] {
            for _ in 0..<count { proxy.nothing() }
            recorder.flushSink()
            try checkThatNoneIsListed(but: [11] + Array(22...recorder.status.lastSeq), recorder)
        }
        #expect(recorder.status.evicted > 4_000)
        let late = try InvocationFilter("arg:late")
        #expect(walk(recorder, InvocationQuery(late)) == [11])
        #expect(recorder.count(matching: late, within: .seconds(60)).matched == 1)
        if case .found = recorder.invocation(seq: 11) {} else { Issue.record("the late call is not found") }
        if case .evicted = recorder.invocation(seq: 12) {} else { Issue.record("a cleared call is found") }
        recorder.clear()
        proxy.nothing()
        recorder.flushSink()
        try checkThatNoneIsListed(but: [recorder.status.lastSeq], recorder)
        recorder.detachSink()
    }

    @Test(arguments: [InvocationQuery.Order.ascending, .descending])
    func runningDuringAClearAreAskedForTogether(order: InvocationQuery.Order) throws {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        configuration.storedCountLimit = 1_000
        let recorder = Recorder(configuration)
        let store = try FileStore(path: folder.file().path)
        let history = CountedHistory(try FileHistory(path: folder.file().path, writtenAs: recorder.epoch))
        recorder.attach(store, history: history)
        let target = TrafficTarget()
        let proxy = TrafficProxy(recorder: recorder, ownerName: "Reader")
        proxy.setForwardDelegate(target, retain: true)
        // Calls in one another, with one that is cleared behind the start of most.
        let count = 100
        var depth = 1
        target.onText = {
            if depth < 10 || depth >= 20 { proxy.nothing() }
            depth += 1
            if depth <= count { return proxy.text("late", foundCount: depth) }
            target.onText = nil
            recorder.clear()
        }
        proxy.text("late", foundCount: depth)
        for _ in 0..<5_000 { proxy.nothing() }
        recorder.flushSink()
        #expect(recorder.status.evicted > 4_000)
        var late = [UInt64](stride(from: 1, to: 19, by: 2))
        late += 19...29
        late += stride(from: 31, to: 190, by: 2)
        var query = InvocationQuery(try InvocationFilter("arg:late"))
        query.order = order
        query.countsMatches = false
        history.forget()
        let listed = walk(recorder, query)
        #expect((order == .ascending ? listed : listed.reversed()) == late)
        // Two for 90 ranges of calls, one for what came after the clear, and as many for the number of all.
        #expect(history.questions <= 6)
        history.forget()
        #expect(recorder.count(matching: query.filter, within: .seconds(60)).matched == count)
        #expect(history.questions == 3)
        query.filter = .everything
        #expect(walk(recorder, query).count == 5_000 + count)
        #expect(Set(walk(recorder, query)).isSuperset(of: late))
        recorder.detachSink()
    }

    private func checkThatNoneIsListed(but all: [UInt64], _ recorder: Recorder) throws {
        var query = InvocationQuery()
        #expect(walk(recorder, query) == all.reversed())
        #expect(recorder.invocations(query).stored == all.count)
        #expect(recorder.count(matching: try InvocationFilter("seq:>0"), within: .seconds(60)).matched == all.count)
        query.order = .ascending
        #expect(walk(recorder, query) == all)
        query.after = all[0]
        #expect(walk(recorder, query) == Array(all.dropFirst()))
        var cursor = recorder.cursor(InvocationQuery())
        var exported: [UInt64] = []
        while !cursor.isAtEnd { exported += cursor.next(within: .nanoseconds(1)).map(\.seq) }
        #expect(exported == all.reversed())
        query = InvocationQuery()
        query.sort = .duration
        #expect(walk(recorder, query).sorted() == all)
    }

    @Test func markedCallsStayListedAfterTheRestWasCleared() throws {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        configuration.storedCountLimit = 1_000
        var traffic = FilterTraffic(seed: 4, configuration: configuration)
        let recorder = traffic.recorder
        try recorder.keep(in: .file(folder.file()))
        traffic.record(100)
        recorder.mark(InvocationID(epoch: recorder.epoch, seq: 3), marked: true, comment: nil)
        let marked = walk(recorder, InvocationQuery(try InvocationFilter("is:marked")))
        #expect(marked.contains(3))
        recorder.clear(includingMarked: false)
        let cleared = recorder.status.lastSeq
        #expect(walk(recorder, InvocationQuery()) == marked)
        traffic.record(3_000)
        recorder.flushSink()
        #expect(recorder.status.evicted > 1_000)
        let all = ((cleared + 1)...recorder.status.lastSeq).reversed() + marked
        #expect(walk(recorder, InvocationQuery()) == all)
        #expect(recorder.invocations().stored == all.count)
        recorder.detachSink()
    }
}

/// A file that counts how often it is asked for calls.
private final class CountedHistory: InvocationHistory {
    private let file: FileHistory
    private let asked = Mutex(0)

    init(_ file: FileHistory) { self.file = file }

    var questions: Int { asked.withLock { $0 } }

    func forget() { asked.withLock { $0 = 0 } }

    func scan(_ request: HistoryRequest, _ body: (Invocation) -> Bool) -> HistoryScan {
        asked.withLock { $0 += 1 }
        return file.scan(request, body)
    }

    func count(_ request: HistoryRequest) -> HistoryScan {
        asked.withLock { $0 += 1 }
        return file.count(request)
    }

    var extent: HistoryExtent { file.extent }
    var selectors: [SelectorStatistics] { file.selectors }
    var proxies: [RecordedProxy] { file.proxies }
    var runs: [RecordedRun] { file.runs }
    func invocation(seq: UInt64) -> Invocation? { file.invocation(seq: seq) }
    func selectors(ofRun name: String) -> [RunSelector]? { file.selectors(ofRun: name) }
}

/// A file that accepts nothing while it is held.
private final class HeldSink: InvocationSink {
    let isHeld = Atomic(false)
    private let file: FileStore

    init(_ file: FileStore) { self.file = file }

    struct Held: Error {}

    func write(_ batch: SinkBatch) throws {
        if isHeld.load(ordering: .sequentiallyConsistent) { throw Held() }
        try file.write(batch)
    }

    func finish() { file.finish() }
}
