// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import HTTPTestSupport
import Testing

@testable import InspectorServer

@Suite struct HTTPDaemonTests {
    /// Once each request left one more wrapper around the function that answers: slower and deeper each time.
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
