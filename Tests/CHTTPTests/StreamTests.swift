// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CHTTP
import Dispatch
import HTTPTestSupport
import Synchronization
import Testing

@Suite struct StreamTests {
    private final class Kept: Sendable {
        let streams = Mutex<[Handle]>([])

        func keep(_ stream: OpaquePointer) {
            let handle = Handle(pointer: stream)
            streams.withLock { $0.append(handle) }
        }

        func take() -> OpaquePointer? { streams.withLock { $0.popLast() }?.pointer }
    }

    private func statistics(_ stream: OpaquePointer) -> chttp_stream_statistics {
        var statistics = chttp_stream_statistics()
        chttp_stream_get_statistics(stream, &statistics)
        return statistics
    }

    private func write(_ stream: OpaquePointer, _ text: String, timeout: UInt32 = 0) -> Int32 {
        let bytes = Array(text.utf8)
        return chttp_stream_write(stream, bytes, bytes.count, timeout)
    }

    /// Opens one stream without a ring and passes both ends to `body`.
    private func withStream(
        kind: chttp_stream_kind = CHTTP_STREAM_BODY,
        adjusting adjust: (inout chttp_server_options) -> Void = { _ in },
        _ body: (TestServer, TestSocket, OpaquePointer) throws -> Void
    ) throws {
        let kept = Kept()
        let handler: TestServer.Handler = { server, request in
            let isFirst = String(cString: chttp_request_method(request)) == "GET"
            openStream(server, request, nil, kind: kind, keeping: isFirst ? kept.keep : { chttp_stream_release($0) })
        }
        try TestServer.run(adjusting: adjust, handler: handler) { server in
            let socket = try server.connect()
            try socket.request("GET", "/")
            #expect(try socket.head().status == 200)
            #expect(try socket.text(endingWith: "hello\n") == "hello\n")
            let stream = try #require(kept.take())
            defer { chttp_stream_release(stream) }
            try body(server, socket, stream)
        }
    }

