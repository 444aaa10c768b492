// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProgramClient
import Testing

@Suite struct ProgramRequestTests {
    @Test func theTargetIsEncoded() throws {
        let address = try #require(ProgramAddress("127.0.0.1"))
        let query = [("filter", Optional("a+b & é")), ("left", nil), ("id", "ab12-3.4")]
        let request = ProgramRequest(address, "/api/v1/calls/a?b", query: query, timeout: .seconds(1))
        #expect(request.target == "/api/v1/calls/a%3Fb?filter=a%2Bb%20%26%20%C3%A9&id=ab12-3.4")
        #expect(ProgramRequest(address, "/api/v1/status", timeout: .seconds(1)).target == "/api/v1/status")
    }

    @Test func fieldsCannotAddLines() throws {
        let server = try ScriptedServer(["HTTP/1.0 200 OK\r\n\r\n"])
        var request = ProgramRequest(server.address, "/", timeout: .seconds(60))
        request.method = "POST"
        request.version = .http10
        request.fields = [("Last-Event-ID", "1\r\nX-Other: 2\n")]
        request.body = Array("{}".utf8)
        _ = try request.waitForAnswer()
        let host = "Host: \(server.address.authority)"
        let lines = ["POST / HTTP/1.0", host, "Last-Event-ID: 1X-Other: 2", "Content-Length: 2", "", "{}"]
        #expect(server.received == lines.joined(separator: "\r\n"))
    }

    @Test(arguments: [
        "http://[::1]:8080/#token=x", "HTTP://[::1]:8080/#token=x", "[::1]:8080/?token=x",
        "http://[::1]:8080/some/page?a=b&token=x",
    ])
    func anAddressHasItsToken(text: String) throws {
        let address = try #require(ProgramAddress(text))
        #expect(address.token == "x" && address.description == "http://[::1]:8080")
    }

    @Test(arguments: ["", "https://127.0.0.1", "127.0.0.1:99999", "http://"]) func othersAreNoAddresses(text: String) {
        #expect(ProgramAddress(text) == nil)
    }
}
