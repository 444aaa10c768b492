// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CHTTP
import Dispatch
import HTTPTestSupport
import Synchronization
import Testing

@Suite struct RingTests {
    /// A server on which every request opens a stream of the single ring.
    private final class Setting: Sendable {
        let ring = Mutex<TestRing?>(nil)
        let start = Mutex<UInt64>(0)
    }

    private func withRing(
        byteLimit: Int = 4096,
        eventLimit: Int = 64,
        basePosition: UInt64 = 0,
        adjusting adjust: (inout chttp_server_options) -> Void = { _ in },
        _ body: (TestServer, TestRing, (UInt64) throws -> TestSocket) throws -> Void
    ) throws {
        let setting = Setting()
        let handler: TestServer.Handler = { server, request in
            openStream(server, request, setting.ring.withLock { $0 }, after: setting.start.withLock { $0 })
        }
        try TestServer.run(adjusting: adjust, handler: handler) { server in
            let ring = try TestRing(
                server,
                byteLimit: byteLimit,
                eventLimit: eventLimit,
                basePosition: basePosition
            )
            defer { ring.release() }
            setting.ring.withLock { $0 = ring }
            try body(server, ring) { start in
                setting.start.withLock { $0 = start }
                let socket = try server.connect()
                try socket.request("GET", "/")
                return socket
            }
            setting.ring.withLock { $0 = nil }
        }
    }

    private func events(_ range: ClosedRange<UInt64>) -> String { range.map { "event \($0)\n" }.joined() }

