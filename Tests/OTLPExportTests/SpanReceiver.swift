// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Synchronization

/// An HTTP server on a port of its own that keeps the requests it gets, and answers them as a test says.
final class SpanReceiver: Sendable {
    struct Request: Sendable {
        var path: String
        var headers: [String: String]
        var body: [UInt8]
    }

    struct Answer: Sendable {
        var status = 200
        var headers: [(String, String)] = []
        var body = ""
        /// Whether the connection is closed in place of an answer.
        var closes = false
        /// Whether the connection is closed after it, which the answer doesn't say.
        var isLast = false
    }

    let port: UInt16
    private let listener: Int32
    private let answer: @Sendable (Int, Request) -> Answer
    private let requests = Mutex<[Request]>([])

    /// - Parameter answer: The answer to a request, given its number, from 0.
    init(answer: @escaping @Sendable (Int, Request) -> Answer = { _, _ in Answer() }) {
        self.answer = answer
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                precondition(bind(listener, address, size) == 0 && listen(listener, 16) == 0)
                getsockname(listener, address, &size)
            }
        }
        self.listener = listener
        port = UInt16(bigEndian: address.sin_port)
        Thread { [self] in accept() }.start()
    }

    var url: String { "http://127.0.0.1:\(port)" }

    var received: [Request] { requests.withLock { $0 } }

    /// Ends the server. Connections that are open go on.
    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    /// Whether this many requests came within twenty seconds.
    func has(_ count: Int) -> Bool { comesTrue { received.count >= count } }

    private func accept() {
        while true {
            let connection = Glibc.accept(listener, nil, nil)
            guard connection >= 0 else { break }
            Thread { [self] in
                serve(connection)
                close(connection)
            }.start()
        }
        close(listener)
    }

    private func serve(_ connection: Int32) {
        while let request = read(connection) {
            let number = requests.withLock { requests in
                requests.append(request)
                return requests.count - 1
            }
            let answer = self.answer(number, request)
            if answer.closes { return }
            let fields = ([("Content-Length", "\(answer.body.utf8.count)")] + answer.headers).map { "\($0): \($1)\r\n" }
            let bytes = Array("HTTP/1.1 \(answer.status) X\r\n\(fields.joined())\r\n\(answer.body)".utf8)
            guard send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count,
                !answer.isLast
            else { return }
        }
    }

    private func read(_ connection: Int32) -> Request? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        func more() -> Bool {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return false }
            bytes += buffer[..<count]
            return true
        }
        var end: Range<Int>?
        while end == nil {
            guard more() else { return nil }
            end = bytes.firstRange(of: Array("\r\n\r\n".utf8))
        }
        guard let end else { return nil }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            headers[line[..<colon].lowercased()] = value
        }
        let length = Int(headers["content-length"] ?? "") ?? 0
        while bytes.count < end.upperBound + length { guard more() else { return nil } }
        let path = lines[0].split(separator: " ").dropFirst().first.map(String.init) ?? ""
        return Request(path: path, headers: headers, body: Array(bytes[end.upperBound..<(end.upperBound + length)]))
    }
}

/// Whether a condition holds within two minutes.
func comesTrue(_ condition: () -> Bool) -> Bool {
    let deadline = ContinuousClock.now + .seconds(120)
    while !condition() {
        if ContinuousClock.now > deadline { return false }
        usleep(2_000)
    }
    return true
}
