// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import OTLPExport

@Suite struct OTLPReplyTests {
    private func reply(_ status: Int, _ headers: [String: String] = [:], _ body: [UInt8] = []) -> OTLPReply {
        OTLPReply(
            status: status,
            headers: { headers[$0] },
            body: Data(body),
            now: Date(timeIntervalSince1970: 1_000_000_000)
        )
    }

    @Test func aSuccessTellsOfRefusedSpansInBothEncodings() {
        #expect(reply(200) == .accepted(refused: 0, message: ""))
        let json = #"{"partialSuccess":{"rejectedSpans":"7","errorMessage":"too old"}}"#
        let type = ["Content-Type": "application/json; charset=utf-8"]
        #expect(reply(200, type, Array(json.utf8)) == .accepted(refused: 7, message: "too old"))
        // partial_success { rejected_spans: 300 error_message: "no" } after a field that is not known.
        let bytes: [UInt8] = [0x10, 1, 0x0A, 7, 0x08, 0xAC, 0x02, 0x12, 2, 0x6E, 0x6F]
        let binary = ["Content-Type": "application/x-protobuf"]
        #expect(reply(200, binary, bytes) == .accepted(refused: 300, message: "no"))
    }

    @Test(
        arguments: [
            [0x0A], [0x0A, 0xFF], [0x0A, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0x0A, 2, 0x08],
            [0x0B, 1], [0xFF],
        ] as [[UInt8]]
    ) func bytesThatAreNoAnswerAreNoRefusal(bytes: [UInt8]) {
        #expect(reply(200, ["Content-Type": "application/x-protobuf"], bytes) == .accepted(refused: 0, message: ""))
    }

    @Test(arguments: [429, 502, 503, 504]) func temporaryFailuresAreTriedAgain(status: Int) {
        #expect(reply(status) == .again(after: nil, failure: "it answers \(status)"))
        #expect(reply(status, ["Retry-After": "12"]) == .again(after: 12, failure: "it answers \(status)"))
        let date = ["Retry-After": "Sun, 09 Sep 2001 01:47:10 GMT"]
        #expect(reply(status, date) == .again(after: 30, failure: "it answers \(status)"))
        #expect(reply(status, ["Retry-After": "soon"]) == .again(after: nil, failure: "it answers \(status)"))
    }

    @Test func otherFailuresAreNot() {
        #expect(reply(400, [:], Array("bad\nspan".utf8)) == .refused(failure: "it answers 400: bad span"))
        #expect(reply(401) == .refused(failure: "it answers 401"))
        #expect(reply(415) == .encodingUnknown)
        let moved = reply(301, ["Location": "https://there/v1/traces"])
        #expect(moved == .refused(failure: "it answers 301, which is not followed: use https://there/v1/traces"))
    }

    @Test func aWebPageIsNoSuccess() {
        guard case .refused(let failure) = reply(200, ["Content-Type": "text/html"]) else {
            Issue.record("accepted")
            return
        }
        #expect(failure.contains("web page"))
    }

    @Test func delaysDoubleUpToALimitAndHonourTheReceiver() {
        var delay = RetryDelay()
        let delays = (0..<10).map { _ in delay.after(nil, chance: 0.5) }
        #expect(delays == [0.5, 1, 2, 4, 8, 16, 30, 30, 30, 30])
        var other = RetryDelay()
        #expect(other.after(nil, chance: 0) == 0.375)
        #expect(delay.after(60, chance: 0.5) >= 60)
    }

    @Test(arguments: [
        ("http://localhost:4318", "http://localhost:4318/v1/traces"),
        ("http://localhost:4318/", "http://localhost:4318/v1/traces"),
        ("https://a.example/otlp/v1/traces", "https://a.example/otlp/v1/traces"),
        ("HTTP://a.example/otlp", "HTTP://a.example/otlp/v1/traces"),
    ]) func theEndpointIsABaseOrTheWholeAddress(endpoint: String, url: String) throws {
        #expect(try OTLPConfiguration(endpoint: endpoint).url.absoluteString == url)
    }

    @Test(arguments: ["", "localhost:4318", "ftp://a", "http://", "http://a?b=c", "http://a#b", "/v1/traces"])
    func otherEndpointsAreRefused(endpoint: String) {
        #expect(throws: OTLPError.self) { try OTLPConfiguration(endpoint: endpoint) }
    }
}
