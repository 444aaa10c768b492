// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A connection to a program, for one request and its answer, of one thread. Nothing is read before it is asked for, so
/// that a slow reader slows down the program and not this process's memory.
///
/// URLSession does not serve for that. On Linux it keeps a core busy as long as a server is silent, ignores the request's
/// timeout then, takes in whatever comes faster than it is read, reaches no address of IPv6, and asks the proxy of the
/// environment for programs of this machine.
package final class ProgramConnection {
    /// What has come of a body.
    package enum Arrival {
        /// The number of bytes.
        case bytes(Int)
        /// Nothing in that time, or the wait was to stop.
        case nothing
        /// The end; nil if the program has sent everything.
        case ended(ProgramFailure?)
    }

    package let head: ResponseHead
    private let socket: ProgramSocket
    private var body: ResponseBody
    /// What came with the head.
    private var first: ArraySlice<UInt8>

    /// Connects, sends a request, and reads the head of the answer, within the request's timeout.
    ///
    /// - Parameter stop: A descriptor that ends waits as soon as it is readable.
    package convenience init(_ request: ProgramRequest, stop: Int32? = nil) throws(ProgramFailure) {
        try self.init(request, until: .now + request.timeout, stop: stop)
    }

    init(_ request: ProgramRequest, until deadline: ContinuousClock.Instant, stop: Int32?) throws(ProgramFailure) {
        socket = try ProgramSocket(request.address, until: deadline, stop: stop)
        // A program that refuses a large request may answer, and close, before it has read everything.
        var refusal: ProgramFailure?
        do throws(ProgramFailure) { try socket.send(request.bytes, until: deadline) } catch { refusal = error }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 1)
        defer { buffer.deallocate() }
        var bytes: [UInt8] = []
        while bytes.count < ResponseHead.limitBytes {
            guard deadline > .now, try socket.wait(until: deadline) else { throw refusal ?? .late }
            guard let count = try socket.receive(into: buffer) else { continue }
            if count == 0 { break }
            let searched = max(0, bytes.count - 3)
            bytes += buffer[..<count]
            guard let end = ResponseHead.end(in: bytes, from: searched) else { continue }
            guard let head = ResponseHead(bytes[..<end]) else { break }
            self.head = head
            body = ResponseBody(of: head)
            first = bytes[end...]
            return
        }
        throw refusal ?? .answer(bytes.isEmpty ? "the connection was closed" : "no HTTP server")
    }

    /// Waits for the next part of the body.
    ///
    /// - Parameters:
    ///   - buffer: Gets the bytes.
    ///   - deadline: If it has passed, what is there is read without a wait.
    package func receive(
        into buffer: UnsafeMutableRawBufferPointer,
        until deadline: ContinuousClock.Instant
    ) -> Arrival {
        do throws(ProgramFailure) {
            repeat {
                if body.isComplete { return .ended(nil) }
                if body.isBroken { return .ended(.answer("the answer has damaged chunks")) }
                guard let count = try take(into: buffer, until: deadline) else { return .nothing }
                if count == 0 { return .ended(body.failureAtEnd) }
                let content = body.decode(UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]))
                if content > 0 { return .bytes(content) }
            } while deadline > .now
            return .nothing
        } catch {
            return .ended(error)
        }
    }

    /// Reads what came with the head, and then from the socket.
    ///
    /// - Returns: Number of bytes; 0 at the end, nil if none come in time.
    private func take(
        into buffer: UnsafeMutableRawBufferPointer,
        until deadline: ContinuousClock.Instant
    ) throws(ProgramFailure) -> Int? {
        guard first.isEmpty else {
            let part = first.prefix(buffer.count)
            buffer.copyBytes(from: part)
            first = first.dropFirst(part.count)
            return part.count
        }
        while try socket.wait(until: deadline) {
            if let count = try socket.receive(into: buffer) { return count }
        }
        return nil
    }

    /// Ends the connection; only what has arrived can still be read.
    package func cut() { socket.shutDown() }
}
