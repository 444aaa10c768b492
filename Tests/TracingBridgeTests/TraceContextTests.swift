// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import ProxyCore
import Synchronization
import Testing
import Tracing
import TracingBridge

@testable import FilterTestSupport

@Suite(.serialized) struct TraceContextTests {
    private let recorder: Recorder
    private let proxy: TrafficProxy
    private let target = TrafficTarget()

    init() {
        #expect(HeaderTracer.isInstalled)
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        recorder = Recorder(configuration)
        proxy = TrafficProxy(recorder: recorder, ownerName: "Owner")
        proxy.setForwardDelegate(target, retain: true)
        recorder.recordTraceContext()
    }

    /// The recorded calls, in order of their starts.
    private var calls: [Invocation] {
        recorder.flush()
        var query = InvocationQuery()
        query.limit = 1_000
        return recorder.invocations(query).items.reversed()
    }

    private func injections(during body: () throws -> Void) rethrows -> Int {
        let before = HeaderTracer.injections.load(ordering: .relaxed)
        try body()
        return HeaderTracer.injections.load(ordering: .relaxed) - before
    }

    @Test func callsInSpansCarryThemAndOthersNothing() throws {
        proxy.nothing()
        ServiceContext.withValue(.span(1)) { proxy.nothing() }
        ServiceContext.withValue(.topLevel) { proxy.nothing() }
        proxy.nothing()
        #expect(calls.map { $0.trace?.traceparent } == [nil, ServiceContext.traceparent(1), nil, nil])
        let trace = try #require(calls[1].trace)
        #expect(trace.traceID == "00000000000000000000000000000001" && trace.spanID == "0000000000000001")
        #expect(trace.isSampled)
    }

    @Test func theInstrumentationIsAskedOncePerContextAndThread() {
        let count = injections {
            ServiceContext.withValue(.span(7)) { for _ in 0..<100 { proxy.nothing() } }
            ServiceContext.withValue(.span(8)) { for _ in 0..<100 { proxy.nothing() } }
        }
        #expect(count == 2)
        #expect(calls.allSatisfy { $0.trace != nil } && Set(calls.map(\.trace)).count == 2)
    }

    @Test func aContextChangedInPlaceIsSeen() {
        var context = ServiceContext.span(1)
        for number in 1...50 {
            context.headers = ["traceparent": ServiceContext.traceparent(number)]
            ServiceContext.withValue(context) { proxy.nothing() }
        }
        #expect(calls.map { $0.trace?.traceparent } == (1...50).map { ServiceContext.traceparent($0) })
    }

    @Test func asyncCallsAndThoseInsideThemHaveTraceTaskAndParent() async {
        target.onText = { [proxy] in ServiceContext.withValue(.span(4, of: 3)) { proxy.nothing() } }
        await Task(name: "a request") { [proxy] in
            await ServiceContext.withValue(.span(3)) { await proxy.later("now") }
        }.value
        let calls = self.calls
        #expect(calls.map { $0.trace?.spanID } == ["0000000000000003", "0000000000000004"])
        #expect(calls.map { $0.trace?.traceID.suffix(1) } == ["3", "3"])
        #expect(calls.allSatisfy { $0.task?.name == "a request" } && calls[1].parent == calls[0].id)
        // A call in a span has its task outside of async calls too.
        target.onText = nil
        await Task(name: "b") { [proxy] in ServiceContext.withValue(.span(5)) { proxy.nothing() } }.value
        #expect(self.calls.last?.task?.name == "b")
    }

    @Test func spansOfManyTasksStayApart() async {
        await withTaskGroup { group in
            for number in 1...200 {
                group.addTask { [proxy] in
                    await ServiceContext.withValue(.span(number)) {
                        for _ in 0..<10 {
                            proxy.text("\(number)", foundCount: number)
                            await Task.yield()
                        }
                    }
                }
            }
        }
        recorder.flush()
        var query = InvocationQuery()
        query.limit = 1_000
        var seen = 0
        while true {
            let page = recorder.invocations(query)
            for call in page.items {
                let number = Int(call.trace?.spanID ?? "", radix: 16)
                #expect(number.map { "\($0)" } == call.arguments[0].value.content.string)
                seen += 1
            }
            guard page.hasMore, let last = page.items.last else { break }
            query.before = last.seq
        }
        #expect(seen == 2_000)
    }

    @Test func recordersOnOneThreadEachKnowTheSpan() {
        let other = Recorder()
        other.recordTraceContext()
        let otherProxy = TrafficProxy(recorder: other, ownerName: "Other")
        for number in [1, 1, 2] {
            ServiceContext.withValue(.span(number)) {
                proxy.nothing()
                otherProxy.nothing()
            }
        }
        ServiceContext.withValue(.span(3)) { otherProxy.nothing() }
        ServiceContext.withValue(.span(2)) { proxy.nothing() }
        other.flush()
        #expect(calls.map { $0.trace?.spanID.last } == ["1", "1", "2", "2"])
        #expect(other.invocations().items.reversed().map { $0.trace?.spanID.last } == ["1", "1", "2", "3"])
    }

