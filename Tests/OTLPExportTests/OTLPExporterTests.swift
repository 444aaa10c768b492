// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import ProxyCore
import ProxyTestSupport
import Synchronization
import Testing

@testable import FilterTestSupport
@testable import OTLPExport

/// Writes nothing before it may, or a test has waited for too long.
private final class StuckSink: InvocationSink {
    private let permission = DispatchSemaphore(value: 0)
    private let gaveUp = Atomic<Bool>(false)

    var hasGivenUp: Bool { gaveUp.load(ordering: .acquiring) }

    func letGo() { permission.signal() }

    func write(_ batch: SinkBatch) {
        if permission.wait(timeout: .now() + 120) == .timedOut { gaveUp.store(true, ordering: .releasing) }
        // For the next write.
        permission.signal()
    }

    func finish() {}
}

@Suite struct OTLPExporterTests {
    private let recorder: Recorder
    private let proxy: TrafficProxy
    private let target = TrafficTarget()
    /// For an exporter whose receiver answers.
    private static let patience = Duration.seconds(300)

    init() {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        recorder = Recorder(configuration)
        proxy = TrafficProxy(recorder: recorder, ownerName: "Owner")
        proxy.setForwardDelegate(target, retain: true)
    }

    private func configuration(
        _ receiver: SpanReceiver,
        _ adjust: (inout OTLPConfiguration) -> Void = { _ in }
    ) throws -> OTLPConfiguration {
        var configuration = try OTLPConfiguration(endpoint: receiver.url)
        configuration.encoding = .json
        configuration.isCompressed = false
        configuration.interval = .milliseconds(10)
        adjust(&configuration)
        return configuration
    }