    @Test func carriesABodyAndKeepsTheConnection() throws {
        try withStream { _, socket, stream in
            for index in 0..<100 { #expect(write(stream, "line \(index)\n") == 0) }
            chttp_stream_finish(stream)
            #expect([CHTTP_ESTATE.rawValue, CHTTP_ECLOSED.rawValue].contains(write(stream, "late")))
            var body = ""
            while let chunk = try socket.chunk() { body += chunk }
            #expect(body == (0..<100).map { "line \($0)\n" }.joined())
            #expect(eventually { statistics(stream).is_closed })
            #expect(try socket.roundTrip("HEAD", "/again").status == 200)
        }
    }

    @Test func holdsTheProducerBack() throws {
        try withStream(adjusting: { $0.stream_buffer_limit = 4096 }) { _, socket, stream in
            let total = 30_000_000
            let handle = Handle(pointer: stream)
            let done = DispatchSemaphore(value: 0)
            DispatchQueue.global().async {
                let piece = [UInt8](repeating: UInt8(ascii: "z"), count: 100_000)
                for _ in 0..<total / piece.count {
                    #expect(chttp_stream_write(handle.pointer, piece, piece.count, 5_000) == 0)
                }
                chttp_stream_finish(handle.pointer)
                done.signal()
            }
            #expect(done.wait(timeout: .now() + .milliseconds(50)) == .timedOut)
            var received = 0
            while let chunk = try socket.chunk() { received += chunk.utf8.count }
            #expect(received == total)
            done.wait()
        }
    }

    @Test func tellsAProducerThatTheBufferIsFull() throws {
        try withStream(adjusting: { $0.stream_buffer_limit = 4096 }) { _, _, stream in
            #expect(write(stream, String(repeating: "a", count: 4097)) == CHTTP_EFULL.rawValue)
            let piece = String(repeating: "a", count: 4096)
            #expect(eventually { write(stream, piece) == CHTTP_EFULL.rawValue })
            // The kernel may still accept some bytes for the peer.
            #expect(eventually { write(stream, piece, timeout: 20) == CHTTP_ETIMEOUT.rawValue })
        }
    }

    @Test func tellsAProducerThatThePeerHasLeft() throws {
        try withStream { server, socket, stream in
            socket.close()
            #expect(eventually { statistics(stream).is_closed })
            #expect(write(stream, "x") == CHTTP_ECLOSED.rawValue)
        }
    }

    /// Regression test: the download of a body counted as an event stream whose client had left, and so did its bytes.
    @Test(arguments: [true, false]) func countsEventStreamsOnly(isOfEvents: Bool) throws {
        let kind = isOfEvents ? CHTTP_STREAM_EVENTS : CHTTP_STREAM_BODY
        let count: UInt64 = isOfEvents ? 1 : 0
        let adjust: (inout chttp_server_options) -> Void = { ($0.stream_count_limit, $0.producer_count_limit) = (1, 1) }
        try withStream(kind: kind, adjusting: adjust) { server, socket, stream in
            let refused = try server.connect().roundTrip("PATCH", "/")
            #expect(refused.status == 503)
            socket.close()
            #expect(eventually { statistics(stream).is_closed })
            #expect(statistics(stream).delivered_bytes > 0)
            let totals = server.statistics
            #expect(totals.streams_opened == count && totals.streams_refused == count && totals.vanished == count)
            #expect((totals.delivered_bytes > 0) == isOfEvents)
        }
    }

    @Test func breaksOffVisibly() throws {
        try withStream { _, socket, stream in
            chttp_stream_abort(stream)
            #expect(throws: TestSocket.Failure.self) { while try socket.chunk() != nil {} }
        }
    }

    /// Regression test: a body without chunks looked complete wherever it broke off.
    @Test(arguments: [false, true]) func resetsHTTP10OnlyIfTheBodyBreaksOff(isComplete: Bool) throws {
        let kept = Kept()
        let handler: TestServer.Handler = { server, request in
            openStream(server, request, nil, kind: CHTTP_STREAM_BODY, keeping: kept.keep)
        }
        try TestServer.run(handler: handler) { server in
            let socket = try server.connect()
            try socket.send("GET / HTTP/1.0\r\n\r\n")
            #expect(try socket.head().header("Transfer-Encoding") == nil)
            #expect(try socket.bytes(6) == Array("hello\n".utf8))
            let stream = try #require(kept.take())
            defer { chttp_stream_release(stream) }
            if isComplete { chttp_stream_finish(stream) } else { chttp_stream_abort(stream) }
            #expect(socket.isReset() == !isComplete)
        }
    }

    @Test func sendsHeartbeatsToQuietStreamsOnly() throws {
        try withStream(kind: CHTTP_STREAM_EVENTS, adjusting: { $0.heartbeat_milliseconds = 20 }) { _, socket, _ in
            for _ in 0..<3 {
                let chunk = try socket.chunk()
                #expect(chunk == ":\n\n")
            }
        }
        try withStream(kind: CHTTP_STREAM_BODY, adjusting: { $0.heartbeat_milliseconds = 20 }) { _, socket, _ in
            #expect(throws: TestSocket.Failure.self) { try socket.receive(milliseconds: 100) }
        }
    }

    /// Regression test: the first block came up to a quarter of the interval late.
    @Test func noStreamIsQuietForLongerThanTheInterval() throws {
        // The stream begins right after the server, so the block came after 1 000 ms; 100 ms are for the way here.
        let limit = Duration.milliseconds(900)
        var shortest = Duration.seconds(60)
        // A busy machine may hold one of them up.
        for _ in 0..<5 where shortest >= limit {
            try withStream(kind: CHTTP_STREAM_EVENTS, adjusting: { $0.heartbeat_milliseconds = 800 }) { _, socket, _ in
                let start = ContinuousClock.now
                let chunk = try socket.chunk()
                shortest = min(shortest, .now - start)
                #expect(chunk == ":\n\n")
            }
        }
        #expect(shortest < limit)
    }

    @Test func sendsTheRingsIdleBlockAsHeartbeat() throws {
        let rings = Mutex<TestRing?>(nil)
        let handler: TestServer.Handler = { openStream($0, $1, rings.withLock { $0 }) }
        try TestServer.run(adjusting: { $0.heartbeat_milliseconds = 20 }, handler: handler) { server in
            let ring = try TestRing(server)
            defer { ring.release() }
            rings.withLock { $0 = ring }
            ring.advance(to: 7, block: "id: e-7\n\n")
            let socket = try server.connect()
            try socket.request("GET", "/")
            _ = try socket.head()
            #expect(try socket.text(endingWith: "id: e-7\n\n").hasPrefix("hello\n"))
            ring.advance(to: 9, block: "id: e-9\n\n")
            #expect(try socket.text(endingWith: "id: e-9\n\n").hasSuffix("id: e-9\n\n"))
        }
    }

    @Test func limitsTheNumberOfStreamsAndFreesPlaces() throws {
        let handler: TestServer.Handler = { openStream($0, $1, nil) }
        try TestServer.run(adjusting: { $0.stream_count_limit = 2 }, handler: handler) { server in
            let first = try server.connect()
            let second = try server.connect()
            for socket in [first, second] {
                try socket.request("GET", "/")
                #expect(try socket.head().status == 200)
            }
            #expect(try server.connect().roundTrip("GET", "/").status == 503)
            #expect(server.statistics.streams_refused == 1)
            first.close()
            #expect(eventually { server.statistics.streams_open == 1 })
            let third = try server.connect()
            try third.request("GET", "/")
            #expect(try third.head().status == 200)
        }
    }

    @Test func answersHEADWithoutABody() throws {
        let handler: TestServer.Handler = { openStream($0, $1, nil) }
        try TestServer.run(handler: handler) { server in
            let socket = try server.connect()
            let reply = try socket.roundTrip("HEAD", "/")
            #expect(reply.status == 200)
            #expect(reply.header("Content-Length") == nil)
            #expect(try socket.receive().isEmpty)
            #expect(eventually { server.statistics.streams_open == 0 })
        }
    }

    @Test func closesAPeerThatAcceptsNothing() throws {
        let rings = Mutex<TestRing?>(nil)
        let handler: TestServer.Handler = { openStream($0, $1, rings.withLock { $0 }) }
        let adjust: (inout chttp_server_options) -> Void = {
            $0.idle_timeout_seconds = 1
            $0.stream_send_buffer_size = 4096
        }
        try TestServer.run(adjusting: adjust, handler: handler) { server in
            let ring = try TestRing(server, byteLimit: 1 << 20, eventLimit: 1 << 12)
            defer { ring.release() }
            rings.withLock { $0 = ring }
            let socket = try TestSocket(port: server.port, receiveBufferSize: 4096)
            try socket.request("GET", "/")
            #expect(eventually { ring.streamCount == 1 })
            let event = String(repeating: "x", count: 1000) + "\n"
            for position in UInt64(1)...2000 { ring.append([(position, event)]) }
            #expect(eventually { server.statistics.stalled == 1 && server.statistics.streams_open == 0 })
        }
    }

    @Test func givesDescriptorsBackBesideAnIdleConnection() async {
        // In a process of its own: tests that run beside this one open descriptors too.
        await #expect(processExitsWith: .success) {
            let handler: TestServer.Handler = { server, request in
                if String(cString: chttp_request_method(request)) == "HEAD" { return respond(request) }
                openStream(server, request, nil)
            }
            try TestServer.run(handler: handler) { server in
                // An older connection that stays open, so that libmicrohttpd does not visit the younger ones by chance.
                let idle = try server.connect()
                try idle.request("HEAD", "/")
                #expect(try idle.head().status == 200)
                let before = openDescriptorCount()
                let socket = try server.connect()
                try socket.request("GET", "/")
                #expect(try socket.head().status == 200)
                socket.reset()
                #expect(eventually { server.statistics.streams_open == 0 })
                #expect(eventually { openDescriptorCount() <= before })
            }
        }
    }

