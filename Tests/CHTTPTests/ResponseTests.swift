// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CHTTP
import HTTPTestSupport
import Synchronization
import Testing

@Suite struct ResponseTests {
    @Test func sendsStatusHeadersAndBody() throws {
        let handler: TestServer.Handler = { respond($1, 418, "tea", headers: [("X-A", "1"), ("X-A", "2")]) }
        try TestServer.run(handler: handler) { server in
            let reply = try server.connect().roundTrip("GET", "/")
            #expect(reply.status == 418)
            #expect(reply.body == "tea")
            #expect(reply.headers.filter { $0.name == "X-A" }.map(\.value) == ["1", "2"])
        }
    }

    @Test func answersHEADWithTheLengthAndNoBody() throws {
        try TestServer.run(handler: { respond($1, 200, "12345") }) { server in
            let socket = try server.connect()
            let reply = try socket.roundTrip("HEAD", "/")
            #expect(reply.header("Content-Length") == "5")
            #expect(try socket.roundTrip("GET", "/").body == "12345")
        }
    }

    @Test func sendsStaticBytes() throws {
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1_000_000)
        defer { bytes.deallocate() }
        bytes.initialize(repeating: UInt8(ascii: "s"))
        let start = Handle(pointer: OpaquePointer(bytes.baseAddress!))
        let handler: TestServer.Handler = { _, request in
            var response: OpaquePointer?
            _ = chttp_response_create_static(200, UnsafePointer(start.pointer), 1_000_000, &response)
            _ = chttp_request_respond(request, response!)
        }
        try TestServer.run(handler: handler) { server in
            let reply = try server.connect().roundTrip("GET", "/")
            #expect(reply.body == String(repeating: "s", count: 1_000_000))
        }
    }

    @Test func releasesAnOwnedBodyOnce() throws {
        final class Count: Sendable { let value = Atomic(0) }
        let count = Count()
        let context = Handle(pointer: OpaquePointer(Unmanaged.passUnretained(count).toOpaque()))
        let release: @convention(c) (UnsafeMutableRawPointer?) -> Void = {
            Unmanaged<Count>.fromOpaque($0!).takeUnretainedValue().value.add(1, ordering: .relaxed)
        }
        let handler: TestServer.Handler = { _, request in
            var response: OpaquePointer?
            let bytes: StaticString = "owned"
            let context = UnsafeMutableRawPointer(context.pointer)
            let error = chttp_response_create_owned(99, bytes.utf8Start, 5, release, context, &response)
            #expect(error == CHTTP_EARGUMENT.rawValue)
            _ = chttp_response_create_owned(200, bytes.utf8Start, 5, release, context, &response)
            _ = chttp_request_respond(request, response!)
        }
        try TestServer.run(handler: handler) { server in
            let reply = try server.connect().roundTrip("GET", "/")
            #expect(reply.body == "owned")
        }
        #expect(count.value.load(ordering: .relaxed) == 2)
    }

    @Test(arguments: ["a\r\nX-Injected: 1", "a\nb", "a\u{1}", "\u{7F}", ""])
    func refusesHeaderValuesThatWouldSplitTheResponse(value: String) {
        var response: OpaquePointer?
        #expect(chttp_response_create_copy(200, nil, 0, &response) == 0)
        defer { chttp_response_destroy(response) }
        #expect(chttp_response_add_header(response!, "X-A", value) == CHTTP_EARGUMENT.rawValue)
        #expect(chttp_response_add_header(response!, "X-A\r\n", "b") == CHTTP_EARGUMENT.rawValue)
        #expect(chttp_response_add_header(response!, "X-A", "b\tc é") == 0)
    }

    @Test func answers500WhenTheHandlerForgets() throws {
        try TestServer.run(handler: { _, _ in }) { server in
            let reply = try server.connect().roundTrip("GET", "/")
            #expect(reply.status == 500)
            #expect(server.logLines.contains { $0.contains("without an answer") })
        }
    }

    @Test func takesOneAnswerOnly() throws {
        let handler: TestServer.Handler = { _, request in
            respond(request, 200, "first")
            var response: OpaquePointer?
            _ = chttp_response_create_copy(200, nil, 0, &response)
            #expect(chttp_request_respond(request, response!) == CHTTP_ESTATE.rawValue)
            #expect(chttp_request_defer(request) == CHTTP_ESTATE.rawValue)
        }
        try TestServer.run(handler: handler) { server in
            let reply = try server.connect().roundTrip("GET", "/")
            #expect(reply.body == "first")
        }
    }
}