    @Test func callsBecomeSpansWithTheirParents() throws {
        let receiver = SpanReceiver()
        target.onText = { [proxy] in proxy.nothing() }
        proxy.text("a", foundCount: 1)
        _ = try? proxy.load("")
        let exporter = OTLPExporter(recorder, configuration: try configuration(receiver))
        try exporter.start()
        let status = exporter.stop(within: Self.patience)
        #expect(status.sent == 3 && status.dropped == 0 && status.waiting == 0 && status.failure == nil)
        let spans = try receiver.spans.sorted { $0.spanId < $1.spanId }
        #expect(
            spans.map(\.name) == [
                "TrafficDelegate.text(_:foundCount:)", "EmptyDelegate.nothing()", "TrafficDelegate.load(_:)",
            ]
        )
        #expect(spans[0].parentSpanId == nil && spans[1].parentSpanId == spans[0].spanId)
        #expect(spans[1].traceId == spans[0].traceId && spans[2].traceId != spans[0].traceId)
        #expect(spans.allSatisfy { $0.traceId.count == 32 && $0.spanId.count == 16 && $0.kind == 1 })
        let first = try #require(recorder.invocations().items.last)
        #expect(spans[0].startTimeUnixNano == "\(first.startedAtNanoseconds)")
        let duration = Int64(first.durationNanoseconds ?? 0)
        #expect(spans[0].endTimeUnixNano == "\(first.startedAtNanoseconds + duration)")
        #expect(spans[0]["code.function.name"] == spans[0].name && spans[0]["delegate.call.id"] == first.id.description)
        #expect(spans[0]["thread.id"] == "\(first.thread.id)" && spans[0]["delegate.return_path"] == "target")
        #expect(spans[0]["delegate.argument.text"] == nil)
        #expect(spans[2].status?.code == 2 && spans[2]["error.type"] == "TrafficError")
        let exception = try #require(spans[2].events?.first)
        #expect(
            exception.name == "exception" && exception.attributes.map(\.key) == ["exception.type", "exception.message"]
        )
        let request = try #require(receiver.received.first)
        #expect(request.path == "/v1/traces" && request.headers["content-type"] == "application/json")
        #expect(recorder.exportStatus == nil)
    }

    @Test func anExporterWithoutAThreadSaysSoAndLetsAnotherOneStart() throws {
        let receiver = SpanReceiver()
        let refused = OTLPExporter(recorder, configuration: try configuration(receiver)) { _, _ in EAGAIN }
        #expect(throws: OTLPError(.noThread, "\(EAGAIN)")) { try refused.start() }
        #expect(refused.stop(within: Self.patience).sent == 0 && recorder.exportStatus == nil)
        let exporter = OTLPExporter(recorder, configuration: try configuration(receiver))
        try exporter.start()
        proxy.nothing()
        #expect(exporter.stop(within: Self.patience).sent == 1)
    }

    /// Regression test: it ended after a batch, and no exporter of the recorder could be started any more.
    @Test func anExporterThatWasStoppedBeforeItsStartSaysSoAndLetsAnotherOneStart() throws {
        let receiver = SpanReceiver()
        let exporter = OTLPExporter(recorder, configuration: try configuration(receiver))
        exporter.stop()
        #expect(throws: OTLPError(.stopped, receiver.url + "/v1/traces")) { try exporter.start() }
        #expect(recorder.exportStatus == nil)
        let another = OTLPExporter(recorder, configuration: try configuration(receiver))
        try another.start()
        proxy.nothing()
        #expect(another.stop(within: Self.patience).sent == 1 && recorder.exportStatus == nil)
    }

    /// Regression test: the second start returned, and nothing was sent.
    @Test func anExporterThatHasEndedSaysThatItCannotStartAgain() throws {
        let receiver = SpanReceiver()
        let exporter = OTLPExporter(recorder, configuration: try configuration(receiver))
        try exporter.start()
        try exporter.start()
        exporter.stop(within: Self.patience)
        #expect(throws: OTLPError(.stopped, receiver.url + "/v1/traces")) { try exporter.start() }
        #expect(recorder.exportStatus == nil)
    }

    @Test func aChildProcessWaitsForNoExporter() async {
        await #expect(processExitsWith: .success) {
            let recorder = Recorder()
            // A receiver that is never asked: there are no calls.
            guard let configuration = try? OTLPConfiguration(endpoint: "http://127.0.0.1:9") else { _exit(1) }
            let exporter = OTLPExporter(recorder, configuration: configuration)
            guard (try? exporter.start()) != nil else { _exit(2) }
            let code = ChildProcess.run { exporter.stop().sent == 0 && exporter.status.waiting == 0 ? 0 : 3 }
            precondition(code == 0, "\(code ?? -1)")
            precondition(exporter.stop().sent == 0)
        }
    }

    @Test func valuesAreSentWhenAskedAndRedactionsStay() throws {
        let receiver = SpanReceiver()
        proxy.text("a secret?", foundCount: 7)
        proxy.any(Secret(), named: "b")
        let exporter = OTLPExporter(recorder, configuration: try configuration(receiver) { $0.hasValues = true })
        try exporter.start()
        exporter.stop()
        let spans = try receiver.spans
        #expect(spans[0]["delegate.argument.text"] == "\"a secret?\"" && spans[0]["delegate.argument.count"] == "7")
        #expect(spans[1]["delegate.argument.value"] == "‹redacted›")
    }

    @Test func onlyCallsThatPassAreSentAndTheirParentIsTheNearestThatIs() throws {
        let receiver = SpanReceiver()
        let depth = Mutex(0)
        target.onText = { [proxy] in
            let level = depth.withLock {
                $0 += 1; return $0
            }
            if level < 3 { proxy.text("\(level)", foundCount: level) } else { proxy.nothing() }
        }
        proxy.text("0", foundCount: 0)
        let filter = try InvocationFilter("-arg.count:1")
        let exporter = OTLPExporter(recorder, configuration: try configuration(receiver) { $0.filter = filter })
        try exporter.start()
        exporter.stop()
        let spans = try receiver.spans.sorted { $0.spanId < $1.spanId }
        #expect(spans.count == 3 && spans[1].parentSpanId == spans[0].spanId)
        #expect(spans[2].parentSpanId == spans[1].spanId && Set(spans.map(\.traceId)).count == 1)
    }

    @Test func requestsAreSentAgainUntilTheyAreAccepted() throws {
        let receiver = SpanReceiver { number, _ in
            switch number {
            case 0: .init(closes: true)
            case 1: .init(status: 503, headers: [("Retry-After", "0")])
            default: .init()
            }
        }
        let exporter = OTLPExporter(recorder, configuration: try configuration(receiver))
        try exporter.start()
        proxy.nothing()
        #expect(receiver.has(3))
        let status = exporter.stop(within: Self.patience)
        #expect(status.sent == 1 && status.dropped == 0 && status.retries == 2 && status.failure == nil)
        #expect(Set(try receiver.spans.map(\.spanId)).count == 1)
    }

    @Test func aRefusedRequestIsDroppedAndCounted() throws {
        let receiver = SpanReceiver { number, _ in number == 0 ? .init(status: 400, body: "bad") : .init() }
        let exporter = OTLPExporter(recorder, configuration: try configuration(receiver) { $0.batchCount = 2 })
        for _ in 0..<5 { proxy.nothing() }
        recorder.flush()
        try exporter.start()
        let status = exporter.stop(within: Self.patience)
        #expect(status.sent == 3 && status.dropped == 2 && status.failure == nil)
    }

    @Test func spansThatTheReceiverDoesNotWantAreCounted() throws {
        let body = #"{"partialSuccess":{"rejectedSpans":"2","errorMessage":"full"}}"#
        let receiver = SpanReceiver { _, _ in .init(headers: [("Content-Type", "application/json")], body: body) }
        let exporter = OTLPExporter(recorder, configuration: try configuration(receiver))
        for _ in 0..<5 { proxy.nothing() }
        // So that they are sent together: the receiver refuses two of each request.
        recorder.flush()
        try exporter.start()
        let status = exporter.stop(within: Self.patience)
        #expect(status.sent == 3 && status.dropped == 2 && status.failure == "full")
    }

    @Test func theOtherEncodingIsUsedAfter415() throws {
        let receiver = SpanReceiver { _, request in
            .init(status: request.headers["content-type"] == "application/json" ? 200 : 415)
        }
        let exporter = OTLPExporter(recorder, configuration: try configuration(receiver) { $0.encoding = .protobuf })
        try exporter.start()
        proxy.nothing()
        #expect(receiver.has(2))
        proxy.nothing()
        #expect(receiver.has(3))
        #expect(exporter.stop(within: Self.patience).sent == 2)
        let types = receiver.received.map { $0.headers["content-type"] }
        #expect(types == ["application/x-protobuf", "application/json", "application/json"])
    }

    @Test func aRedirectionIsNotFollowed() throws {
        let receiver = SpanReceiver { _, _ in .init(status: 302, headers: [("Location", "/elsewhere")]) }
        let exporter = OTLPExporter(recorder, configuration: try configuration(receiver))
        proxy.nothing()
        try exporter.start()
        let status = exporter.stop(within: Self.patience)
        #expect(status.dropped == 1 && status.failure?.contains("/elsewhere") == true && receiver.received.count == 1)
    }

    @Test func whatIsEvictedBeforeItCouldBeSentCountsAsDropped() throws {
        var small = RecorderConfiguration()
        small.storedCountLimit = 1_000
        let recorder = Recorder(small)
        let proxy = TrafficProxy(recorder: recorder, ownerName: "Owner")
        for _ in 0..<3_000 {
            proxy.nothing()
            recorder.flush()
        }
        let receiver = SpanReceiver()
        let exporter = OTLPExporter(recorder, configuration: try configuration(receiver))
        try exporter.start()
        let status = exporter.stop(within: Self.patience)
        #expect(status.sent + status.dropped == 3_000 && status.dropped >= 2_000)
        #expect(try receiver.spans.count == Int(status.sent))
    }

    @Test func stoppingWithoutAReceiverEndsInTimeAndCounts() throws {
        let receiver = SpanReceiver()
        receiver.stop()
        let exporter = OTLPExporter(recorder, configuration: try configuration(receiver))
        try exporter.start()
        for _ in 0..<10 { proxy.nothing() }
        recorder.flush()
        #expect(comesTrue { exporter.status.failure != nil })
        let start = ContinuousClock.now
        let status = exporter.stop(within: .milliseconds(300))
        #expect(status.dropped == 10 && status.sent == 0)
        #expect(status.failure?.contains("connect") == true, "\(status)")
        #expect(ContinuousClock.now - start < .seconds(30))
        #expect(exporter.stop() == status)
    }

    /// Regression test: it waited for the recorder without a limit.
    @Test func stoppingEndsInTimeWhileTheRecorderWaitsForItsSink() throws {
        var small = RecorderConfiguration()
        small.overflowPolicy = .wait
        small.storedCountLimit = 100
        let recorder = Recorder(small)
        let proxy = TrafficProxy(recorder: recorder, ownerName: "Owner")
        let sink = StuckSink()
        recorder.attach(sink)
        // The thread's ring has room for them, the store for some.
        for _ in 0..<1_000 { proxy.nothing() }
        let receiver = SpanReceiver()
        let exporter = OTLPExporter(recorder, configuration: try configuration(receiver))
        try exporter.start()
        exporter.stop(within: .milliseconds(10))
        #expect(!sink.hasGivenUp && recorder.status.unaccounted > 0)
        sink.letGo()
        recorder.detachSink()
        #expect(recorder.status.recorded == 1_000)
    }

    /// Regression test: it went on with the calls that were recorded meanwhile, until the time was up, and counted those
    /// that it had not sent then as dropped.
    @Test func stoppingEndsAtWhatWasRecordedBefore() throws {
        // Each request is followed by more calls than it has.
        let receiver = SpanReceiver { [proxy, recorder] _, _ in
            for _ in 0..<3 { proxy.nothing() }
            recorder.flush()
            return .init()
        }
        let exporter = OTLPExporter(recorder, configuration: try configuration(receiver) { $0.batchCount = 1 })
        for _ in 0..<5 { proxy.nothing() }
        recorder.flush()
        try exporter.start()
        let status = exporter.stop(within: .seconds(60))
        #expect(status.sent >= 5 && status.dropped == 0 && status.waiting == 0 && status.failure == nil)
        #expect(recorder.status.lastPosition > status.sent)
    }

    /// Regression test: each batch that was left was encoded after the time was up, and counted as a repeated request.
    @Test(arguments: ["", "protocol:EmptyDelegate"]) func whatIsLeftWhenTheTimeIsUpIsDroppedWithoutBeingTried(
        filter: String
    ) throws {
        let isOver = DispatchSemaphore(value: 0)
        defer { isOver.signal() }
        // It answers nothing until the test is over.
        let receiver = SpanReceiver { _, _ in
            isOver.wait()
            isOver.signal()
            return .init()
        }
        for _ in 0..<50 {
            proxy.nothing()
            proxy.text("a", foundCount: 1)
        }
        recorder.flush()
        let passing = try InvocationFilter(filter)
        let exporter = OTLPExporter(
            recorder,
            configuration: try configuration(receiver) {
                $0.batchCount = 1
                $0.filter = passing
            }
        )
        try exporter.start()
        #expect(receiver.has(1))
        let status = exporter.stop(within: .zero)
        #expect(status.dropped == (filter.isEmpty ? 100 : 50) && status.sent == 0 && status.waiting == 0)
        #expect(status.retries == 0 && status.failure != nil && receiver.received.count == 1)
    }

    @Test func aRecorderHasOneExporter() throws {
        let receiver = SpanReceiver()
        let first = OTLPExporter(recorder, configuration: try configuration(receiver))
        try first.start()
        let second = OTLPExporter(recorder, configuration: try configuration(receiver))
        #expect(throws: OTLPError.self) { try second.start() }
        first.stop()
        try second.start()
        #expect(recorder.exportStatus?.endpoint == receiver.url + "/v1/traces")
        second.stop()
    }

    @Test func theStatusHasNoCredentials() throws {
        let configuration = try OTLPConfiguration(endpoint: "https://user:word@a.example")
        #expect(OTLPExporter(recorder, configuration: configuration).status.endpoint == "https://a.example/v1/traces")
    }

    @Test func headersAreSentWithEachRequest() throws {
        let receiver = SpanReceiver()
        let headers = [("Authorization", "Bearer x"), ("X-Tenant", "t")]
        let exporter = OTLPExporter(recorder, configuration: try configuration(receiver) { $0.headers = headers })
        proxy.nothing()
        try exporter.start()
        exporter.stop()
        let request = try #require(receiver.received.first)
        #expect(request.headers["authorization"] == "Bearer x" && request.headers["x-tenant"] == "t")
    }

    @Test func manyCallsAreSentOnceEachWhileTheyAreMade() async throws {
        let receiver = SpanReceiver { number, _ in number % 3 == 1 ? .init(status: 503) : .init() }
        let exporter = OTLPExporter(
            recorder,
            configuration: try configuration(receiver) { $0.batchCount = 500 }
        )
        try exporter.start()
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask { [proxy] in for _ in 0..<500 { proxy.nothing() } }
            }
        }
        let status = exporter.stop(within: .seconds(60))
        #expect(status.sent == 2_000 && status.dropped == 0)
        let accepted = receiver.received.enumerated().filter { $0.offset % 3 != 1 }.map(\.element)
        let ids = try accepted.flatMap { try ReceivedRequest($0).spans.map(\.spanId) }
        #expect(ids.count == 2_000 && Set(ids).count == 2_000)
    }

    @Test func aCallIsSentOnceWhenItsClosureWasCalled() throws {
        let receiver = SpanReceiver()
        let answerer = LateAnswerer()
        let asking = AskingProxy(recorder: recorder, ownerName: "Questions")
        asking.setForwardDelegate(answerer, retain: true)
        let exporter = OTLPExporter(
            recorder,
            configuration: try configuration(receiver) { $0.completionTime = .seconds(3_600) }
        )
        try exporter.start()
        asking.ask("first?") { _, _ in }
        asking.ask("second?") { _, _ in }
        proxy.nothing()
        #expect(receiver.has(1))
        #expect(try receiver.spans.map(\.name) == ["EmptyDelegate.nothing()"])
        // The exporter reads the answer after the receiver has counted the request.
        #expect(comesTrue { exporter.status.waiting == 2 })
        answerer.takeAnswer()?(7, nil)
        #expect(receiver.has(2))
        let status = exporter.stop(within: Self.patience)
        #expect(status.sent == 3 && status.waiting == 0)
        let spans = try receiver.spans.dropFirst()
        #expect(spans.map { $0["delegate.completion.state"] } == ["called", "pending"])
        #expect(spans.first?.events?.map(\.name) == ["completion.called"])
        #expect(spans.first?.events?.first?.attributes.first?.value.stringValue == "answer")
    }

    @Test func aRecordingIsSentInTheOrderOfItsCalls() throws {
        let receiver = SpanReceiver()
        target.onText = { [proxy] in proxy.nothing() }
        for number in 0..<10 { proxy.text("a", foundCount: number) }
        recorder.flush()
        let status = try configuration(receiver) { $0.batchCount = 7 }.send(recorder)
        #expect(status.sent == 20 && status.dropped == 0)
        let spans = try receiver.spans
        #expect(spans.map(\.spanId) == spans.map(\.spanId).sorted() && receiver.received.count == 3)
        #expect(spans.count { $0.parentSpanId != nil } == 10)
    }

    /// Regression test: each of the batches that were left was tried for as long as the first one.
    @Test func aReceiverThatIsAwayForTooLongGetsNoMoreOfARecording() throws {
        let receiver = SpanReceiver { number, _ in
            number == 0 ? .init() : .init(status: 503, headers: [("Retry-After", "86400")])
        }
        for _ in 0..<10 { proxy.nothing() }
        recorder.flush()
        let configuration = try configuration(receiver) {
            $0.batchCount = 2
            $0.patience = .seconds(600)
        }
        let status = try configuration.send(recorder)
        #expect(receiver.received.count == 2 && status.sent == 2 && status.dropped == 8 && status.retries == 0)
        #expect(status.failure == "it answers 503 and asks to wait for 86400 s")
    }

    @Test func theProgressOfARecordingSaysWhyARequestIsSentAgain() throws {
        let receiver = SpanReceiver { number, _ in
            number == 0 ? .init(status: 503, headers: [("Retry-After", "0")]) : .init()
        }
        for _ in 0..<3 { proxy.nothing() }
        recorder.flush()
        var steps: [(last: UInt64, failure: String?)] = []
        let status = try configuration(receiver).send(recorder) { steps.append(($1, $2)) }
        #expect(status.sent == 3 && status.retries == 1 && status.failure == nil)
        #expect(steps.map(\.last) == [3, 3] && steps.map(\.failure) == ["it answers 503", nil])
    }

    /// Regression test: the parent was a span that is not sent.
    @Test func aRunningCallIsNoParentInARecording() throws {
        let receiver = SpanReceiver()
        let configuration = try configuration(receiver)
        target.onText = { [proxy, recorder] in
            proxy.nothing()
            recorder.flush()
            _ = try? configuration.send(recorder)
        }
        proxy.text("a", foundCount: 1)
        let spans = try receiver.spans
        #expect(spans.map(\.name) == ["EmptyDelegate.nothing()"] && spans.first?.parentSpanId == nil)
    }
}
