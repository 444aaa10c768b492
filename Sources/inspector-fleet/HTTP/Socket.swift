// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A TCP connection of one thread, without waits that can't end.
final class Socket {
    enum Failure: Error, CustomStringConvertible {
        case refused
        case timeout
        case broken(String)

        var description: String {
            switch self {
            case .refused: "connection refused"
            case .timeout: "no answer in time"
            case .broken(let text): text
            }
        }
    }

    let descriptor: Int32

    /// Connects.
    init(_ address: ProgramAddress, timeoutMilliseconds: Int32) throws(Failure) {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(address.host, "\(address.port)", &hints, &found)
        guard code == 0, let first = found else { throw .broken(String(cString: gai_strerror(code))) }
        defer { freeaddrinfo(first) }
        var failure = Failure.refused
        for entry in sequence(first: first, next: { $0.pointee.ai_next }) {
            do throws(Failure) {
                descriptor = try Self.connected(to: entry.pointee, timeoutMilliseconds)
                return
            } catch {
                failure = error
            }
        }
        throw failure
    }

    deinit { close(descriptor) }

    private static func connected(to address: addrinfo, _ timeout: Int32) throws(Failure) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(address.ai_family, kind, 0)
        guard descriptor >= 0 else { throw failure(errno) }
        var error: Int32 = connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 ? 0 : errno
        if error == EINPROGRESS {
            var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            var length = socklen_t(MemoryLayout<Int32>.size)
            let deadline = Clock.milliseconds + Int64(timeout)
            var found = poll(&entry, 1, timeout)
            while found < 0, errno == EINTR {
                found = poll(&entry, 1, Int32(clamping: max(0, deadline - Clock.milliseconds)))
            }
            if found <= 0 {
                error = ETIMEDOUT
            } else if getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &length) != 0 {
                error = errno
            }
        }
        guard error == 0 else {
            close(descriptor)
            throw failure(error)
        }
        return descriptor
    }

    private static func failure(_ error: Int32) -> Failure {
        switch error {
        case ECONNREFUSED: .refused
        case ETIMEDOUT: .timeout
        default: .broken(String(cString: strerror(error)))
        }
    }

    /// Sends all bytes: a request, which fits into the socket's buffer.
    func send(_ bytes: [UInt8]) throws(Failure) {
        let count = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        guard count == bytes.count else { throw count < 0 ? Self.failure(errno) : .broken("the request was not taken") }
    }

    /// Reads what is there, without waiting.
    ///
    /// - Returns: Number of bytes; 0 at the end, nil if nothing is there.
    func receive(into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int? {
        while true {
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count >= 0 { return count }
            if errno == EINTR { continue }
            guard errno == EAGAIN || errno == EWOULDBLOCK else { throw Self.failure(errno) }
            return nil
        }
    }

    /// Ends the connection for both sides.
    func shutDown() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Waits for bytes or the end, or the request to end the program; false if there are none in that time.
    func wait(milliseconds: Int32) -> Bool {
        var entries = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: StopSignal.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        return poll(&entries, 2, max(milliseconds, 0)) > 0 && entries[0].revents != 0
    }
}
