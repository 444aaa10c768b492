// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import ProgramClient
import Synchronization
import Testing

/// A server on loopback that answers its only request with the bytes of a test.
final class ScriptedServer: Sendable {
    let address: ProgramAddress
    private let request = Mutex("")

    /// What the client has sent, once it has an answer.
    var received: String { request.withLock { $0 } }

    /// - Parameters:
    ///   - pieces: Sent one after the other.
    ///   - stays: Whether the connection stays open until the client leaves.
    init(_ pieces: some Sequence<String> & Sendable, stays: Bool = false, family: Int32 = AF_INET) throws {
        let listener = socket(family, Int32(SOCK_STREAM.rawValue), 0)
        let text = family == AF_INET ? "127.0.0.1" : "::1"
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        try #require(getaddrinfo(text, "0", &hints, &found) == 0)
        defer { freeaddrinfo(found) }
        let place = try #require(found?.pointee)
        try #require(bind(listener, place.ai_addr, place.ai_addrlen) == 0 && listen(listener, 1) == 0)
        var length = place.ai_addrlen
        try #require(getsockname(listener, place.ai_addr, &length) == 0)
        // The port has the same place in addresses of both families.
        let port = UInt16(
            bigEndian: UnsafeRawPointer(try #require(place.ai_addr)).load(fromByteOffset: 2, as: UInt16.self)
        )
        address = try #require(ProgramAddress(family == AF_INET ? "\(text):\(port)" : "[\(text)]:\(port)"))
        Thread.detachNewThread { [self] in
            let connection = accept(listener, nil, nil)
            close(listener)
            var bytes = [UInt8](repeating: 0, count: 4_096)
            let count = recv(connection, &bytes, bytes.count, 0)
            request.withLock { $0 = String(decoding: bytes[..<max(count, 0)], as: UTF8.self) }
            for piece in pieces {
                let bytes = Array(piece.utf8)
                if send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) < 0 { break }
            }
            if stays { while recv(connection, &bytes, bytes.count, 0) > 0 {} }
            close(connection)
        }
    }
}
