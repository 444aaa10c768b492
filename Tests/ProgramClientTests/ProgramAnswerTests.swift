// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc
import ProgramClient
import Testing

@Suite struct ProgramAnswerTests {
    private static let ok = "HTTP/1.1 200 OK\r\n"

    private func request(_ server: ScriptedServer, timeout: Duration = .seconds(60)) -> ProgramRequest {
        ProgramRequest(server.address, "/", timeout: timeout)
    }

    private func answer(_ pieces: [String], stays: Bool = false) throws -> String {
        try request(ScriptedServer(pieces, stays: stays)).waitForAnswer().text
    }

    private func failure(_ pieces: [String]) throws -> String? {
        let request = try request(ScriptedServer(pieces))
        return #expect(throws: ProgramFailure.self) { try request.waitForAnswer() }?.description
    }

    @Test func aBodyGoesToTheEndOfTheConnection() throws {
        #expect(try answer([Self.ok + "\r\nall ", "of it"]) == "all of it")
    }

    @Test func aBodyEndsAfterItsLength() throws {
        #expect(try answer([Self.ok + "content-length: 9 \r\n\r\nall ", "of it and more"], stays: true) == "all of it")
        #expect(try answer([Self.ok + "Content-Length: 0\r\n\r\n"], stays: true).isEmpty)
    }

    @Test func aBodyIsTakenOutOfItsChunks() throws {
        let text =
            Self.ok + "Transfer-Encoding: chunked\r\n\r\n4;name=value\r\nall \r\n5\r\nof it\r\n0\r\nTrailer: x\r\n\r\n"
        #expect(try answer([text], stays: true) == "all of it")
        #expect(try answer(text.unicodeScalars.map { String($0) }, stays: true) == "all of it")
    }

    @Test(arguments: ["Content-Length: 100", "Transfer-Encoding: chunked"]) func aCutBodyIsNoAnswer(field: String)
        throws
    {
        #expect(try failure([Self.ok + field + "\r\n\r\n4\r\nall "])?.hasSuffix("in the middle of the answer") == true)
    }

    @Test func damagedChunksAreNoAnswer() throws {
        let head = Self.ok + "Transfer-Encoding: chunked\r\n\r\n"
        #expect(try failure([head + "4\r\nall of it\r\n0\r\n\r\n"]) == "the answer has damaged chunks")
        #expect(try failure([head + "word\r\n"]) == "the answer has damaged chunks")
    }

    @Test func otherProtocolsAreNoAnswer() throws {
        #expect(try failure(["SSH-2.0-OpenSSH\r\n\r\n"]) == "no HTTP server")
        #expect(try failure([Self.ok]) == "no HTTP server")
        #expect(try failure([]) == "the connection was closed")
    }

    @Test func aLargeAnswerIsRefused() throws {
        let request = try request(ScriptedServer([Self.ok + "\r\n", String(repeating: "x", count: 1_001)]))
        let failure = #expect(throws: ProgramFailure.self) { try request.waitForAnswer(limitBytes: 1_000) }
        #expect(failure?.description == "the answer is too large")
    }

    @Test(arguments: ["", ok, ok + "\r\nsome"]) func aSilentServerIsNotWaitedForLongerThanTheTimeout(begin: String)
        throws
    {
        let request = try request(ScriptedServer([begin], stays: true), timeout: .milliseconds(50))
        let failure = #expect(throws: ProgramFailure.self) { try request.waitForAnswer() }
        #expect(failure?.description == "no answer in time")
    }

    @Test(arguments: [ok + "\r\n", ok + "Transfer-Encoding: chunked\r\n\r\n"])
    func aServerThatSendsWithoutEndIsNotReadLongerThanTheTimeout(head: String) throws {
        // In chunks, these are zeros before the size of the first one.
        let pieces = sequence(first: head) { _ in "0" }
        let request = try request(ScriptedServer(pieces), timeout: .milliseconds(200))
        #expect(throws: ProgramFailure.self) { try request.waitForAnswer() }
    }

    @Test func aReadableDescriptorEndsTheWait() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        #expect(write(ends[1], "x", 1) == 1)
        let request = try request(ScriptedServer([Self.ok + "\r\n"], stays: true), timeout: .seconds(3_600))
        #expect(throws: ProgramFailure.self) { try request.waitForAnswer(stop: ends[0]) }
    }

    @Test func aServerOfIPv6IsAsked() throws {
        guard let server = try? ScriptedServer([Self.ok + "\r\nsix"], family: AF_INET6) else { return }
        #expect(try request(server).waitForAnswer().text == "six")
        #expect(server.received.contains("\r\nHost: [::1]:"))
    }

    @Test func aClosedPortRefuses() throws {
        let request = ProgramRequest(try #require(ProgramAddress("127.0.0.1:1")), "/", timeout: .seconds(60))
        let failure = #expect(throws: ProgramFailure.self) { try request.waitForAnswer() }
        #expect(failure?.description == "connection refused")
    }
}
