// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CallModel
import Dispatch
import HTTPTestSupport
import Synchronization
import Testing

@testable import InspectorServer

/// All bounded work of the process shares its threads, so its tests run one after the other.
@Suite(.serialized) enum BoundedWorkTests {}

extension BoundedWorkTests {
    @Suite struct BackgroundWorkTests {
        /// Work that is under way until it is let go.
        private final class Workshop: Sendable {
            let counts = Mutex((running: 0, most: 0, done: 0))
            let gate = DispatchSemaphore(value: 0)

            func work() {
                counts.withLock { counts in
                    counts.running += 1
                    counts.most = max(counts.most, counts.running)
                }
                gate.wait()
                counts.withLock { counts in
                    counts.running -= 1
                    counts.done += 1
                }
            }

            func letGo(_ count: Int) { for _ in 0..<count { gate.signal() } }
        }

        /// Regression test: each request had a thread of its own.
        @Test func runsBoundedWorkOnAFewThreads() {
            let workshop = Workshop()
            for _ in 0..<40 { BackgroundWork.bounded.run { workshop.work() } }
            #expect(eventually { workshop.counts.withLock { $0.running } == BackgroundWork.boundedThreadCount })
            workshop.letGo(40)
            #expect(eventually { workshop.counts.withLock { $0.done } == 40 })
            #expect(workshop.counts.withLock { $0.most } == BackgroundWork.boundedThreadCount)
        }

        @Test func runsWaitingWorkBesideBoundedWorkThatTakesLong() {
            let workshop = Workshop()
            for _ in 0..<10 { BackgroundWork.bounded.run { workshop.work() } }
            let waiting = Workshop()
            for _ in 0..<10 { BackgroundWork.waiting.run { waiting.work() } }
            #expect(eventually { waiting.counts.withLock { $0.running } == 10 })
            waiting.letGo(10)
            workshop.letGo(10)
            #expect(eventually { workshop.counts.withLock { $0.done } == 10 })
        }

        /// Regression test: requests that wait for their answers occupied all connections.
        @Test func answersPromptRequestsBesideManyLongOnes() throws {
            let workshop = Workshop()
            let routes = [
                HTTPRoute(.get, "/long") { _ in
                    .deferred {
                        workshop.work()
                        return .json { $0.member("answer", "long") }
                    }
                },
                HTTPRoute(.get, "/prompt") { _ in .json { $0.member("answer", "prompt") } },
            ]
            try withService(.live, routes: routes) { client in
                defer { workshop.letGo(500) }
                let request = "GET /long HTTP/1.1\r\nHost: localhost:\(client.port)\r\n\r\n"
                let pipelines = try (0..<100).map { _ in
                    let socket = try TestSocket(port: client.port)
                    try socket.send(String(repeating: request, count: 5))
                    return socket
                }
                for _ in 0..<10 { #expect(try client.get("/prompt").status == 200) }
                let refused = try client.get("/long")
                #expect(refused.status == 503)
                #expect(refused.text.contains("tooManyRequests"))
                #expect(refused.headers["Retry-After"] == "1")
                withExtendedLifetime(pipelines) {}
            }
            #expect(eventually { workshop.counts.withLock { $0.running } == 0 })
        }
    }
}
