// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CHTTP
import Dispatch
import HTTPTestSupport
import Synchronization
import Testing

/// Well-behaved clients are served beside hostile ones.
@Suite struct ConnectionTests {
    private static let start = "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
    private static let whole = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"

    /// Whether a new client is served. It waits for 20 s, and no other one loses its place for waiting meanwhile.
    private func isServed(_ server: TestServer) throws -> Bool {
        try server.connect().roundTrip("GET", "/").status == 200
    }

    private static func letOthersWait(_ options: inout chttp_server_options) {
        options.request_timeout_milliseconds = 600_000
        options.idle_timeout_seconds = 600
    }

    /// Connections that have sent `text`.
    private func connections(_ count: Int, _ server: TestServer, sending text: String) throws -> [TestSocket] {
        try (0..<count).map { _ in
            let socket = try server.connect()
            try socket.send(text)
            return socket
        }
    }

    // MARK: Lack of memory

    /// Regression test: libmicrohttpd closes a connection without a word if it has no memory for it, and the place was
    /// lost. After as many as the limit, no other was accepted.
    @Test func keepsNoPlacesForConnectionsThatFindNoMemory() throws {
        let adjust: (inout chttp_server_options) -> Void = {
            // No machine has so much.
            $0.connection_memory_limit = 1 << 60
            $0.connection_count_limit = 4
            $0.prompt_connection_count = 1
        }
        try TestServer.run(adjusting: adjust, handler: { respond($1) }) { server in
            let sockets = try connections(20, server, sending: Self.whole)
            for socket in sockets { #expect(socket.isReset()) }
        }
    }

    // MARK: Peers that leave

    @Test func givesThePlacesOfPeersThatVanishToOthers() throws {
        try TestServer.run(adjusting: Self.letOthersWait, handler: { respond($1) }) { server in
            // Their end follows directly after their last bytes.
            for _ in 0..<200 { try connections(1, server, sending: "GET / HT")[0].close() }
            #expect(try isServed(server))
        }
    }

    @Test func answersPeersThatHaveClosedTheirSide() throws {
        try TestServer.run(handler: { respond($1, 200, "answer") }) { server in
            for _ in 0..<20 {
                let socket = try server.connect()
                try socket.send(String(repeating: Self.whole, count: 20))
                socket.endSending()
                for _ in 0..<20 { #expect(try socket.reply().body == "answer") }
                #expect(socket.isEnded())
            }
        }
    }

    // MARK: Requests that are not completed

    private func withShortPatience(_ body: (TestServer) throws -> Void) throws {
        try TestServer.run(adjusting: { $0.request_timeout_milliseconds = 500 }, handler: { respond($1) }, body)
    }

    @Test func closesConnectionsThatTakeTooLongOverARequest() throws {
        try withShortPatience { server in
            let slow = try connections(1, server, sending: Self.start)[0]
            let honest = try server.connect()
            let deadline = ContinuousClock.now + .seconds(20)
            // One byte every 50 ms, so that it is never idle; meanwhile, another client is served on one connection.
            while !slow.isEnded(milliseconds: 50), ContinuousClock.now < deadline {
                try? slow.send("a")
                #expect(try honest.roundTrip("GET", "/").status == 200)
            }
            #expect(slow.isEnded(milliseconds: 0))
        }
    }

    @Test func closesConnectionsThatTakeTooLongOverALaterRequest() throws {
        try withShortPatience { server in
            // The second request begins in the packet that ends the first one.
            for text in [Self.whole + "GET", Self.whole + Self.start] {
                let socket = try connections(1, server, sending: text)[0]
                #expect(try socket.reply().status == 200)
                #expect(socket.isEnded())
            }
        }
    }

    @Test func closesConnectionsThatTakeTooLongOverABody() throws {
        try withShortPatience { server in
            let head = "PATCH / HTTP/1.1\r\nHost: localhost\r\n"
            for rest in ["Content-Length: 9\r\n\r\nab", "Transfer-Encoding: chunked\r\n\r\n5\r\nab"] {
                let socket = try connections(1, server, sending: head + rest)[0]
                #expect(socket.isEnded())
            }
        }
    }

    @Test func leavesConnectionsBetweenTwoRequestsAlone() throws {
        try withShortPatience { server in
            let socket = try server.connect()
            for _ in 0..<3 {
                #expect(try socket.roundTrip("GET", "/").status == 200)
                #expect(!socket.isEnded(milliseconds: 1_000))
            }
        }
    }

    @Test(arguments: ["Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n", "Content-Length: 2\r\n\r\nab\r\n"])
    func takesNeitherFramingNorAnEmptyLineForTheNextRequest(rest: String) throws {
        try withShortPatience { server in
            let socket = try server.connect()
            for _ in 0..<3 {
                try socket.send("PATCH / HTTP/1.1\r\nHost: localhost\r\n" + rest)
                #expect(try socket.reply().status == 200)
                #expect(!socket.isEnded(milliseconds: 1_000))
            }
            try socket.send("GET")
            #expect(socket.isEnded())
        }
    }

    // MARK: Places

    @Test func servesBesideConnectionsThatDrip() throws {
        try TestServer.run(adjusting: Self.letOthersWait, handler: { respond($1) }) { server in
            var slow = try connections(200, server, sending: Self.start)
            for _ in 0..<10 {
                for index in slow.indices {
                    // Closed clients reconnect.
                    if (try? slow[index].send("a")) == nil {
                        slow[index] = try connections(1, server, sending: Self.start)[0]
                    }
                }
                #expect(try isServed(server))
            }
        }
    }

    @Test func servesBesideConnectionsThatAreIdle() throws {
        try TestServer.run(adjusting: Self.letOthersWait, handler: { respond($1) }) { server in
            let idle = try connections(64, server, sending: Self.whole)
            for socket in idle { #expect(try socket.reply().status == 200) }
            #expect(try isServed(server))
        }
    }

    @Test func servesBesideConnectionsThatSendNothing() throws {
        try TestServer.run(adjusting: Self.letOthersWait, handler: { respond($1) }) { server in
            let silent = try connections(200, server, sending: "")
            #expect(try isServed(server))
            // They were not closed either.
            for socket in silent.prefix(3) { #expect(try socket.roundTrip("GET", "/").status == 200) }
        }
    }

    @Test func servesBesideConnectionsThatDoNotTakeTheirAnswers() throws {
        let large = String(repeating: "x", count: 8 << 20)
        let handler: TestServer.Handler = { _, request in
            var length = 0
            let isLarge = String(cString: chttp_request_target(request, &length)) == "/large"
            respond(request, 200, isLarge ? large : "")
        }
        let limits: (inout chttp_server_options) -> Void = {
            Self.letOthersWait(&$0)
            $0.connection_count_limit = 16
            $0.prompt_connection_count = 4
        }
        try TestServer.run(adjusting: limits, handler: handler) { server in
            let deaf = try (0..<16).map { _ in
                let socket = try TestSocket(port: server.port, receiveBufferSize: 4_096)
                try socket.request("GET", "/large")
                return socket
            }
            #expect(try isServed(server))
            withExtendedLifetime(deaf) {}
        }
    }

    private static func haveFourPlaces(_ options: inout chttp_server_options) {
        letOthersWait(&options)
        options.connection_count_limit = 4
        options.prompt_connection_count = 2
    }

    /// Three hundred clients that each kept a place for half a second would have the four for 37 s.
    @Test func servesBesideCrowdsThatDoNotTakeTheirAnswers() throws {
        let large = String(repeating: "x", count: 1 << 20)
        try TestServer.run(adjusting: Self.haveFourPlaces, handler: { respond($1, 200, large) }) { server in
            let deaf = try (0..<300).map { _ in
                let socket = try TestSocket(port: server.port, receiveBufferSize: 4_096)
                try socket.send(String(repeating: Self.whole, count: 20))
                return socket
            }
            #expect(try isServed(server))
            withExtendedLifetime(deaf) {}
        }
    }

    @Test func servesBesideClientsThatNeverPause() throws {
        try TestServer.run(adjusting: Self.haveFourPlaces, handler: { respond($1) }) { server in
            let isDone = Atomic<Bool>(false)
            let clients = DispatchGroup()
            for number in 0..<8 {
                DispatchQueue(label: "client \(number)").async(group: clients) {
                    var socket = try? server.connect()
                    while !isDone.load(ordering: .relaxed) {
                        if (try? socket?.roundTrip("GET", "/")) == nil { socket = try? server.connect() }
                    }
                }
            }
            defer {
                isDone.store(true, ordering: .relaxed)
                clients.wait()
            }
            for _ in 0..<20 { try #require(try isServed(server)) }
        }
    }

    @Test func keepsConnectionsAtTheLimitWhileNobodyWaits() throws {
        try TestServer.run(adjusting: Self.haveFourPlaces, handler: { respond($1) }) { server in
            let sockets = try (0..<4).map { _ in try server.connect() }
            for _ in 0..<3 {
                for socket in sockets {
                    let reply = try socket.roundTrip("GET", "/")
                    #expect(reply.status == 200 && reply.header("Connection") != "close")
                }
            }
        }
    }

    @Test func takesNoPlaceFromWhoIsBeingServed() throws {
        let limits: (inout chttp_server_options) -> Void = {
            Self.letOthersWait(&$0)
            $0.connection_count_limit = 8
            $0.prompt_connection_count = 4
            $0.stream_count_limit = 8
        }
        let handler: TestServer.Handler = { server, request in
            var length = 0
            let isStream = String(cString: chttp_request_target(request, &length)) == "/stream"
            if isStream { openStream(server, request, nil) } else { respond(request) }
        }
        try TestServer.run(adjusting: limits, handler: handler) { server in
            let streams = try (0..<4).map { _ in
                let socket = try server.connect()
                try socket.request("GET", "/stream")
                #expect(try socket.head().status == 200)
                return socket
            }
            let slow = try connections(40, server, sending: Self.start)
            for _ in 0..<10 { #expect(try isServed(server)) }
            for socket in streams { #expect(!socket.isEnded(milliseconds: 10)) }
            withExtendedLifetime(slow) {}
        }
    }

    /// A burst of honest connections is larger than the limit, and each is served.
    @Test func servesABurst() throws {
        try TestServer.run(handler: { respond($1) }) { server in
            let sockets = try connections(400, server, sending: "")
            for socket in sockets { try socket.request("GET", "/", headers: ["Connection: close"]) }
            for socket in sockets { #expect(try socket.reply().status == 200) }
        }
    }

    // MARK: Diagnostics

    @Test func limitsItsLog() throws {
        try TestServer.run(handler: { respond($1) }) { server in
            // libmicrohttpd writes lines for each of them.
            for _ in 0..<500 {
                _ = try? connections(1, server, sending: "GET / HTTP/1.1\r\nbroken\r\n\r\n")[0].reply()
            }
            #expect(server.logLines.count < 200)
            #expect(!server.logLines.isEmpty)
        }
    }
}
