// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import HTTPTestSupport

@testable import InspectorServer

/// One block of an event stream.
struct ReceivedEvent {
    var id: String?
    var name = "message"
    var data: String?

    func json() throws -> JSONValue { try JSONValue(parsing: Array((data ?? "null").utf8)) }
}

/// A client of `GET /api/v1/stream` that parses events according to the standard.
///
/// - SeeAlso: WHATWG HTML, "Server-sent events", *Interpreting an event stream*.
final class EventReader {
    let socket: TestSocket
    let head: TestSocket.Reply
    private var text = ""

    init(port: UInt16, _ query: String = "", headers: [String] = []) throws {
        socket = try TestSocket(port: port)
        let lines = ["GET /api/v1/stream\(query) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Accept: text/event-stream"]
        try socket.send((lines + headers).joined(separator: "\r\n") + "\r\n\r\n")
        head = try socket.head()
    }

    /// The next block with an event; nil at the end of the stream.
    func next() throws -> ReceivedEvent? {
        while let block = try block() {
            var event = ReceivedEvent()
            for line in block.split(separator: "\n") {
                let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                let value = parts.count == 2 ? String(parts[1].drop { $0 == " " }) : ""
                switch parts[0] {
                case "id": event.id = value
                case "event": event.name = value
                case "data": event.data = (event.data.map { $0 + "\n" } ?? "") + value
                default: break
                }
            }
            if event.data != nil || event.id != nil { return event }
        }
        return nil
    }

    private func block() throws -> Substring? {
        while true {
            if let end = text.firstRange(of: "\n\n") {
                defer { text = String(text[end.upperBound...]) }
                return text[..<end.lowerBound]
            }
            guard let chunk = try socket.chunk() else { return nil }
            text += chunk
        }
    }

    /// The next `count` events other than `hello`.
    func events(_ count: Int) throws -> [ReceivedEvent] {
        var events: [ReceivedEvent] = []
        while events.count < count, let event = try next() {
            if event.name != "hello" { events.append(event) }
        }
        return events
    }
}
