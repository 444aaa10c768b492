// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CallExport
import ProxyCore
import Testing

@testable import FilterTestSupport
@testable import OTLPExport

@Suite struct DeliveryTests {
    /// Delivers requests with some calls, and tells which waits it asked for.
    private func deliver(
        _ count: Int,
        to receiver: SpanReceiver,
        patience: Duration? = nil,
        headers: [(name: String, value: String)] = []
    ) throws -> (outcome: Delivery.Outcome, waits: [Double]) {
        let recorder = Recorder()
        let proxy = TrafficProxy(recorder: recorder, ownerName: "Owner")
        for _ in 0..<count { proxy.nothing() }
        recorder.flush()
        var configuration = try OTLPConfiguration(endpoint: receiver.url)
        configuration.patience = patience
        configuration.headers = headers
        var requests = SpanRequests(recorder, configuration, find: recorder.exportedCalls(passing: .everything))
        for call in recorder.invocations().items { requests.add(call) }
        var delivery = Delivery(configuration, RequestSender(configuration))
        var waits: [Double] = []
        let outcome = delivery.deliver(requests) { seconds, _ in
            waits.append(seconds)
            return false
        }
        return (outcome, waits)
    }

    @Test func aRequestIsGivenUpAtOnceIfTheReceiverAsksForMoreTimeThanIsLeft() throws {
        let receiver = SpanReceiver { _, _ in .init(status: 503, headers: [("Retry-After", "86400")]) }
        let (outcome, waits) = try deliver(2, to: receiver, patience: .seconds(600))
        #expect(waits.isEmpty && outcome.sent == 0 && outcome.dropped == 2 && receiver.received.count == 1)
        #expect(outcome.failure == "it answers 503 and asks to wait for 86400 s")
    }

    @Test func aReceiverGetsTheTimeThatItAsksForIfThereIsEnough() throws {
        let receiver = SpanReceiver { _, _ in .init(status: 503, headers: [("Retry-After", "60")]) }
        #expect(try deliver(1, to: receiver, patience: .seconds(600)).waits.map { Int($0) } == [60])
        #expect(try deliver(1, to: receiver).waits.map { Int($0) } == [60])
    }

    @Test func aMessageWithoutRefusedSpansIsNoFailure() throws {
        let body = #"{"partialSuccess":{"rejectedSpans":"0","errorMessage":"attributes were cut"}}"#
        let receiver = SpanReceiver { _, _ in .init(headers: [("Content-Type", "application/json")], body: body) }
        #expect(try deliver(3, to: receiver).outcome == Delivery.Outcome(sent: 3, dropped: 0, failure: nil))
    }

    @Test func refusedSpansHaveAReasonWithoutAMessageToo() throws {
        let body = #"{"partialSuccess":{"rejectedSpans":"2"}}"#
        let receiver = SpanReceiver { _, _ in .init(headers: [("Content-Type", "application/json")], body: body) }
        let failure = "it refused 2 of 3 spans without a reason"
        #expect(try deliver(3, to: receiver).outcome == Delivery.Outcome(sent: 1, dropped: 2, failure: failure))
    }

    @Test(arguments: [("X-Tenant", "a\r\nX-Other: b"), ("X-Te\nnant", "a"), ("", "a")])
    func aHeaderFieldThatEndsALineIsNotSent(name: String, value: String) throws {
        let receiver = SpanReceiver()
        let outcome = try deliver(1, to: receiver, headers: [(name, value)]).outcome
        #expect(outcome.dropped == 1 && receiver.received.isEmpty)
        #expect(outcome.failure == "the header field '\(name)' has no name, or a character that ends a line")
    }

    @Test func anEmptyHeaderFieldIsSentAndTheLastOfOneNameCounts() throws {
        let receiver = SpanReceiver()
        let headers = [("X-Empty", ""), ("x-tenant", "a"), ("X-Tenant", "b"), ("Content-Type", "text/plain")]
        #expect(try deliver(1, to: receiver, headers: headers).outcome.sent == 1)
        let received = try #require(receiver.received.first).headers
        #expect(received["x-empty"]?.isEmpty == true && received["x-tenant"] == "b" && received["expect"] == nil)
        #expect(received["content-type"] == "application/x-protobuf" && received["content-encoding"] == "gzip")
    }
}
