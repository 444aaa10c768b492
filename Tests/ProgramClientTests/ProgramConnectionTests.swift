// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProgramClient
import Testing

@Suite struct ProgramConnectionTests {
    /// What comes until the end, read into room for a few bytes.
    private func parts(of connection: ProgramConnection) -> [String] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4, alignment: 1)
        defer { buffer.deallocate() }
        var parts: [String] = []
        while case .bytes(let count) = connection.receive(into: buffer, until: .now + .seconds(60)) {
            parts.append(String(decoding: buffer[..<count], as: UTF8.self))
        }
        return parts
    }

    private func open(_ pieces: [String], stays: Bool = false) throws -> ProgramConnection {
        let server = try ScriptedServer(pieces, stays: stays)
        return try ProgramConnection(ProgramRequest(server.address, "/", timeout: .seconds(60)))
    }

    @Test func aPartIsNoLargerThanTheRoom() throws {
        let connection = try open(["HTTP/1.1 200 OK\r\n\r\nalpha beta"])
        #expect(connection.head.status == 200)
        let parts = parts(of: connection)
        #expect(parts.joined() == "alpha beta" && parts.allSatisfy { $0.count <= 4 })
    }

    @Test func theEndIsSeenWithoutTime() throws {
        let connection = try open(["HTTP/1.1 200 OK\r\n\r\nall", " of it"])
        #expect(parts(of: connection).joined() == "all of it")
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4, alignment: 1)
        defer { buffer.deallocate() }
        guard case .ended(nil) = connection.receive(into: buffer, until: .now - .seconds(1)) else {
            Issue.record("the end was not seen")
            return
        }
    }

    @Test(arguments: [
        ("Content-Type: text/event-stream\r\n", true), ("content-type: Text/Event-Stream ; charset=utf-8\r\n", true),
        ("Content-Type: text/html\r\n", false), ("Content-Type: text/event-streams\r\n", false), ("", false),
    ])
    func anEventStreamIsKnownByItsTypeAlone(field: String, isStream: Bool) throws {
        #expect(try open(["HTTP/1.1 200 OK\r\n\(field)\r\n"]).head.isEventStream == isStream)
    }

    @Test func aCutConnectionEnds() throws {
        let connection = try open(["HTTP/1.1 200 OK\r\n\r\n"], stays: true)
        connection.cut()
        #expect(parts(of: connection).isEmpty)
    }

    /// Regression test: the program seemed to be gone.
    @Test func theAnswerToARequestThatIsNotReadToItsEndIsRead() throws {
        let server = try ScriptedServer(["HTTP/1.1 413 Content Too Large\r\nContent-Length: 2\r\n\r\nno"])
        var request = ProgramRequest(server.address, "/", timeout: .seconds(60))
        request.method = "POST"
        request.body = [UInt8](repeating: 0x20, count: 32 << 20)
        let answer = try request.waitForAnswer()
        #expect(answer.status == 413 && answer.text == "no")
    }
}
