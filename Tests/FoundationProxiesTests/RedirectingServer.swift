// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Synchronization

/// A server on loopback that redirects `/` to `/there`, and answers all other requests with a word.
final class RedirectingServer: Sendable {
    /// The requested paths in order.
    var paths: [String] { log.withLock { $0 } }

    /// The server's URL.
    let url: URL

    private let socket: Int32
    private let log = Mutex<[String]>([])

    init() throws {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let port = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> UInt16? in
                guard bind(socket, address, length) == 0, listen(socket, 8) == 0,
                    getsockname(socket, address, &length) == 0
                else { return nil }
                return UnsafeRawPointer(address).load(as: sockaddr_in.self).sin_port.bigEndian
            }
        }
        guard let port, let url = URL(string: "http://127.0.0.1:\(port)/") else { throw URLError(.cannotConnectToHost) }
        self.url = url
        self.socket = socket
        Thread.detachNewThread { [self] in
            while case let connection = accept(socket, nil, nil), connection >= 0 {
                answer(connection)
                close(connection)
            }
        }
    }

    /// Ends the server's thread.
    func stop() {
        shutdown(socket, Int32(SHUT_RDWR))
        close(socket)
    }

    private func answer(_ connection: Int32) {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(connection, &bytes, bytes.count, 0)
        guard count > 0 else { return }
        let words = String(decoding: bytes[..<count], as: UTF8.self).split(separator: " ")
        let path = words.count > 1 ? String(words[1]) : ""
        log.withLock { $0.append(path) }
        let head =
            path == "/"
            ? "HTTP/1.1 302 Found\r\nLocation: /there\r\nContent-Length: 0"
            : "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 4"
        let reply = "\(head)\r\nConnection: close\r\n\r\n" + (path == "/" ? "" : "word")
        _ = reply.withCString { send(connection, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
    }
}
