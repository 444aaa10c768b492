// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Logging
import ProxyCore
import Synchronization
import Testing

@testable import InspectorServer

/// What requests answer that can't read a recording, and those beside them that can.
@Suite struct ReadFailureTests {
    /// A history that can't read its first call, and reads the second one when it is told to.
    private final class FaultyHistory: InvocationHistory {
        let isAsked = DispatchSemaphore(value: 0)
        let mayAnswer = DispatchSemaphore(value: 0)
        private let lastFailure = Mutex<HistoryFailure?>(nil)

        var failure: HistoryFailure? { lastFailure.withLock { $0 } }

        var extent: HistoryExtent { HistoryExtent(epoch: "0badc0de", startedAtNanoseconds: 0) }

        func invocation(seq: UInt64) -> Invocation? {
            if seq == 1 {
                let new = HistoryFailure(number: (failure?.number ?? 0) + 1, description: "calls.sqlite is gone.")
                lastFailure.withLock { $0 = new }
                new.tell()
            } else {
                isAsked.signal()
                mayAnswer.wait()
            }
            return nil
        }

        private let nothing = HistoryScan(end: .complete, matched: 0, reached: nil, isPartial: false)
        func scan(_ request: HistoryRequest, _ body: (Invocation) -> Bool) -> HistoryScan { nothing }
        func count(_ request: HistoryRequest) -> HistoryScan { nothing }
        var selectors: [SelectorStatistics] { [] }
        var proxies: [RecordedProxy] { [] }
        func selectors(ofRun name: String) -> [RunSelector]? { nil }
        var runs: [RecordedRun] { [] }
    }

    /// Regression test: the last failure of the history was taken for that of each request at work.
    @Test func aRequestFailsForWhatItCannotReadItselfAlone() throws {
        let history = FaultyHistory()
        let code = Mutex<String?>(nil)
        let isDone = DispatchSemaphore(value: 0)
        let routes = APIRoutes.all(recorder: Recorder(replaying: history), server: { ServerStatus() })
        DispatchQueue.global().async {
            let reply = try? withService(.direct, routes: routes) { try $0.get("/api/v1/invocations/2") }
            let found = try? reply?.json()["code"]?.text
            code.withLock { $0 = found }
            isDone.signal()
        }
        history.isAsked.wait()
        try withService(.direct, routes: routes) { client in
            let reply = try client.get("/api/v1/invocations/1")
            #expect(reply.status == 503)
            #expect(try reply.json()["code"]?.text == "recordingUnreadable")
        }
        history.mayAnswer.signal()
        isDone.wait()
        #expect(code.withLock { $0 } == "unknownInvocation")
    }

    /// Regression test: what a streamed answer could not read was not in the log.
    @Test(arguments: [false, true]) func whatAStreamedAnswerCannotReadIsLoggedOnce(isDeferred: Bool) throws {
        let failure = HistoryFailure(number: 1, description: "calls.sqlite is damaged.")
        let streamed = HTTPResponse(
            status: 200,
            body: .produced { sink in
                try sink.write(Array("{}".utf8))
                throw failure
            }
        )
        let route = HTTPRoute(.get, "/lines") { _ in isDeferred ? HTTPResponse.deferred { streamed } : streamed }
        let lines = LineLog()
        let log = ReadFailureLog(Logger(label: "test") { _ in lines })
        let recorder = Recorder(replaying: FaultyHistory())
        try withService(.direct, routes: [route.tellingFailures(of: recorder, to: log)]) { client in
            for _ in 1...2 { #expect(throws: HistoryFailure.self) { try client.get("/lines") } }
        }
        #expect(lines.lines == ["warning calls.sqlite is damaged."])
    }
}
