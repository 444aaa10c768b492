// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A TCP connection of one thread, without waits that can't end. Only the search for a host's addresses has no deadline:
/// getaddrinfo(3) takes none.
final class ProgramSocket {
    private let descriptor: Int32
    /// Ends waits as soon as it is readable; -1 for none.
    private let stop: Int32

    /// Connects to the first address of a host that answers.
    init(_ address: ProgramAddress, until deadline: ContinuousClock.Instant, stop: Int32?) throws(ProgramFailure) {
        self.stop = stop ?? -1
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(address.host, "\(address.port)", &hints, &found)
        guard code == 0, let first = found else { throw .connection(String(cString: gai_strerror(code))) }
        defer { freeaddrinfo(first) }
        let entries = Array(sequence(first: first, next: { $0.pointee.ai_next }))
        var failure = ProgramFailure(ECONNREFUSED)
        for (index, entry) in entries.enumerated() {
            // One that doesn't answer leaves time for the next ones.
            let now = ContinuousClock.now
            let share = now + (deadline - now) / (entries.count - index)
            do throws(ProgramFailure) {
                descriptor = try Self.connected(to: entry.pointee, until: share, self.stop)
                return
            } catch {
                failure = error
            }
        }
        throw failure
    }

    deinit { close(descriptor) }

    private static func connected(
        to address: addrinfo,
        until deadline: ContinuousClock.Instant,
        _ stop: Int32
    ) throws(ProgramFailure) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(address.ai_family, kind, 0)
        guard descriptor >= 0 else { throw ProgramFailure(errno) }
        do throws(ProgramFailure) {
            guard connect(descriptor, address.ai_addr, address.ai_addrlen) != 0 else { return descriptor }
            guard errno == EINPROGRESS else { throw ProgramFailure(errno) }
            guard try wait(descriptor, for: POLLOUT, until: deadline, stop) else { throw .late }
            var error: Int32 = 0
            var length = socklen_t(MemoryLayout<Int32>.size)
            guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &length) == 0 else {
                throw ProgramFailure(errno)
            }
            guard error == 0 else { throw ProgramFailure(error) }
            return descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// Waits until bytes can be read or written, or the connection has ended; looks once if the time is over.
    ///
    /// - Returns: False if that isn't so in time, or the wait was to stop.
    private static func wait(
        _ descriptor: Int32,
        for events: Int32,
        until deadline: ContinuousClock.Instant,
        _ stop: Int32
    ) throws(ProgramFailure) -> Bool {
        while true {
            let left = max((deadline - .now) / .milliseconds(1), 0)
            var entries = [
                pollfd(fd: descriptor, events: Int16(events), revents: 0),
                // Entries with a negative descriptor are ignored.
                pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
            ]
            let count = poll(&entries, 2, Int32(clamping: Int(min(left.rounded(.up), 1e9))))
            if count > 0 { return entries[0].revents != 0 }
            guard count == 0 || errno == EINTR else { throw ProgramFailure(errno) }
            guard deadline > .now else { return false }
        }
    }

    /// Waits for bytes or the end, and looks once if the time is over.
    ///
    /// - Returns: False if there are none in time, or the wait was to stop.
    func wait(until deadline: ContinuousClock.Instant) throws(ProgramFailure) -> Bool {
        try Self.wait(descriptor, for: POLLIN, until: deadline, stop)
    }

    /// Sends all bytes.
    func send(_ bytes: [UInt8], until deadline: ContinuousClock.Instant) throws(ProgramFailure) {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count >= 0 {
                done += count
            } else if errno == EAGAIN {
                guard deadline > .now, try Self.wait(descriptor, for: POLLOUT, until: deadline, stop) else {
                    throw .late
                }
            } else if errno != EINTR {
                throw ProgramFailure(errno)
            }
        }
    }

    /// Reads what is there, without waiting.
    ///
    /// - Returns: Number of bytes; 0 at the end, nil if nothing is there.
    func receive(into buffer: UnsafeMutableRawBufferPointer) throws(ProgramFailure) -> Int? {
        while true {
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count >= 0 { return count }
            if errno == EINTR { continue }
            guard errno == EAGAIN || errno == EWOULDBLOCK else { throw ProgramFailure(errno) }
            return nil
        }
    }

    /// Ends the connection for both sides.
    func shutDown() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
