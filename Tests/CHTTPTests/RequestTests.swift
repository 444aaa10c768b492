// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CHTTP
import HTTPTestSupport
import Synchronization
import Testing

/// All properties of a request as text: the response of the echo handler.
private func describe(_ request: OpaquePointer) -> String {
    func text(_ start: UnsafePointer<UInt8>, _ length: Int) -> String {
        String(decoding: UnsafeBufferPointer(start: start, count: length), as: UTF8.self)
    }
    func text(_ start: UnsafePointer<CChar>, _ length: Int) -> String {
        String(decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
    }
    var length = 0
    var offset = 0
    var port: UInt16 = 0
    let fault = chttp_request_fault(request, &offset)
    var lines = [
        "fault=\(String(cString: chttp_error_name(fault)))@\(offset)",
        "method=\(String(cString: chttp_request_method(request)))",
        "target=\(text(chttp_request_target(request, &length), length))",
        "rawpath=\(text(chttp_request_raw_path(request, &length), length))",
        "path=\(text(chttp_request_path(request, &length), length))",
        "body=\(text(chttp_request_body(request, &length), length))",
        "peer=\(String(cString: chttp_request_peer(request, &port)))",
    ]
    if let authority = chttp_request_authority(request, &length) {
        lines.append("authority=\(text(authority, length))")
    }
    if let query = chttp_request_query(request) {
        for index in 0..<chttp_query_count(query) {
            var valueLength = 0
            let name = chttp_query_name(query, index, &length)
            let value = chttp_query_value(query, index, &valueLength)
            lines.append("query \(text(name, length))=\(text(value, valueLength))")
        }
    }
    for index in 0..<chttp_request_header_count(request) {
        var valueLength = 0
        let name = chttp_request_header_name(request, index, &length)
        let value = chttp_request_header_value(request, index, &valueLength)
        lines.append("header \(text(name, length))=\(text(value, valueLength))")
    }
    return lines.joined(separator: "\n")
}

@Suite struct RequestTests {
    private func withEcho<Result>(
        adjusting adjust: (inout chttp_server_options) -> Void = { _ in },
        _ body: (TestServer) throws -> Result
    ) throws -> Result {
        try TestServer.run(adjusting: adjust, handler: { respond($1, 200, describe($1)) }, body)
    }

    private func lines(_ reply: TestSocket.Reply) -> [String] {
        reply.body.split(separator: "\n").map(String.init)
    }

    @Test func handsOverEveryPartOfARequest() throws {
        try withEcho { server in
            let socket = try server.connect()
            try socket.send(
                "PATCH /a%20b/%2Fc?x=1&y=%C3%A9&x=2+3 HTTP/1.1\r\nHost: h\r\nX-A: one\r\nX-A: two\r\n"
                    + "Content-Length: 4\r\n\r\nbody"
            )
            let lines = lines(try socket.reply())
            for expected in [
                "fault=OK@0", "method=PATCH", "target=/a%20b/%2Fc?x=1&y=%C3%A9&x=2+3", "rawpath=/a%20b/%2Fc",
                "path=/a b//c",
                "body=body", "peer=127.0.0.1", "query x=1", "query y=é", "query x=2 3", "header Host=h",
                "header X-A=one", "header X-A=two",
            ] {
                #expect(lines.contains(expected), "\(expected) in \(lines)")
            }
            #expect(lines.firstIndex(of: "query x=1")! < lines.firstIndex(of: "query x=2 3")!)
        }
    }

    @Test(arguments: [("/%", 1), ("/a%zz", 2), ("/?a=%f", 4), ("/ok?b&%%", 6)])
    func reportsMalformedEscapesAndKeepsTheConnection(target: String, offset: Int) throws {
        try withEcho { server in
            let socket = try server.connect()
            let reply = lines(try socket.roundTrip("GET", target))
            #expect(reply.contains("fault=EESCAPE@\(offset)"))
            #expect(reply.contains("path="))
            #expect(lines(try socket.roundTrip("GET", "/ok")).contains("path=/ok"))
        }
    }

    @Test func servesPipelinedRequestsInOrder() throws {
        try withEcho { server in
            let socket = try server.connect()
            let count = 50
            try socket.send((0..<count).map { "GET /\($0) HTTP/1.1\r\nHost: h\r\n\r\n" }.joined())
            for index in 0..<count { #expect(lines(try socket.reply()).contains("path=/\(index)")) }
            #expect(server.statistics.requests == UInt64(count))
        }
    }

    @Test func waitsForARequestThatComesInPieces() throws {
        try withEcho { server in
            let socket = try server.connect()
            for piece in ["GE", "T /x HT", "TP/1.1\r\nHo", "st: h\r\nContent-Le", "ngth: 6\r\n", "\r\nab", "cd"] {
                try socket.send(piece)
                #expect(throws: TestSocket.Failure.self) { try socket.receive(milliseconds: 5) }
            }
            try socket.send("ef")
            #expect(lines(try socket.reply()).contains("body=abcdef"))
        }
    }

    @Test func collectsAChunkedBody() throws {
        try withEcho { server in
            let socket = try server.connect()
            try socket.request("PATCH", "/", headers: ["Transfer-Encoding: chunked"])
            try socket.send("3\r\nabc\r\n")
            try socket.send("2;x=y\r\nde\r\n0\r\n\r\n")
            #expect(lines(try socket.reply()).contains("body=abcde"))
        }
    }

    @Test func refusesABodyOverTheLimitByItsLength() throws {
        try withEcho(adjusting: { $0.body_limit = 8 }) { server in
            let exact = try server.connect()
            try exact.request("PATCH", "/", headers: ["Content-Length: 8"])
            try exact.send("12345678")
            #expect(lines(try exact.reply()).contains("body=12345678"))
            let over = try server.connect()
            try over.request("PATCH", "/", headers: ["Content-Length: 9", "Expect: 100-continue"])
            let reply = try over.reply()
            #expect(lines(reply).contains("fault=EBODY_TOO_LARGE@0"))
            #expect(reply.header("Connection") == "close")
        }
    }

    @Test func readsAnExcessiveBodySoThatItsClientSeesTheAnswer() throws {
        try withEcho(adjusting: { $0.body_limit = 8 }) { server in
            let client = try server.connect()
            let half = String(repeating: "x", count: 1 << 20)
            try client.request("PATCH", "/", headers: ["Content-Length: \(2 << 20)"])
            try client.send(half)
            #expect(throws: TestSocket.Failure.self) { try client.receive(milliseconds: 100) }
            try client.send(half)
            #expect(lines(try client.reply()).contains("fault=EBODY_TOO_LARGE@0"))
            let vast = try server.connect()
            try vast.request("PATCH", "/", headers: ["Content-Length: \(2 << 20 | 1)"])
            #expect(lines(try vast.reply()).contains("fault=EBODY_TOO_LARGE@0"))
        }
    }

    @Test func refusesAChunkedBodyOverTheLimit() throws {
        try withEcho(adjusting: { $0.body_limit = 8 }) { server in
            let socket = try server.connect()
            try socket.request("PATCH", "/", headers: ["Transfer-Encoding: chunked"])
            try socket.send("5\r\n12345\r\n5\r\n67890\r\n0\r\n\r\n")
            let reply = lines(try socket.reply())
            #expect(reply.contains("fault=EBODY_TOO_LARGE@0"))
            #expect(reply.contains("body="))
        }
    }

    @Test func closesOnABodyThatNeverEnds() throws {
        try withEcho(adjusting: { $0.body_limit = 8 }) { server in
            let socket = try server.connect()
            try socket.request("PATCH", "/", headers: ["Transfer-Encoding: chunked"])
            let chunk = "1000\r\n" + String(repeating: "x", count: 4096) + "\r\n"
            #expect(throws: TestSocket.Failure.self) {
                for _ in 0..<10_000 { try socket.send(chunk) }
            }
        }
    }

    @Test func refusesTargetsAndHeadersOverTheirLimits() throws {
        try withEcho(adjusting: { ($0.target_limit, $0.header_limit) = (100, 1_000) }) { server in
            let long = lines(try server.connect().roundTrip("GET", "/" + String(repeating: "a", count: 100)))
            #expect(long.contains("fault=ETARGET_TOO_LONG@0"))
            let large = lines(
                try server.connect().roundTrip(
                    "GET",
                    "/",
                    headers: ["X-Large: " + String(repeating: "a", count: 1_000)]
                )
            )
            #expect(large.contains("fault=EHEADERS_TOO_LARGE@0"))
            #expect(lines(try server.connect().roundTrip("GET", "/fine")).contains("fault=OK@0"))
        }
    }

    @Test(arguments: [
        (["Content-Length: 3", "Content-Length: 4"], "EFRAMING"),
        (["Content-Length: 3", "Transfer-Encoding: chunked"], "EFRAMING"),
        (["Transfer-Encoding: chunked", "Transfer-Encoding: chunked"], "EFRAMING"),
        (["Transfer-Encoding: gzip"], "ECODING"),
    ])
    func refusesAmbiguousFraming(headers: [String], fault: String) throws {
        try withEcho { server in
            let socket = try server.connect()
            try socket.request("PATCH", "/", headers: headers)
            #expect(lines(try socket.reply()).contains("fault=\(fault)@0"))
        }
    }

    @Test func refusesATransferCodingOfHTTP10() throws {
        try withEcho { server in
            let socket = try server.connect()
            try socket.send("PATCH / HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
            #expect(lines(try socket.reply()).contains("fault=EFRAMING@0"))
            // What a proxy takes for the next request is not answered.
            #expect(socket.isEnded())
        }
    }

    /// libmicrohttpd 0.9 treats a zero byte as the end of a line and joins folded lines, so its request differs from
    /// the one that was sent.
    @Test(arguments: [
        "GET /fine\0/else HTTP/1.1\r\nHost: h\r\n\r\n", "GET / HTTP/1.1\r\nHost: h\0.example\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\0\r\n\r\n", "GET\0X / HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nX-Last: a\0b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nX-Folded: a\r\n b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\rX-Hidden: a\r\n\r\n", "GET / HTTP/1.1\nHost: h\n\n",
        "GET  / HTTP/1.1\r\nHost: h\r\n\r\n", "GET /a b HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nX-Space : a\r\n\r\n", "GET / HTTP/1.1\r\nHost: h\r\nX-\u{7f}: a\r\n\r\n",
    ])
    func refusesHeadsThatCanBeReadInTwoWays(text: String) throws {
        try withEcho { server in
            let socket = try server.connect()
            try socket.send(text)
            let reply = try socket.reply()
            #expect(reply.header("Connection") == "close")
            #expect(lines(reply).contains("fault=ESYNTAX@0"))
        }
    }

    @Test func refusesACodingWithASpaceBehindItsName() throws {
        try withEcho { server in
            let socket = try server.connect()
            try socket.request("PATCH", "/", headers: ["Transfer-Encoding : chunked", "Content-Length: 2"])
            try socket.send("{}")
            #expect(lines(try socket.reply()).contains("fault=ESYNTAX@0"))
        }
    }

    @Test(arguments: ["", "Host: h\r\nHost: h\r\n"])
    func refusesRequestsWithoutOneHostOnce(fields: String) throws {
        try withEcho { server in
            let socket = try server.connect()
            try socket.send("GET / HTTP/1.1\r\n\(fields)\r\n")
            #expect(lines(try socket.reply()).contains("fault=EHOST@0"))
            // Nothing follows: libmicrohttpd's own refusal came twice.
            #expect(try socket.receive().isEmpty)
        }
    }

    @Test func wantsNoHostOfHTTP10() throws {
        try withEcho { server in
            let socket = try server.connect()
            try socket.send("GET / HTTP/1.0\r\n\r\n")
            #expect(lines(try socket.reply()).contains("fault=OK@0"))
        }
    }

    @Test func leavesWhiteSpaceAroundAValueOut() throws {
        try withEcho { server in
            let lines = lines(
                try server.connect().roundTrip("GET", "/", headers: ["X-Spaced:  a b \t ", "X-Empty: \t"])
            )
            #expect(lines.contains("fault=OK@0"))
            #expect(lines.contains("header X-Spaced=a b") && lines.contains("header X-Empty="))
        }
    }

    @Test(arguments: ["&", "a&", "a=b&"]) func answersQueriesOfThousandsOfPieces(piece: String) throws {
        try withEcho { server in
            let target = "/?" + String(repeating: piece, count: 6_000 / piece.utf8.count)
            let lines = lines(try server.connect().roundTrip("GET", target))
            #expect(lines.contains("fault=OK@0"))
        }
    }

    @Test(arguments: [
        ("http://h:80/a%20b?x=1", ["authority=h:80", "rawpath=/a%20b", "path=/a b", "query x=1"]),
        ("HTTP://h", ["authority=h", "rawpath=", "path="]),
        ("http://h?x=1", ["authority=h", "rawpath=", "query x=1"]),
        ("http:///a", ["authority=", "path=/a"]),
        ("https://h/a", ["path=https://h/a"]),
        ("http://h/%", ["fault=EESCAPE@9", "authority=h"]),
    ])
    func dividesTargetsInAbsoluteForm(target: String, expected: [String]) throws {
        try withEcho { server in
            let lines = lines(try server.connect().roundTrip("GET", target))
            for line in expected { #expect(lines.contains(line), "\(line) in \(lines)") }
        }
    }

    @Test(arguments: [
        "\u{1}\u{2}\u{3}\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET / HTTP/1.1\r\n\r\n",
        "GET /a b HTTP/1.1\r\nHost: h\r\n\r\n", "GET healthz HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET ?a HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET a?b=c://d HTTP/1.1\r\nHost: h\r\n\r\n", "GET / HTTP/1.1\r\nHost: h\r\nbroken\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n", "\0\0\0\0\r\n\r\n",
        "PATCH / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ])
    func survivesMalformedRequests(text: String) throws {
        try withEcho { server in
            let socket = try server.connect()
            try socket.send(text)
            if let reply = try? socket.reply() {
                #expect(reply.status >= 400 || !lines(reply).contains("fault=OK@0"))
                // Nothing follows, above all no second answer.
                if reply.status < 400 { #expect(try socket.receive().isEmpty) }
            }
            #expect(lines(try server.connect().roundTrip("GET", "/fine")).contains("path=/fine"))
        }
    }

    /// libmicrohttpd answers these itself; 0.9.75 does so twice, and closes the connection.
    @Test(arguments: ["+2", "-2", "2, 2", "2,3", "0x2", "", "2\u{b}", "18446744073709551616", "two"])
    func handsNoRequestWithAMalformedLengthToTheHandler(length: String) throws {
        let count = Mutex(0)
        let handler: TestServer.Handler = { _, request in
            count.withLock { $0 += 1 }
            respond(request)
        }
        try TestServer.run(handler: handler) { server in
            let socket = try server.connect()
            try socket.send("PATCH / HTTP/1.1\r\nHost: h\r\nContent-Length: \(length)\r\n\r\n{}")
            // 413 where the length is no number of bytes that there could be.
            #expect([400, 413].contains(try socket.reply().status))
            #expect(eventually { socket.isEnded() })
            #expect(count.withLock { $0 } == 0)
        }
    }

    @Test func survivesPeersThatVanishInTheMiddle() throws {
        try withEcho { server in
            let beginnings = [
                "", "GE", "GET / HTTP/1.1\r\nHost: h", "PATCH / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nab",
            ]
            for beginning in beginnings {
                for ending in [TestSocket.close, TestSocket.reset] {
                    let socket = try server.connect()
                    try socket.send(beginning)
                    ending(socket)()
                }
            }
            #expect(lines(try server.connect().roundTrip("GET", "/fine")).contains("path=/fine"))
        }
    }

    @Test func survivesNoise() throws {
        try withEcho { server in
            var noise = Noise(state: 99)
            let words = [
                "GET ", "/", "?", "%", " HTTP/1.1", "\r\n", "Host: h", ":", "Content-Length: ", "9", "\0", "&=", "\n",
            ]
            for _ in 0..<200 {
                let socket = try server.connect()
                let text = (0..<Int.random(in: 1..<30, using: &noise)).map { _ in words.randomElement(using: &noise)! }
                try? socket.send(text.joined() + "\r\n\r\n")
            }
            #expect(lines(try server.connect().roundTrip("GET", "/fine")).contains("path=/fine"))
        }
    }
}
