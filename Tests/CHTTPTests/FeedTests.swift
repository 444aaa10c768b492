// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CHTTP
import Dispatch
import HTTPTestSupport
import Synchronization
import Testing

@Suite struct FeedTests {
    /// A server whose every request opens a stream of the one feed.
    private final class Setting: Sendable {
        let feed = Mutex<TestFeed?>(nil)
        let start = Mutex(Start.live(0))
    }

    private func withFeed(
        byteLimit: Int = 4096,
        eventLimit: Int = 64,
        basePosition: UInt64 = 0,
        adjusting adjust: (inout chttp_server_options) -> Void = { _ in },
        _ body: (TestServer, TestFeed, (Start) throws -> TestSocket) throws -> Void
    ) throws {
        let setting = Setting()
        let handler: TestServer.Handler = { server, request in
            openStream(server, request, setting.feed.withLock { $0 }, setting.start.withLock { $0 })
        }
        try TestServer.run(adjusting: adjust, handler: handler) { server in
            let feed = try TestFeed(
                server,
                byteLimit: byteLimit,
                eventLimit: eventLimit,
                basePosition: basePosition
            )
            defer { feed.release() }
            setting.feed.withLock { $0 = feed }
            try body(server, feed) { start in
                setting.start.withLock { $0 = start }
                let socket = try server.connect()
                try socket.request("GET", "/")
                return socket
            }
            setting.feed.withLock { $0 = nil }
        }
    }

    private func events(_ range: ClosedRange<UInt64>) -> String { range.map { "event \($0)\n" }.joined() }