    @Test func leavesNothingBehindAfterManyStreams() async {
        // In a process of its own: tests that run beside this one open descriptors too.
        await #expect(processExitsWith: .success) {
            let rings = Mutex<TestRing?>(nil)
            let handler: TestServer.Handler = { openStream($0, $1, rings.withLock { $0 }) }
            let limits: (inout chttp_server_options) -> Void = {
                $0.connection_count_limit = 100
                $0.stream_count_limit = 50
            }
            try TestServer.run(adjusting: limits, handler: handler) { server in
                let ring = try TestRing(server)
                defer { ring.release() }
                rings.withLock { $0 = ring }
                func openSome(_ count: Int) throws {
                    let sockets = try (0..<count).map { _ in try server.connect() }
                    for socket in sockets { try socket.request("GET", "/") }
                    for socket in sockets { #expect(try socket.head().status == 200) }
                    ring.append([(0, "something\n")])
                    for (index, socket) in sockets.enumerated() {
                        if index.isMultiple(of: 2) { socket.close() } else { socket.reset() }
                    }
                    #expect(eventually { server.statistics.streams_open == 0 })
                }
                let before = openDescriptorCount()
                for _ in 0..<5 { try openSome(50) }
                #expect(eventually { openDescriptorCount() <= before })
                #expect(server.statistics.streams_opened == 250)
                #expect(ring.streamCount == 0)
            }
        }
    }

