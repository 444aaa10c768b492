// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import HTTPTestSupport
import Testing

@testable import InspectorServer

@Suite struct HTTPDaemonTests {
    @Test(arguments: [999, -1, 70_000]) func answersWhereNoAnswerCanBeMade(status: Int) throws {
        let routes = [
            HTTPRoute(.get, "/now") { _ in HTTPResponse(status: status) },
            HTTPRoute(.get, "/later") { _ in .deferred { HTTPResponse(status: status) } },
        ]
        try withService(.live, routes: routes) { client in
            for path in ["/now", "/later"] {
                let reply = try client.get(path)
                #expect(reply.status == 500, "\(path)")
            }
        }
    }

    /// Regression test: each request used to add a wrapper around the responder, which became slower and deeper.
    @Test func answersTheThousandthRequestFromTheSameDepthAsTheFirst() throws {
        let depth = HTTPRoute(.get, "/depth", representations: ["text/plain"]) { _ in
            var here = 0
            let address = withUnsafePointer(to: &here) { UInt(bitPattern: $0) }
            return HTTPResponse(mediaType: "text/plain", Array("\(address)".utf8))
        }
        try withService(.live, routes: [depth]) { client in
            let socket = try TestSocket(port: client.port)
            let ask = {
                try socket.send("GET /depth HTTP/1.1\r\nHost: localhost:\(client.port)\r\nAccept: */*\r\n\r\n")
                return try socket.reply().body
            }
            let first = try ask()
            #expect(UInt(first) != nil)
            for _ in 0..<1_000 { #expect(try ask() == first) }
        }
    }
}