    @Test func deliversToEveryStreamInOrder() throws {
        try withRing { _, ring, open in
            let sockets = try (0..<5).map { _ in try open(0) }
            for socket in sockets {
                #expect(try socket.head().status == 200)
                #expect(try socket.text(endingWith: "hello\n") == "hello\n")
            }
            ring.append(positions: 1...3)
            ring.append(positions: 4...6)
            for socket in sockets { #expect(try socket.text(endingWith: "event 6\n") == events(1...6)) }
        }
    }

    @Test func joinsExactlyAfterAPosition() throws {
        try withRing { _, ring, open in
            ring.append(positions: 1...10)
            let socket = try open(7)
            #expect(try socket.head().status == 200)
            #expect(try socket.text(endingWith: "event 10\n") == "hello\n" + events(8...10))
            ring.append(positions: 11...11)
            #expect(try socket.text(endingWith: "event 11\n") == events(11...11))
        }
    }

    @Test func skipsEventsThatWereReplayedBeforeTheyReachedTheRing() throws {
        try withRing { _, ring, open in
            ring.append(positions: 1...2)
            let socket = try open(5)
            #expect(try socket.head().status == 200)
            #expect(try socket.text(endingWith: "hello\n") == "hello\n")
            ring.append(positions: 3...4)
            ring.append([(5, "event 5\n"), (0, "between\n"), (6, "event 6\n")])
            #expect(try socket.text(endingWith: "event 6\n") == "between\nevent 6\n")
            #expect(ring.gaps.isEmpty)
        }
    }

    @Test func saysWhenTheJoinPointIsNoLongerKept() throws {
        try withRing(eventLimit: 16, basePosition: 100) { _, ring, open in
            #expect(try open(99).reply().body == "EEVICTED")
            ring.append(positions: 101...120)
            #expect(try open(103).reply().body == "EEVICTED")
            let socket = try open(104)
            #expect(try socket.head().status == 200)
            #expect(try socket.text(endingWith: "event 120\n") == "hello\n" + events(105...120))
        }
    }

    /// Regression test: while no further position came, nobody could join.
    @Test func joinsAfterTheNewestPositionThoughLaterEventsWithoutOneWereEvicted() throws {
        try withRing(eventLimit: 16) { _, ring, open in
            ring.append(positions: 1...3)
            ring.append((1...20).map { (0, "update \($0)\n") })
            #expect(try open(2).reply().body == "EEVICTED")
            let socket = try open(3)
            #expect(try socket.head().status == 200)
            let kept = (5...20).map { "update \($0)\n" }.joined()
            #expect(try socket.text(endingWith: "update 20\n") == "hello\n" + kept)
            ring.append(positions: 4...4)
            #expect(try socket.text(endingWith: "event 4\n") == events(4...4))
            #expect(ring.gaps.isEmpty)
        }
    }

    @Test func givesTheExactGapWhenAStreamIsOverrun() throws {
        try withRing(eventLimit: 16) { server, ring, open in
            let socket = try open(0)
            #expect(try socket.head().status == 200)
            _ = try socket.text(endingWith: "hello\n")
            ring.append(positions: 1...2)
            #expect(try socket.text(endingWith: "event 2\n") == events(1...2))
            ring.append((3...50).map { ($0, "event \($0)\n") }, waking: false)
            ring.wake()
            #expect(try socket.text(endingWith: "event 50\n") == "gap 3-34 32\n" + events(35...50))
            #expect(server.statistics.gaps == 1)
            #expect(server.statistics.missed_events == 32)
            #expect(server.statistics.delivered_events == 18)
        }
    }

    @Test func countsPassedPositionsOutOfTheGap() throws {
        try withRing(eventLimit: 16) { _, ring, open in
            let socket = try open(0)
            #expect(try socket.head().status == 200)
            _ = try socket.text(endingWith: "hello\n")
            ring.append(positions: 1...1)
            #expect(try socket.text(endingWith: "event 1\n") == events(1...1))
            // Positions 2 to 40 did not match the filter of this ring.
            ring.advance(to: 40, block: "id: 40\n\n")
            ring.append([(0, "tick\n")])
            #expect(try socket.text(endingWith: "tick\n") == "tick\n")
            ring.append((41...80).map { ($0, "event \($0)\n") }, waking: false)
            ring.wake()
            #expect(try socket.text(endingWith: "event 80\n") == "gap 41-64 24\n" + events(65...80))
        }
    }

    @Test func neverTearsAnEventThatIsLargerThanOneRead() throws {
        try withRing(byteLimit: 1 << 20) { _, ring, open in
            let socket = try open(0)
            #expect(try socket.head().status == 200)
            _ = try socket.text(endingWith: "hello\n")
            let large = String(repeating: "x", count: 200_000) + "\n"
            ring.append([(1, large), (2, "event 2\n")])
            #expect(try socket.text(endingWith: "event 2\n") == large + "event 2\n")
        }
    }

    @Test func refusesWhatDoesNotFit() throws {
        try withRing { server, ring, _ in
            #expect(ring.append([(1, String(repeating: "x", count: 1025))]) == CHTTP_EARGUMENT.rawValue)
            #expect(ring.append([(1, "")]) == CHTTP_EARGUMENT.rawValue)
            #expect(ring.append([(2, "a"), (2, "b")]) == CHTTP_EARGUMENT.rawValue)
            #expect(ring.append([(5, "a")]) == 0)
            #expect(ring.append([(4, "a")]) == CHTTP_EARGUMENT.rawValue)
            #expect(throws: CHTTPFailure.self) { try TestRing(server, byteLimit: 5000) }
        }
    }

    @Test func wrapsAroundItsRing() throws {
        try withRing(byteLimit: 4096, eventLimit: 1024) { _, ring, open in
            let socket = try open(0)
            #expect(try socket.head().status == 200)
            _ = try socket.text(endingWith: "hello\n")
            for position in UInt64(1)...300 {
                let text = "\(position) " + String(repeating: "y", count: Int(position) % 97) + "\n"
                ring.append([(position, text)])
                #expect(try socket.text(endingWith: text) == text)
            }
        }
    }

    @Test func livesUntilItsLastStreamHasGone() throws {
        try withRing { server, _, _ in
            let ring = try TestRing(server)
            #expect(ring.streamCount == 0)
            ring.release()
            #expect(ring.isDestroyed)
        }
        try withRing { _, ring, open in
            let socket = try open(0)
            _ = try socket.head()
            #expect(ring.streamCount == 1)
            socket.close()
            #expect(eventually { ring.streamCount == 0 })
            #expect(!ring.isDestroyed)
        }
    }

    /// Concurrent producer, readers and watcher: every stream gets every event once and in order, or a gap.
    @Test func losesNothingUnnoticedUnderLoad() throws {
        try withRing(byteLimit: 1 << 14, eventLimit: 256, adjusting: { $0.heartbeat_milliseconds = 10 }) {
            _,
            ring,
            open in
            let last: UInt64 = 20_000
            let sockets = try (0..<4).map { _ in Handed(try open(0)) }
            for socket in sockets {
                _ = try socket.socket.head()
                _ = try socket.socket.text(endingWith: "hello\n")
            }
            let producer = DispatchQueue(label: "producer")
            producer.async {
                for first in stride(from: UInt64(1), through: last, by: 8) { ring.append(positions: first...first + 7) }
            }
            DispatchQueue.concurrentPerform(iterations: sockets.count) { index in
                let text = (try? sockets[index].socket.text(endingWith: "event \(last)\n")) ?? ""
                var next: UInt64 = 1
                for line in text.split(separator: "\n") where line != ":" {
                    let words = line.split(whereSeparator: { $0 == " " || $0 == "-" })
                    #expect(UInt64(words[1]) == next, "\(line)")
                    next = (words[0] == "gap" ? UInt64(words[2])! : next) + 1
                }
                #expect(next == last + 1)
            }
            producer.sync {}
        }
    }

    private struct Handed: @unchecked Sendable {
        // Proof: each socket is used by one iteration only.
        let socket: TestSocket
        init(_ socket: TestSocket) { self.socket = socket }
    }
}