    @Test func saysFarewellAndStops() throws {
        let rings = Mutex<TestRing?>(nil)
        let handler: TestServer.Handler = { openStream($0, $1, rings.withLock { $0 }) }
        let server = try TestServer(adjusting: { $0.stop_grace_milliseconds = 60_000 }, handler: handler)
        let ring = try TestRing(server)
        rings.withLock { $0 = ring }
        let sockets = try (0..<30).map { _ in try server.connect() }
        for socket in sockets {
            try socket.request("GET", "/")
            _ = try socket.head()
            _ = try socket.text(endingWith: "hello\n")
        }
        ring.append([(1, "last event\n")], waking: false)
        let duration = ContinuousClock().measure { server.stop(farewell: "bye\n") }
        #expect(duration < .seconds(30))
        for socket in sockets { #expect(try socket.text(endingWith: "bye\n") == "last event\nbye\n") }
        #expect(sockets.allSatisfy { $0.isEnded() })
        rings.withLock { $0 = nil }
        ring.release()
        #expect(ring.isDestroyed)
        server.destroy()
    }

    @Test func stopsWhenNobodyReads() throws {
        #expect(try quickest { try timeToStopWhenNobodyReads() } < .seconds(1))
    }

    private func timeToStopWhenNobodyReads() throws -> Duration {
        let rings = Mutex<TestRing?>(nil)
        let server = try TestServer(
            adjusting: { $0.stop_grace_milliseconds = 200 },
            handler: { openStream($0, $1, rings.withLock { $0 }) }
        )
        let ring = try TestRing(server, byteLimit: 1 << 20, eventLimit: 1 << 12)
        rings.withLock { $0 = ring }
        let sockets = try (0..<10).map { _ in try TestSocket(port: server.port, receiveBufferSize: 4096) }
        for socket in sockets { try socket.request("GET", "/") }
        #expect(eventually { ring.streamCount == 10 })
        let event = String(repeating: "x", count: 1000) + "\n"
        for position in UInt64(1)...2000 { ring.append([(position, event)]) }
        let duration = ContinuousClock().measure { server.stop(farewell: "bye\n") }
        // Optimised code would otherwise close them after their last use.
        withExtendedLifetime(sockets) {}
        ring.release()
        server.destroy()
        rings.withLock { $0 = nil }
        return duration
    }

    @Test func stopsWhileAProducerWaits() throws {
        let kept = Kept()
        let server = try TestServer(
            adjusting: { $0.stop_grace_milliseconds = 100 },
            handler: { openStream($0, $1, nil, kind: CHTTP_STREAM_BODY, keeping: kept.keep) }
        )
        let socket = try server.connect()
        try socket.request("GET", "/")
        _ = try socket.head()
        let stream = Handle(pointer: try #require(kept.take()))
        let result = Mutex<Int32?>(nil)
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            let piece = [UInt8](repeating: 1, count: 1 << 24)
            let error = chttp_stream_write(stream.pointer, piece, piece.count, 10_000)
            result.withLock { $0 = error }
            done.signal()
        }
        #expect(done.wait(timeout: .now() + .milliseconds(50)) == .timedOut)
        server.stop()
        #expect(done.wait(timeout: .now() + 20) == .success)
        #expect(result.withLock { $0 } == CHTTP_ECLOSED.rawValue)
        chttp_stream_release(stream.pointer)
        server.destroy()
    }

    /// Regression test: the writer of an event, told that the server stops, cut off what it had written.
    @Test func completesAnEventBeforeTheFarewell() throws {
        let kept = Kept()
        let server = try TestServer(
            adjusting: { $0.stop_grace_milliseconds = 60_000 },
            handler: { openStream($0, $1, nil, kind: CHTTP_STREAM_EVENTS, keeping: kept.keep) }
        )
        let socket = try server.connect()
        try socket.request("GET", "/")
        _ = try socket.head()
        #expect(try socket.text(endingWith: "hello\n") == "hello\n")
        let stream = Handle(pointer: try #require(kept.take()))
        // More than all buffers on the way have room for.
        let event = String(repeating: "x", count: 1 << 24) + "\n"
        let result = Mutex<Int32?>(nil)
        let isWritten = DispatchSemaphore(value: 0)
        let isStopped = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            let bytes = Array(event.utf8)
            let error = chttp_stream_write(stream.pointer, bytes, bytes.count, 60_000)
            result.withLock { $0 = error }
            isWritten.signal()
        }
        #expect(eventually { statistics(stream.pointer).delivered_bytes > 6 })
        DispatchQueue.global().async {
            server.stop(farewell: "bye\n")
            isStopped.signal()
        }
        // The server has begun to stop.
        #expect(eventually { isRefused(by: server) })
        var received = ""
        while let chunk = try socket.chunk() { received += chunk }
        // Not compared in the expectation, which would print them.
        let isComplete = received == event + "bye\n"
        #expect(isComplete)
        #expect(isWritten.wait(timeout: .now() + 60) == .success)
        #expect(isStopped.wait(timeout: .now() + 60) == .success)
        #expect(result.withLock { $0 } == 0)
        chttp_stream_release(stream.pointer)
        server.destroy()
    }

    /// Whether a server that stops takes no more streams.
    private func isRefused(by server: TestServer) -> Bool {
        var stream: OpaquePointer?
        let error = chttp_stream_create(server.handle.pointer, CHTTP_STREAM_BODY, nil, nil, &stream)
        chttp_stream_release(stream)
        return error == CHTTP_ECLOSED.rawValue
    }

    @Test func callsClosedOnceWithOrWithoutAConnection() throws {
        final class Count: Sendable { let value = Atomic(0) }
        let count = Count()
        let context = Handle(pointer: OpaquePointer(Unmanaged.passUnretained(count).toOpaque()))
        let closed: @convention(c) (UnsafeMutableRawPointer?) -> Void = {
            Unmanaged<Count>.fromOpaque($0!).takeUnretainedValue().value.add(1, ordering: .relaxed)
        }
        let handler: TestServer.Handler = { server, request in
            var stream: OpaquePointer?
            let context = UnsafeMutableRawPointer(context.pointer)
            _ = chttp_stream_create(server.handle.pointer, CHTTP_STREAM_BODY, closed, context, &stream)
            chttp_stream_release(stream)
            #expect(count.value.load(ordering: .relaxed) == 1)
            _ = chttp_stream_create(server.handle.pointer, CHTTP_STREAM_BODY, closed, context, &stream)
            chttp_stream_finish(stream!)
            var response: OpaquePointer?
            #expect(chttp_response_create_stream(200, stream!, &response) == 0)
            var second: OpaquePointer?
            #expect(chttp_response_create_stream(200, stream!, &second) == CHTTP_ESTATE.rawValue)
            _ = chttp_request_respond(request, response!)
            chttp_stream_release(stream)
        }
        try TestServer.run(handler: handler) { server in
            let reply = try server.connect().roundTrip("GET", "/")
            #expect(reply.body == "")
        }
        #expect(count.value.load(ordering: .relaxed) == 2)
    }
}