    @Test func aThreadThatTakesOverAnothersRingNamesItsOwnSpans() {
        for number in 1...20 {
            onThread {
                proxy.nothing()
                ServiceContext.withValue(.span(number)) { proxy.nothing() }
                proxy.nothing()
            }
        }
        let spans = calls.map { $0.trace.map { Int($0.spanID, radix: 16) } ?? nil }
        #expect(spans == (1...20).flatMap { [nil, $0, nil] })
    }

    @Test func aRingThatIsFullOfSpansLosesNone() {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        configuration.ringBytes = 1 << 16
        let recorder = Recorder(configuration)
        recorder.recordTraceContext()
        let proxy = TrafficProxy(recorder: recorder, ownerName: "Owner")
        for number in 1...20_000 { ServiceContext.withValue(.span(number)) { proxy.nothing() } }
        recorder.flush()
        var next = 1
        var cursor = recorder.cursor(
            {
                var query = InvocationQuery()
                query.order = .ascending
                return query
            }()
        )
        while !cursor.isAtEnd {
            for call in cursor.next() {
                #expect(call.trace.map { Int($0.spanID, radix: 16) } == next)
                next += 1
            }
        }
        #expect(next == 20_001 && recorder.status.dropped == 0)
    }

    @Test func filtersFindTheCallsOfATraceOrSpan() throws {
        ServiceContext.withValue(.span(0xABC, of: 0x123)) { proxy.nothing() }
        ServiceContext.withValue(.span(0xDEF, of: 0x123)) { proxy.nothing() }
        proxy.nothing()
        recorder.flush()
        func count(_ filter: String) throws -> Int {
            recorder.count(matching: try InvocationFilter(filter)).matched
        }
        #expect(try count("trace:00000000000000000000000000000123") == 2)
        #expect(try count("trace:0000000000000abc") == 1)
        #expect(try count("trace:DEF") == 1)
        #expect(try count("has:trace") == 2 && count("-has:trace") == 1)
        #expect(try count("trace:9") == 0)
        for call in calls { #expect(try InvocationFilter("has:trace").matches(call) == (call.trace != nil)) }
    }

    @Test func callsOfTheInstrumentationItselfAreNotRecorded() {
        var context = ServiceContext.span(1)
        context.action = { [proxy] in proxy.nothing() }
        ServiceContext.withValue(context) { proxy.text("a", foundCount: 1) }
        #expect(calls.map(\.selector.name) == ["text(_:foundCount:)"])
        #expect(calls.first?.trace != nil)
    }

    @Test func theContextIsReleasedWhenTheThreadComesIntoAnotherOrEnds() throws {
        final class Tag: Sendable {
            let died: DispatchSemaphore
            init(_ died: DispatchSemaphore) { self.died = died }
            deinit { died.signal() }
        }
        let died = DispatchSemaphore(value: 0)
        func call(_ number: Int, isTagged: Bool) {
            var context = ServiceContext.span(number)
            if isTagged {
                let tag = Tag(died)
                context.action = { withExtendedLifetime(tag) {} }
            }
            ServiceContext.withValue(context) { proxy.nothing() }
        }
        call(1, isTagged: true)
        #expect(died.wait(timeout: .now()) == .timedOut)
        call(2, isTagged: false)
        #expect(died.wait(timeout: .now()) == .success)
        onThread { call(3, isTagged: true) }
        #expect(died.wait(timeout: .now() + 20) == .success)
    }

    @Test(arguments: [
        (["b3": "80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1-1-05e3ac9a4f6e3b90"], true),
        (["X-B3-TraceId": "80f198ee56343ba864fe8b2a57d3eff7", "X-B3-SpanId": "e457b5a2e4d86bd1"], false),
        (["TraceParent": "00-80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1-01"], true),
        (["traceparent": "cc-80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1-01-later"], true),
    ]) func knowsTheHeaders(headers: [String: String], isSampled: Bool) {
        var context = ServiceContext.topLevel
        context.headers = headers
        ServiceContext.withValue(context) { proxy.nothing() }
        let trace = calls.first?.trace
        #expect(trace?.traceID == "80f198ee56343ba864fe8b2a57d3eff7" && trace?.spanID == "e457b5a2e4d86bd1")
        #expect(trace?.isSampled == isSampled)
    }

    @Test(arguments: [
        "", "00", "00-0-0-0", "00-00000000000000000000000000000000-e457b5a2e4d86bd1-01",
        "00-80f198ee56343ba864fe8b2a57d3eff7-0000000000000000-01",
        "ff-80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1-01",
        "00-80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1-01-more",
        "00-80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1-0x",
        "00-+0f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1-01",
        "00-80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86b-01",
    ]) func aHeaderThatIsWrongIsNoTrace(header: String) {
        var context = ServiceContext.topLevel
        context.headers = ["traceparent": header]
        ServiceContext.withValue(context) { proxy.nothing() }
        #expect(calls.count == 1 && calls[0].trace == nil)
    }
}

/// Runs `body` on a new thread and waits until it has ended.
private func onThread(_ body: @escaping () -> Void) {
    final class Box {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    pthread_create(
        &thread,
        nil,
        { raw in
            if let raw { Unmanaged<Box>.fromOpaque(raw).takeRetainedValue().body() }
            return nil
        },
        Unmanaged.passRetained(Box(body)).toOpaque()
    )
    pthread_join(thread, nil)
}

extension RecordedValue.Content {
    fileprivate var string: String? { if case .text(let text) = self { text } else { nil } }
}
