// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Accepts every request on a port of its own and throws the body away, so that only the sender's cost is measured.
final class SpanReceiver: Sendable {
    let port: UInt16
    private let listener: Int32

    init() {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                precondition(bind(listener, address, size) == 0 && listen(listener, 8) == 0, "no port for the receiver")
                getsockname(listener, address, &size)
            }
        }
        self.listener = listener
        port = UInt16(bigEndian: address.sin_port)
        var thread = pthread_t()
        let number = UnsafeMutableRawPointer(bitPattern: Int(listener))
        pthread_create(&thread, nil, { SpanReceiver.run(Int32(Int(bitPattern: $0))); return nil }, number)
        pthread_detach(thread)
    }

    private static func run(_ listener: Int32) {
        while true {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { return }
            serve(connection)
            close(connection)
        }
    }

    private static func serve(_ connection: Int32) {
        let answer = Array("HTTP/1.1 200 OK\r\nContent-Type: application/x-protobuf\r\nContent-Length: 0\r\n\r\n".utf8)
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        var head: [UInt8] = []
        while true {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            head += buffer[..<count]
            guard let end = head.firstRange(of: Array("\r\n\r\n".utf8)) else { continue }
            var left = length(head[..<end.lowerBound]) - (head.count - end.upperBound)
            while left > 0 {
                let count = recv(connection, &buffer, min(left, buffer.count), 0)
                guard count > 0 else { return }
                left -= count
            }
            head = []
            guard send(connection, answer, answer.count, Int32(MSG_NOSIGNAL)) == answer.count else { return }
        }
    }

    private static func length(_ head: ArraySlice<UInt8>) -> Int {
        let lines = String(decoding: head, as: UTF8.self).lowercased().split(separator: "\r\n")
        let line = lines.first { $0.hasPrefix("content-length:") }
        return line.flatMap { Int($0.dropFirst("content-length:".count).drop { $0 == " " }) } ?? 0
    }
}
