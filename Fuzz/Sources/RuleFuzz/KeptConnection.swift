// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// One connection to a server on this machine, for one request after the other.
final class KeptConnection {
    struct Reply {
        let status: Int
        let body: String
    }

    private let descriptor: Int32
    private let port: UInt16
    private var lastHead = ""

    init(port: UInt16) {
        self.port = port
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { fatalError("no connection: \(errno)") }
    }

    func send(_ method: String, _ path: String, _ body: [UInt8]) -> Reply {
        let head = """
            \(method) \(path) HTTP/1.1\r
            Host: 127.0.0.1:\(port)\r
            Content-Type: application/json\r
            Content-Length: \(body.count)\r
            \r

            """
        var request = Array(head.utf8) + body
        while !request.isEmpty {
            let count = write(descriptor, request, request.count)
            guard count > 0 else { fatalError("the server has closed the connection") }
            request.removeFirst(count)
        }
        return read()
    }

    private func read() -> Reply {
        var bytes: [UInt8] = []
        while true {
            if let reply = reply(in: bytes) { return reply }
            var part = [UInt8](repeating: 0, count: 65_536)
            let count = Glibc.read(descriptor, &part, part.count)
            // The fuzzer's timer interrupts it.
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { fatalError("the server has closed the connection after \(lastHead)") }
            bytes += part[..<count]
        }
    }

    /// The reply, once all of it is there.
    private func reply(in bytes: [UInt8]) -> Reply? {
        let end = Array("\r\n\r\n".utf8)
        guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: end) }) else { return nil }
        let lines = String(decoding: bytes[..<start], as: UTF8.self).components(separatedBy: "\r\n")
        guard let status = lines[0].split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
            fatalError("no status: \(lines[0])")
        }
        let prefix = "content-length:"
        let length = lines.first { $0.lowercased().hasPrefix(prefix) }.flatMap {
            Int($0.dropFirst(prefix.count).trimmingCharacters(in: .whitespaces))
        }
        lastHead = lines.joined(separator: "; ")
        let body = bytes[(start + 4)...]
        guard body.count >= length ?? 0 else { return nil }
        return Reply(status: status, body: String(decoding: body, as: UTF8.self))
    }
}
