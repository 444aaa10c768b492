// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CallExport
import ProxyCore
import Synchronization
import Testing

@testable import FilterTestSupport
@testable import OTLPExport

/// Not inlined, so that it stands in backtraces.
@inline(never) @_optimize(none)
private func tracedCaller(_ delegate: any TrafficDelegate) { delegate.nothing() }

@Suite struct SpanSourceTests {
    private let recorder: Recorder
    private let proxy: TrafficProxy
    private let target = TrafficTarget()
    private let asking: AskingProxy
    private let answerer = LateAnswerer()

    init() {
        var configuration = RecorderConfiguration()
        configuration.storedCountLimit = 1_000
        configuration.overflowPolicy = .wait
        recorder = Recorder(configuration)
        proxy = TrafficProxy(recorder: recorder, ownerName: "Owner")
        proxy.setForwardDelegate(target, retain: true)
        asking = AskingProxy(recorder: recorder, ownerName: "Questions")
        asking.setForwardDelegate(answerer, retain: true)
    }

    /// A source whose calls wait for an hour, if they do.
    private func source(
        _ filter: String = "",
        completionTime: Duration = .seconds(3_600),
        mostPending: Int = 4_096
    ) throws -> SpanSource {
        // Nothing is sent there.
        var configuration = try OTLPConfiguration(endpoint: "http://127.0.0.1:9")
        configuration.filter = try InvocationFilter(filter)
        configuration.completionTime = completionTime
        return SpanSource(recorder, configuration, mostPending: mostPending)
    }

    private func spans(_ source: SpanSource) throws -> [ReceivedSpan] {
        try ReceivedRequest(SpanReceiver.Request(path: "", headers: [:], body: source.requests.json)).spans
    }

    /// Regression test: it had modules and places in them.
    @Test func aBacktraceHasFunctions() throws {
        recorder.backtraces = BacktraceCapture()
        tracedCaller(proxy)
        recorder.flush()
        var source = try source()
        #expect(source.next(isLast: true).count == 1)
        let stack = try #require(try spans(source).first?["code.stacktrace"])
        #expect(stack.contains("tracedCaller"), "\(stack)")
    }

    // MARK: Closures

    /// Regression test: it was neither sent nor missed.
    @Test func aCallThatIsEvictedWhileItWaitsForAClosureCountsAsMissed() throws {
        var source = try source()
        asking.ask("?") { _, _ in }
        recorder.flush()
        #expect(source.next(isLast: false).count == 0 && source.pendingCount == 1)
        for _ in 0..<3_000 {
            proxy.nothing()
            recorder.flush()
        }
        var (taken, missed): (Int, UInt64) = (0, 0)
        while true {
            let batch = source.next(isLast: false)
            taken += batch.count
            missed += batch.missed
            guard batch.count > 0 else { break }
        }
        #expect(taken + Int(missed) == 3_001 && missed > 1_000 && source.pendingCount == 0)
    }

    /// Regression test: the newest one was.
    @Test func theCallThatHasWaitedLongestIsSentWhenTooManyWait() throws {
        var source = try source(mostPending: 2)
        for _ in 0..<3 { asking.ask("?") { _, _ in } }
        recorder.flush()
        #expect(source.next(isLast: false).count == 1 && source.pendingCount == 2)
        #expect(try spans(source).map { $0["delegate.call.id"] } == ["\(recorder.epoch)-1"])
        #expect(source.next(isLast: true).count == 2 && source.pendingCount == 0)
    }

    // MARK: An end

    @Test(arguments: ["", "protocol:EmptyDelegate"])
    func callsAfterTheEndAreNeitherTakenNorLeft(filter: String) throws {
        var source = try source(filter)
        for _ in 0..<10 { proxy.nothing() }
        recorder.flush()
        #expect(source.leftCount(through: 7) == 7 && source.leftCount(through: .max) == 10)
        #expect(source.next(isLast: true, through: 7).count == 7 && source.position == 7)
        #expect(source.leftCount(through: 7) == 0 && source.leftCount(through: .max) == 3)
        #expect(source.next(isLast: true, through: 7).count == 0 && source.position == 7)
    }

    @Test func callsAfterTheEndThatWereEvictedAreNotMissed() throws {
        var source = try source()
        for _ in 0..<3_000 {
            proxy.nothing()
            recorder.flush()
        }
        #expect(source.leftCount(through: 10) == 10)
        let batch = source.next(isLast: true, through: 10)
        #expect(batch.missed == 10 && batch.count == 0 && batch.position == 10)
    }

    // MARK: Calls around

    /// Number of the spans that are ready while a call is running in which another one has ended.
    private func countInsideOfACall(_ source: inout SpanSource) -> Int? {
        var (inner, count) = (source, nil as Int?)
        target.onText = { [recorder, proxy] in
            proxy.nothing()
            recorder.flush()
            count = inner.next(isLast: false).count
        }
        proxy.text("a", foundCount: 1)
        source = inner
        return count
    }

    /// Regression test: the running call didn't pass yet, so the one inside became a root for good.
    @Test func aCallWaitsForARunningOneWhoseEndDecidesWhetherItIsTheParent() throws {
        var source = try source("state:returned")
        #expect(countInsideOfACall(&source) == 0)
        recorder.flush()
        #expect(source.pendingCount == 1)
        #expect(source.next(isLast: false).count == 2 && source.pendingCount == 0)
        let spans = try spans(source).sorted { $0.spanId < $1.spanId }
        #expect(spans[0].parentSpanId == nil && spans[1].parentSpanId == spans[0].spanId)
        #expect(spans[1].traceId == spans[0].traceId)
    }

    /// Regression test: it became a root, though the running call passes whenever it returns.
    @Test func aCallThatHasWaitedLongEnoughGetsTheParentThatAReturnWouldGiveIt() throws {
        var source = try source("state:returned", completionTime: .zero)
        var inner: [ReceivedSpan] = []
        target.onText = { [recorder, proxy] in
            proxy.nothing()
            recorder.flush()
            _ = source.next(isLast: false)
            _ = source.next(isLast: false)
            inner = (try? spans(source)) ?? []
        }
        proxy.text("a", foundCount: 1)
        recorder.flush()
        #expect(inner.count == 1 && source.next(isLast: false).count == 1)
        #expect(try spans(source).map(\.spanId) == inner.map(\.parentSpanId))
    }

    /// Regression test: each call inside asked for them anew.
    @Test func runningCallsAreReadOnceForAllCallsInside() throws {
        var source = try source("state:returned")
        let reads = Mutex(0)
        target.onText = { [recorder, proxy] in
            for _ in 0..<50 { proxy.nothing() }
            recorder.flush()
            // It is asked whenever a running call is read.
            recorder.transform = { record in
                reads.withLock { $0 += 1 }
                return record
            }
            _ = source.next(isLast: false)
            recorder.transform = nil
        }
        proxy.text("a", foundCount: 1)
        #expect(source.pendingCount == 50)
        #expect((1...2).contains(reads.withLock { $0 }))
    }

    @Test func aCallDoesNotWaitForARunningOneThatPassesFromItsStart() throws {
        var source = try source("protocol:*Delegate")
        #expect(countInsideOfACall(&source) == 1 && source.pendingCount == 0)
        #expect(try spans(source).first?.parentSpanId != nil)
    }
}