    @Test func deliversToEveryStreamInOrder() throws {
        try withFeed { _, feed, open in
            let sockets = try (0..<5).map { _ in try open(.live(0)) }
            for socket in sockets {
                #expect(try socket.head().status == 200)
                #expect(try socket.text(endingWith: "hello\n") == "hello\n")
            }
            feed.append(positions: 1...3)
            feed.append(positions: 4...6)
            for socket in sockets { #expect(try socket.text(endingWith: "event 6\n") == events(1...6)) }
        }
    }

    @Test func joinsExactlyAfterAPosition() throws {
        try withFeed { _, feed, open in
            feed.append(positions: 1...10)
            let socket = try open(.after(7))
            #expect(try socket.head().status == 200)
            #expect(try socket.text(endingWith: "event 10\n") == "hello\n" + events(8...10))
            feed.append(positions: 11...11)
            #expect(try socket.text(endingWith: "event 11\n") == events(11...11))
        }
    }

    @Test func skipsEventsThatWereReplayedBeforeTheyReachedTheFeed() throws {
        try withFeed { _, feed, open in
            feed.append(positions: 1...2)
            let socket = try open(.after(5))
            #expect(try socket.head().status == 200)
            #expect(try socket.text(endingWith: "hello\n") == "hello\n")
            feed.append(positions: 3...4)
            feed.append([(5, "event 5\n"), (0, "between\n"), (6, "event 6\n")])
            #expect(try socket.text(endingWith: "event 6\n") == "between\nevent 6\n")
            #expect(feed.gaps.isEmpty)
        }
    }

    @Test func saysWhenTheJoinPointIsNoLongerKept() throws {
        try withFeed(eventLimit: 16, basePosition: 100) { _, feed, open in
            #expect(try open(.after(99)).reply().body == "EEVICTED")
            feed.append(positions: 101...120)
            #expect(try open(.after(103)).reply().body == "EEVICTED")
            let socket = try open(.after(104))
            #expect(try socket.head().status == 200)
            #expect(try socket.text(endingWith: "event 120\n") == "hello\n" + events(105...120))
        }
    }

    @Test func givesTheExactGapWhenAStreamIsOverrun() throws {
        try withFeed(eventLimit: 16) { server, feed, open in
            let socket = try open(.live(0))
            #expect(try socket.head().status == 200)
            _ = try socket.text(endingWith: "hello\n")
            feed.append(positions: 1...2)
            #expect(try socket.text(endingWith: "event 2\n") == events(1...2))
            feed.append((3...50).map { ($0, "event \($0)\n") }, waking: false)
            feed.wake()
            #expect(try socket.text(endingWith: "event 50\n") == "gap 3-34 32\n" + events(35...50))
            #expect(server.statistics.gaps == 1)
            #expect(server.statistics.missed_events == 32)
            #expect(server.statistics.delivered_events == 18)
        }
    }

    @Test func countsPassedPositionsOutOfTheGap() throws {
        try withFeed(eventLimit: 16) { _, feed, open in
            let socket = try open(.live(0))
            #expect(try socket.head().status == 200)
            _ = try socket.text(endingWith: "hello\n")
            feed.append(positions: 1...1)
            #expect(try socket.text(endingWith: "event 1\n") == events(1...1))
            // Positions 2 to 40 did not match the filter of this feed.
            feed.advance(to: 40, block: "id: 40\n\n")
            feed.append([(0, "tick\n")])
            #expect(try socket.text(endingWith: "tick\n") == "tick\n")
            feed.append((41...80).map { ($0, "event \($0)\n") }, waking: false)
            feed.wake()
            #expect(try socket.text(endingWith: "event 80\n") == "gap 41-64 24\n" + events(65...80))
        }
    }

    @Test func neverTearsAnEventThatIsLargerThanOneRead() throws {
        try withFeed(byteLimit: 1 << 20) { _, feed, open in
            let socket = try open(.live(0))
            #expect(try socket.head().status == 200)
            _ = try socket.text(endingWith: "hello\n")
            let large = String(repeating: "x", count: 200_000) + "\n"
            feed.append([(1, large), (2, "event 2\n")])
            #expect(try socket.text(endingWith: "event 2\n") == large + "event 2\n")
        }
    }

    @Test func refusesWhatDoesNotFit() throws {
        try withFeed { server, feed, _ in
            #expect(feed.append([(1, String(repeating: "x", count: 1025))]) == CHTTP_EARGUMENT.rawValue)
            #expect(feed.append([(1, "")]) == CHTTP_EARGUMENT.rawValue)
            #expect(feed.append([(2, "a"), (2, "b")]) == CHTTP_EARGUMENT.rawValue)
            #expect(feed.append([(5, "a")]) == 0)
            #expect(feed.append([(4, "a")]) == CHTTP_EARGUMENT.rawValue)
            #expect(throws: CHTTPFailure.self) { try TestFeed(server, byteLimit: 5000) }
        }
    }

    @Test func wrapsAroundItsRing() throws {
        try withFeed(byteLimit: 4096, eventLimit: 1024) { _, feed, open in
            let socket = try open(.live(0))
            #expect(try socket.head().status == 200)
            _ = try socket.text(endingWith: "hello\n")
            for position in UInt64(1)...300 {
                let text = "\(position) " + String(repeating: "y", count: Int(position) % 97) + "\n"
                feed.append([(position, text)])
                #expect(try socket.text(endingWith: text) == text)
            }
        }
    }

    @Test func livesUntilItsLastStreamHasGone() throws {
        try withFeed { server, _, _ in
            let feed = try TestFeed(server)
            #expect(feed.streamCount == 0)
            feed.release()
            #expect(feed.isDestroyed)
        }
        try withFeed { _, feed, open in
            let socket = try open(.live(0))
            _ = try socket.head()
            #expect(feed.streamCount == 1)
            socket.close()
            #expect(eventually { feed.streamCount == 0 })
            #expect(!feed.isDestroyed)
        }
    }

    /// Producer, readers and watcher at once: every stream gets every event once, in order, or is told of the gap.
    @Test func losesNothingUnnoticedUnderLoad() throws {
        try withFeed(byteLimit: 1 << 14, eventLimit: 256, adjusting: { $0.heartbeat_milliseconds = 10 }) {
            _,
            feed,
            open in
            let last: UInt64 = 20_000
            let sockets = try (0..<4).map { _ in Handed(try open(.live(0))) }
            for socket in sockets {
                _ = try socket.socket.head()
                _ = try socket.socket.text(endingWith: "hello\n")
            }
            let producer = DispatchQueue(label: "producer")
            producer.async {
                for first in stride(from: UInt64(1), through: last, by: 8) { feed.append(positions: first...first + 7) }
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
