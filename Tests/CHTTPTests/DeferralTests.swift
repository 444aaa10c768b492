// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CHTTP
import Dispatch
import HTTPTestSupport
import Synchronization
import Testing

@Suite struct DeferralTests {
    /// Deferred requests, which the test answers.
    private final class Shelf: Sendable {
        let requests = Mutex<[Handle]>([])

        func put(_ request: OpaquePointer) {
            let handle = Handle(pointer: request)
            _ = chttp_request_defer(request)
            requests.withLock { $0.append(handle) }
        }

        func take() -> Handle? { requests.withLock { $0.popLast() } }
    }

    @Test func answersLaterFromAnotherThread() throws {
        let handler: TestServer.Handler = { _, request in
            #expect(chttp_request_defer(request) == 0)
            let handle = Handle(pointer: request)
            DispatchQueue.global().async { respond(handle.pointer, 200, "later") }
        }
        try TestServer.run(handler: handler) { server in
            let socket = try server.connect()
            for _ in 0..<500 { #expect(try socket.roundTrip("GET", "/").body == "later") }
        }
    }

    @Test func answersInTheHandlerAfterDeferring() throws {
        let handler: TestServer.Handler = { _, request in
            #expect(chttp_request_defer(request) == 0)
            respond(request, 200, "at once")
        }
        try TestServer.run(handler: handler) { server in
            let socket = try server.connect()
            for _ in 0..<50 { #expect(try socket.roundTrip("GET", "/").body == "at once") }
        }
    }

    @Test func answersRequestsThatAreGivenUp() throws {
        let shelf = Shelf()
        try TestServer.run(handler: { shelf.put($1) }) { server in
            let socket = try server.connect()
            try socket.request("GET", "/")
            #expect(eventually { shelf.requests.withLock { $0.count } == 1 })
            chttp_request_give_up(try #require(shelf.take()).pointer)
            #expect(try socket.reply().status == 500)
        }
    }

    @Test func servesOthersMeanwhile() throws {
        let shelf = Shelf()
        let handler: TestServer.Handler = { _, request in
            var length = 0
            let isSlow = String(cString: chttp_request_target(request, &length)) == "/slow"
            if isSlow { shelf.put(request) } else { respond(request, 200, "fast") }
        }
        try TestServer.run(handler: handler) { server in
            let slow = try server.connect()
            try slow.request("GET", "/slow")
            #expect(eventually { shelf.requests.withLock { $0.count } == 1 })
            #expect(try server.connect().roundTrip("GET", "/fast").body == "fast")
            respond(try #require(shelf.take()).pointer, 200, "slow")
            #expect(try slow.reply().body == "slow")
        }
    }

    /// Regression test: clients that ask for long answers occupied all connections, and nobody else was answered.
    @Test func leavesConnectionsToRequestsThatAreAnsweredAtOnce() throws {
        let shelf = Shelf()
        let handler: TestServer.Handler = { _, request in
            var length = 0
            guard String(cString: chttp_request_target(request, &length)) == "/slow" else {
                return respond(request, 200, "prompt")
            }
            guard chttp_request_defer(request) == 0 else { return respond(request, 503, "full") }
            let handle = Handle(pointer: request)
            shelf.requests.withLock { $0.append(handle) }
        }
        let limits: (inout chttp_server_options) -> Void = {
            $0.connection_count_limit = 8
            $0.prompt_connection_count = 2
        }
        try TestServer.run(adjusting: limits, handler: handler) { server in
            let slow = try (0..<6).map { _ in
                let socket = try server.connect()
                try socket.request("GET", "/slow")
                return socket
            }
            #expect(eventually { shelf.requests.withLock { $0.count } == 6 })
            // More than there are connections: each makes room for the next.
            for _ in 0..<20 {
                #expect(try server.connect().roundTrip("GET", "/slow").body == "full")
                #expect(try server.connect().roundTrip("GET", "/").body == "prompt")
            }
            while let request = shelf.take() { respond(request.pointer, 200, "slow") }
            for socket in slow { #expect(try socket.reply().body == "slow") }
            // An answered request gives its place back.
            let last = try server.connect()
            try last.request("GET", "/slow")
            #expect(eventually { shelf.requests.withLock { $0.count } == 1 })
            respond(try #require(shelf.take()).pointer, 200, "slow")
            #expect(try last.reply().body == "slow")
        }
    }

    @Test func answersAPeerThatHasLeft() throws {
        let shelf = Shelf()
        try TestServer.run(handler: { shelf.put($1) }) { server in
            for _ in 0..<20 {
                let socket = try server.connect()
                try socket.request("GET", "/")
                #expect(eventually { shelf.requests.withLock { !$0.isEmpty } })
                socket.reset()
                respond(try #require(shelf.take()).pointer, 200, "too late")
            }
        }
    }

    @Test func tellsWhetherThePeerOfADeferredRequestHasLeft() throws {
        let shelf = Shelf()
        try TestServer.run(handler: { shelf.put($1) }) { server in
            for leave in [TestSocket.close, TestSocket.reset, TestSocket.endSending] {
                let socket = try server.connect()
                try socket.request("GET", "/")
                #expect(eventually { shelf.requests.withLock { !$0.isEmpty } })
                let request = try #require(shelf.take()).pointer
                #expect(!chttp_request_peer_has_left(request))
                leave(socket)()
                #expect(eventually { chttp_request_peer_has_left(request) })
                respond(request, 200, "late")
            }
        }
    }

    /// Regression test: beside an older connection, a client that had only closed its sending side got no answer.
    @Test(arguments: [false, true]) func answersPeersThatHaveClosedTheirSide(hasOlderConnection: Bool) throws {
        let shelf = Shelf()
        let handler: TestServer.Handler = { _, request in
            if String(cString: chttp_request_method(request)) == "HEAD" { respond(request) } else { shelf.put(request) }
        }
        try TestServer.run(handler: handler) { server in
            let older = try hasOlderConnection ? server.connect() : nil
            try older?.request("HEAD", "/")
            if let older { #expect(try older.head().status == 200) }
            for _ in 0..<20 {
                let socket = try server.connect()
                try socket.request("GET", "/")
                #expect(eventually { shelf.requests.withLock { !$0.isEmpty } })
                let request = try #require(shelf.take()).pointer
                socket.endSending()
                #expect(eventually { chttp_request_peer_has_left(request) })
                respond(request, 200, "late")
                #expect(try socket.reply().body == "late")
                #expect(socket.isEnded())
            }
            withExtendedLifetime(older) {}
        }
    }

    @Test func stopsWithRequestsThatAreNeverAnsweredInTime() throws {
        #expect(try quickest { try timeToStopWithRequestsThatAreNeverAnswered() } < .seconds(1))
    }

    private func timeToStopWithRequestsThatAreNeverAnswered() throws -> Duration {
        let shelf = Shelf()
        let server = try TestServer(adjusting: { $0.stop_grace_milliseconds = 50 }, handler: { shelf.put($1) })
        let sockets = try (0..<10).map { _ in try server.connect() }
        for socket in sockets { try socket.request("GET", "/") }
        #expect(eventually { shelf.requests.withLock { $0.count } == 10 })
        let duration = ContinuousClock().measure { server.stop() }
        #expect(sockets.allSatisfy { $0.isEnded() })
        while let request = shelf.take() {
            var response: OpaquePointer?
            _ = chttp_response_create_copy(200, nil, 0, &response)
            #expect(chttp_request_respond(request.pointer, response!) == CHTTP_ECLOSED.rawValue)
        }
        server.destroy()
        return duration
    }

    @Test func givesDeferredRequestsTheGraceWhenStopping() throws {
        let shelf = Shelf()
        let server = try TestServer(adjusting: { $0.stop_grace_milliseconds = 60_000 }, handler: { shelf.put($1) })
        defer { server.destroy() }
        let socket = try server.connect()
        try socket.request("GET", "/")
        #expect(eventually { shelf.requests.withLock { $0.count } == 1 })
        let stopped = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            server.stop()
            stopped.signal()
        }
        respond(try #require(shelf.take()).pointer, 200, "made it")
        #expect(try socket.reply().body == "made it")
        #expect(stopped.wait(timeout: .now() + 20) == .success)
    }

    /// Regression test: a request that was answered just when the server gave up waiting stayed suspended, and
    /// libmicrohttpd ended the program.
    @Test func stopsWhileLateAnswersArrive() async {
        // In a process of its own, which libmicrohttpd may end.
        await #expect(processExitsWith: .success) {
            for _ in 0..<50 {
                let shelf = Shelf()
                let server = try TestServer(adjusting: { $0.stop_grace_milliseconds = 0 }, handler: { shelf.put($1) })
                let sockets = try (0..<40).map { _ in try server.connect() }
                for socket in sockets { try socket.request("GET", "/") }
                #expect(eventually { shelf.requests.withLock { $0.count } == 40 })
                let stopped = DispatchSemaphore(value: 0)
                DispatchQueue.global().async {
                    server.stop()
                    stopped.signal()
                }
                while let request = shelf.take() { respond(request.pointer, 200, "late") }
                #expect(stopped.wait(timeout: .now() + 20) == .success)
                server.destroy()
                for socket in sockets { socket.close() }
            }
        }
    }
}
