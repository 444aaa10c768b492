// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A TCP connection of one thread, without waits that can't end.
final class TCPSocket {
    /// Why there is no connection, or no longer, in words.
    struct Failure: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }

        fileprivate init(_ number: Int32) {
            description = number == ECONNREFUSED ? "connection refused" : String(cString: strerror(number))
        }

        fileprivate static let late = Failure("no answer in time")
    }

    private let descriptor: Int32

    /// Connects to the first address of a host that answers.
    init(host: String, port: Int, until deadline: ContinuousClock.Instant) throws(Failure) {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, "\(port)", &hints, &found)
        guard code == 0, let first = found else { throw Failure(String(cString: gai_strerror(code))) }
        defer { freeaddrinfo(first) }
        var failure = Failure(ECONNREFUSED)
        for entry in sequence(first: first, next: { $0.pointee.ai_next }) {
            do throws(Failure) {
                descriptor = try Self.connected(to: entry.pointee, until: deadline)
                return
            } catch {
                failure = error
            }
        }
        throw failure
    }

    deinit { close(descriptor) }

    private static func connected(to address: addrinfo, until deadline: ContinuousClock.Instant) throws(Failure)
        -> Int32
    {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(address.ai_family, kind, 0)
        guard descriptor >= 0 else { throw Failure(errno) }
        do throws(Failure) {
            guard connect(descriptor, address.ai_addr, address.ai_addrlen) != 0 else { return descriptor }
            guard errno == EINPROGRESS else { throw Failure(errno) }
            try wait(descriptor, for: POLLOUT, until: deadline)
            var error: Int32 = 0
            var length = socklen_t(MemoryLayout<Int32>.size)
            getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &length)
            guard error == 0 else { throw Failure(error) }
            return descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// Returns when bytes can be read or written, or the connection has ended.
    private static func wait(
        _ descriptor: Int32,
        for events: Int32,
        until deadline: ContinuousClock.Instant
    ) throws(Failure) {
        while true {
            let left = (deadline - .now) / .milliseconds(1)
            guard left > 0 else { throw .late }
            var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            let count = poll(&entry, 1, Int32(clamping: Int(left.rounded(.up))))
            if count > 0 { return }
            guard count == 0 || errno == EINTR else { throw Failure(errno) }
        }
    }

    /// Sends all bytes.
    func send(_ bytes: [UInt8], until deadline: ContinuousClock.Instant) throws(Failure) {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count >= 0 {
                done += count
            } else if errno == EAGAIN {
                try Self.wait(descriptor, for: POLLOUT, until: deadline)
            } else if errno != EINTR {
                throw Failure(errno)
            }
        }
    }

    /// Waits for bytes.
    ///
    /// - Returns: Nil at the end.
    func receive(until deadline: ContinuousClock.Instant) throws(Failure) -> [UInt8]? {
        while true {
            try Self.wait(descriptor, for: POLLIN, until: deadline)
            var error: Int32 = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
                let received = recv(descriptor, buffer.baseAddress, buffer.count, 0)
                if received < 0 { error = errno }
                count = max(received, 0)
            }
            if error == 0 { return bytes.isEmpty ? nil : bytes }
            guard error == EINTR || error == EAGAIN else { throw Failure(error) }
        }
    }
}
