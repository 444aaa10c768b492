// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// A connection to an inspector, for one request and its answer, of one thread.
///
/// URLSession does not serve for that. On Linux it keeps a core busy as long as a server is silent, ignores the request's
/// timeout then, takes in whatever comes faster than it is read, reaches no address of IPv6, and asks the proxy of the
/// environment for programs of this machine.
final class PlainConnection {
    private static let headLimitBytes = 64 << 10

    let status: Int
    private let socket: TCPSocket
    /// Longest time without a byte.
    private let patience: Duration
    /// What came with the head.
    private var first: [UInt8]
    /// Bytes of the body that are still to come; nil if it has all until the end.
    private var left: Int?

    /// Connects, sends a request, and reads the head of the answer. The request's timeout is for all that, and for each
    /// part of the body.
    init(_ request: URLRequest) throws(TCPSocket.Failure) {
        guard let url = request.url, let host = url.host else { throw TCPSocket.Failure("no address") }
        patience = .seconds(request.timeoutInterval)
        let deadline = ContinuousClock.now + patience
        let socket = try TCPSocket(host: host, port: url.port ?? 80, until: deadline)
        try socket.send(Self.bytes(of: request, to: url, host), until: deadline)
        var bytes: [UInt8] = []
        while bytes.count < Self.headLimitBytes {
            guard let more = try socket.receive(until: deadline) else { break }
            let searched = max(0, bytes.count - 3)
            bytes += more
            guard let end = Self.end(ofHead: bytes, from: searched) else { continue }
            let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
            let words = lines.first?.split(separator: " ") ?? []
            guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else { break }
            self.status = status
            self.socket = socket
            first = Array(bytes[end...])
            left = Self.length(in: lines)
            return
        }
        throw TCPSocket.Failure(bytes.isEmpty ? "the connection was closed" : "no HTTP server")
    }

    /// The part of the body that is there, or that comes next.
    ///
    /// - Parameter deadline: Nil for the request's timeout from now on.
    /// - Returns: Nil at its end.
    func next(until deadline: ContinuousClock.Instant? = nil) throws(TCPSocket.Failure) -> [UInt8]? {
        if let left, left <= 0 { return nil }
        var bytes = first
        first = []
        if bytes.isEmpty {
            guard let more = try socket.receive(until: deadline ?? .now + patience) else { return nil }
            bytes = more
        }
        left = left.map { $0 - bytes.count }
        return bytes
    }

    // MARK: The request and the head

    /// HTTP/1.0, which has no chunks: the body goes on to the end of the connection.
    private static func bytes(of request: URLRequest, to url: URL, _ host: String) -> [UInt8] {
        let parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
        let path = parts?.percentEncodedPath ?? ""
        let query = parts?.percentEncodedQuery.map { "?\($0)" } ?? ""
        let name = host.contains(":") ? "[\(host)]" : host
        let body = request.httpBody.map(Array.init)
        var lines = ["\(request.httpMethod ?? "GET") \(path.isEmpty ? "/" : path)\(query) HTTP/1.0"]
        lines.append("Host: \(name)\(url.port.map { ":\($0)" } ?? "")")
        for (field, value) in request.allHTTPHeaderFields ?? [:] {
            lines.append("\(field): \(value.filter { !$0.isNewline })")
        }
        if let body { lines.append("Content-Length: \(body.count)") }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (body ?? [])
    }

    private static func end(ofHead bytes: [UInt8], from start: Int) -> Int? {
        let blank = Array("\r\n\r\n".utf8)
        guard bytes.count >= blank.count else { return nil }
        let found = (start...(bytes.count - blank.count)).first { bytes[$0..<($0 + blank.count)].elementsEqual(blank) }
        return found.map { $0 + blank.count }
    }

    private static func length(in lines: [Substring]) -> Int? {
        for line in lines {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
            return Int(parts[1].trimmingCharacters(in: .whitespaces))
        }
        return nil
    }
}

extension PlainConnection {
    struct Answer: Sendable {
        let status: Int
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// Largest body of an answer; streams have no limit.
    private static let answerLimitBytes = 256 << 20

    /// Sends a request and waits for the whole answer, no longer than the request's timeout.
    static func waitForAnswer(to request: URLRequest) throws(TCPSocket.Failure) -> Answer {
        let deadline = ContinuousClock.now + .seconds(request.timeoutInterval)
        let connection = try PlainConnection(request)
        var body: [UInt8] = []
        while let part = try connection.next(until: deadline) {
            body += part
            guard body.count <= answerLimitBytes else { throw TCPSocket.Failure("the answer is too large") }
        }
        return Answer(status: connection.status, body: body)
    }

    /// The same, without holding up a thread of tasks.
    static func answer(to request: URLRequest) async throws(TCPSocket.Failure) -> Answer {
        let result: Result<Answer, TCPSocket.Failure> = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    returning: Result { () throws(TCPSocket.Failure) in try waitForAnswer(to: request) }
                )
            }
        }
        return try result.get()
    }
}
