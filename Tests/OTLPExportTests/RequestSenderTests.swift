// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

@testable import OTLPExport

@Suite struct RequestSenderTests {
    private static let accepted = OTLPReply.accepted(refused: 0, message: "")

    /// Regression test: one of some hundred requests of `URLSession` was not sent until its time was up.
    @Test func eachRequestIsAnsweredAtOnceWhileOtherSendersSend() throws {
        let receivers = (0..<4).map { _ in SpanReceiver() }
        let failures = Mutex<[String]>([])
        try receivers.forEach { receiver in
            let sender = RequestSender(try OTLPConfiguration(endpoint: receiver.url))
            Thread {
                for number in 1...300 {
                    let reply = sender.send([1, 2, 3], as: .json)
                    if reply != Self.accepted { failures.withLock { $0.append("\(number): \(reply)") } }
                }
                _ = sender.send([], as: .json)
            }.start()
        }
        #expect(receivers.allSatisfy { $0.has(301) })
        #expect(failures.withLock { $0 }.isEmpty)
    }

    @Test func aConnectionThatWasClosedMeanwhileIsReplaced() throws {
        let receiver = SpanReceiver { _, _ in .init(isLast: true) }
        let sender = RequestSender(try OTLPConfiguration(endpoint: receiver.url))
        for _ in 0..<20 { #expect(sender.send([1, 2, 3], as: .json) == Self.accepted) }
        #expect(receiver.received.allSatisfy { $0.body == [1, 2, 3] })
    }

    @Test func aRequestThatWaitsForItsAnswerEndsWhenItIsCancelled() throws {
        let isOver = DispatchSemaphore(value: 0)
        let receiver = SpanReceiver { _, _ in
            isOver.wait()
            return .init()
        }
        var configuration = try OTLPConfiguration(endpoint: receiver.url)
        configuration.timeout = .seconds(3_600)
        let sender = RequestSender(configuration)
        Thread {
            _ = receiver.has(1)
            sender.cancel()
        }.start()
        #expect(sender.send([1], as: .json) == .again(after: nil, failure: "cancelled"))
        #expect(sender.send([1], as: .json) == .again(after: nil, failure: "stopped before it was sent"))
        isOver.signal()
    }

    @Test func aLargeBodyIsSentWhole() throws {
        let receiver = SpanReceiver()
        let sender = RequestSender(try OTLPConfiguration(endpoint: receiver.url))
        let body = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        #expect(sender.send(body, as: .protobuf) == Self.accepted)
        #expect(receiver.received.map { $0.body == body } == [true])
    }

    @Test func onlyHTTPIsSpoken() throws {
        var configuration = try OTLPConfiguration(endpoint: "http://127.0.0.1:1")
        configuration.url = URL(fileURLWithPath: "/etc/hostname")
        guard case .again(nil, let failure) = RequestSender(configuration).send([1], as: .json) else {
            Issue.record("a file was read")
            return
        }
        #expect(failure.contains("file"))
    }
}
