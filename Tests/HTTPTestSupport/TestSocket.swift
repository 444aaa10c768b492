// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A blocking TCP connection that sends exactly the bytes of a test.
package final class TestSocket {
    package struct Reply {
        package var status: Int
        package var headers: [(name: String, value: String)]
        package var body: String

        package func header(_ name: String) -> String? {
            headers.first { $0.name.lowercased() == name.lowercased() }?.value
        }
    }

    package enum Failure: Error { case connect, write, timeout, ended, malformed(String) }

    private var descriptor: Int32
    private var pending: [UInt8] = []

    package init(port: UInt16, receiveBufferSize: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var size = receiveBufferSize {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        // `deinit` closes the descriptor even if this fails. Closing it twice could close a descriptor that reuses its
        // number.
        guard result == 0 else { throw Failure.connect }
    }

    deinit { close() }

    package func close() {
        if descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = -1
    }

    /// Closes the sending side; responses can still be received.
    package func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Closes the connection with a reset.
    package func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
        close()
    }

    package func send(_ text: String) throws {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure.write }
            bytes = bytes.dropFirst(count)
        }
    }

    /// Sends a request without a body.
    package func request(_ method: String = "GET", _ target: String, headers: [String] = []) throws {
        try send(
            ([method + " " + target + " HTTP/1.1", "Host: test"] + headers).joined(separator: "\r\n") + "\r\n\r\n"
        )
    }

    package func roundTrip(_ method: String = "GET", _ target: String, headers: [String] = []) throws -> Reply {
        try request(method, target, headers: headers)
        return try reply(isHead: method == "HEAD")
    }

    /// Reads the available bytes, waiting at most `milliseconds` for the first one. Empty at the end of the connection.
    package func receive(milliseconds: Int32 = 20_000) throws -> [UInt8] {
        if !pending.isEmpty {
            defer { pending = [] }
            return pending
        }
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard Glibc.poll(&poll, 1, milliseconds) == 1 else { throw Failure.timeout }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count > 0 ? Array(buffer[..<count]) : []
    }

    private func byte() throws -> UInt8 {
        if pending.isEmpty { pending = try receive() }
        guard !pending.isEmpty else { throw Failure.ended }
        return pending.removeFirst()
    }

    package func line() throws -> String {
        var bytes: [UInt8] = []
        while bytes.suffix(2) != [13, 10] { bytes.append(try byte()) }
        return String(decoding: bytes.dropLast(2), as: UTF8.self)
    }

    package func bytes(_ count: Int) throws -> [UInt8] {
        var result = pending
        pending = []
        while result.count < count {
            let more = try receive()
            guard !more.isEmpty else { throw Failure.ended }
            result += more
        }
        pending = Array(result[count...])
        return Array(result[..<count])
    }

    /// Reads a status line and header fields.
    package func head() throws -> Reply {
        let words = try line().split(separator: " ", maxSplits: 2)
        guard words.count >= 2, let status = Int(words[1]) else { throw Failure.malformed(words.joined()) }
        var reply = Reply(status: status, headers: [], body: "")
        while case let field = try line(), !field.isEmpty {
            guard let colon = field.firstIndex(of: ":") else { throw Failure.malformed(field) }
            let value = field[field.index(after: colon)...].drop { $0 == " " }
            reply.headers.append((String(field[..<colon]), String(value)))
        }
        return reply
    }

    /// Reads one chunk of a chunked body; nil at its end.
    package func chunk() throws -> String? {
        guard let size = Int(try line(), radix: 16) else { throw Failure.malformed("chunk size") }
        let text = String(decoding: try bytes(size), as: UTF8.self)
        _ = try line()
        return size > 0 ? text : nil
    }

    /// Reads a complete response.
    package func reply(isHead: Bool = false) throws -> Reply {
        var reply = try head()
        if isHead || reply.status == 304 { return reply }
        if reply.header("Transfer-Encoding") == "chunked" {
            while let chunk = try chunk() { reply.body += chunk }
        } else if let length = reply.header("Content-Length").flatMap({ Int($0) }) {
            reply.body = String(decoding: try bytes(length), as: UTF8.self)
        }
        return reply
    }

    /// Reads chunks until their text ends with `ending`.
    package func text(endingWith ending: String) throws -> String {
        var text = ""
        while !text.hasSuffix(ending) {
            guard let chunk = try chunk() else { throw Failure.ended }
            text += chunk
        }
        return text
    }

    /// True if the peer has closed the connection, after reading remaining bytes.
    package func isEnded(milliseconds: Int32 = 20_000) -> Bool {
        while let bytes = try? receive(milliseconds: milliseconds) {
            if bytes.isEmpty { return true }
        }
        return false
    }

    /// True if the peer has closed the connection with a reset, after reading remaining bytes.
    package func isReset(milliseconds: Int32 = 20_000) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while Glibc.poll(&poll, 1, milliseconds) == 1 {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count <= 0 { return count < 0 && errno == ECONNRESET }
        }
        return false
    }
}
