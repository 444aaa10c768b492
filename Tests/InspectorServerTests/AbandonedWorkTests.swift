// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CallExport
import Dispatch
import HTTPTestSupport
import ProxyCore
import Synchronization
import Testing

@testable import InspectorServer

/// A history so long that no search of it ends, and in which nothing matches.
private final class EndlessHistory: InvocationHistory {
    var extent: HistoryExtent { HistoryExtent(epoch: "0badc0de", startedAtNanoseconds: 0) }

    func scan(_ request: HistoryRequest, _ body: (Invocation) -> Bool) -> HistoryScan {
        HistoryScan(end: .time, matched: 0, reached: nil, isPartial: false)
    }

    func count(_ request: HistoryRequest) -> HistoryScan {
        HistoryScan(end: .time, matched: 0, reached: nil, isPartial: false)
    }

    func invocation(seq: UInt64) -> Invocation? { nil }
    var selectors: [SelectorStatistics] { [] }
    var proxies: [RecordedProxy] { [] }
    func selectors(ofRun name: String) -> [RunSelector]? { nil }
    var runs: [RecordedRun] { [] }
}

/// A client that leaves after a few writes.
private final class LeavingClient: HTTPBodySink {
    struct Left: Error {}

    private let left = Mutex(5)

    func write(_ bytes: [UInt8]) throws {
        let isThere = left.withLock { left in
            left -= 1
            return left > 0
        }
        if !isThere { throw Left() }
    }
}

extension BoundedWorkTests {
    @Suite struct AbandonedWorkTests {
        /// Regression test: without a match nothing was written, so the end of the client was not noticed.
        @Test(arguments: ExportFormat.allCases) func anExportWithoutAMatchEndsWhenItsClientLeaves(format: ExportFormat)
            throws
        {
            let export = InvocationExport(
                Recorder(replaying: EndlessHistory()),
                as: format,
                matching: try InvocationFilter("state:threw")
            )
            let client = LeavingClient()
            #expect(throws: LeavingClient.Left.self) { try export.write { try client.write($0) } }
        }

        /// Regression test: see above.
        @Test func linesWithoutAMatchEndWhenTheirClientLeaves() throws {
            let query = InvocationQuery(try InvocationFilter("state:threw"))
            let response = InvocationLines.response(query, limit: nil, Recorder(replaying: EndlessHistory()))
            guard case .produced(let produce) = response.body else { throw LeavingClient.Left() }
            #expect(throws: LeavingClient.Left.self) { try produce(LeavingClient()) }
        }

        @Test func deferredWorkIsToldThatItsClientHasLeft() throws {
            let isWaiting = Atomic<Bool>(false)
            let hasLeft = Atomic<Bool>(false)
            let route = HTTPRoute(.get, "/wait") { call in
                .deferred(as: .waiting) {
                    isWaiting.store(!call.request.clientHasLeft(), ordering: .relaxed)
                    hasLeft.store(eventually { call.request.clientHasLeft() }, ordering: .relaxed)
                    return HTTPResponse(status: 200)
                }
            }
            try withService(.live, routes: [route]) { client in
                let socket = try TestSocket(port: client.port)
                try socket.send("GET /wait HTTP/1.1\r\nHost: localhost:\(client.port)\r\n\r\n")
                #expect(eventually { isWaiting.load(ordering: .relaxed) })
                socket.close()
                #expect(eventually { hasLeft.load(ordering: .relaxed) })
            }
        }

        /// Regression test: a page that gave up its searches waited behind them.
        @Test func answersClientsThatHaveLeftAfterTheOthers() throws {
            let gate = DispatchSemaphore(value: 0)
            let begun = Mutex<[String]>([])
            let asked = Mutex(0)
            let routes = [
                HTTPRoute(.get, "/search", parameters: ["text"]) { call in
                    let text = call.parameters["text"] ?? ""
                    asked.withLock { $0 += 1 }
                    return .deferred {
                        begun.withLock { $0.append(text) }
                        gate.wait()
                        return .json { $0.member("text", text) }
                    }
                },
                HTTPRoute(.get, "/prompt") { _ in .json { $0.member("answer", "prompt") } },
            ]
            try withService(.live, routes: routes) { client in
                func search(_ text: String, _ count: Int) throws -> TestSocket {
                    let socket = try TestSocket(port: client.port)
                    try socket.send("GET /search?text=\(text) HTTP/1.1\r\nHost: localhost:\(client.port)\r\n\r\n")
                    #expect(eventually { asked.withLock { $0 } == count })
                    return socket
                }
                defer { for _ in 0..<100 { gate.signal() } }
                let running = BackgroundWork.boundedThreadCount
                let first = try (1...running).map { try search("first", $0) }
                #expect(eventually { begun.withLock { $0.count } == running })
                let givenUp = try (1...8).map { try search("givenUp", running + $0) }
                let wanted = try search("wanted", running + 9)
                for socket in givenUp { socket.close() }
                // The thread that accepts a connection has noticed what ended before.
                #expect(try client.get("/prompt").status == 200)
                gate.signal()
                #expect(eventually { begun.withLock { $0.count } == running + 1 })
                #expect(begun.withLock { $0.last } == "wanted")
                for _ in 0..<running + 8 { gate.signal() }
                for socket in first + [wanted] { #expect(try socket.reply().status == 200) }
                // They are answered all the same: some clients only close their sending side.
                #expect(eventually { begun.withLock { $0.count } == running + 9 })
            }
        }
    }
}
