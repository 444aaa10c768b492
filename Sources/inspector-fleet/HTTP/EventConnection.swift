// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The event stream of a program, as bytes.
final class EventConnection {
    /// Why there is no stream, in words.
    struct Failure: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    private let socket: Socket
    private var chunks: ChunkedBody?
    /// What came with the head.
    private var first: [UInt8]

    /// Requests the events after a place.
    init(_ address: ProgramAddress, after place: ResumePlace, of epoch: String) throws(Failure) {
        do throws(Socket.Failure) {
            socket = try Socket(address, timeoutMilliseconds: 5_000)
            // Without parameters that choose events, the program shares its work with pages that show everything.
            let target = "/api/v1/stream?lastEventId=\(epoch)-\(place)"
            try socket.send(address.request(target, accept: "text/event-stream", closes: false))
        } catch {
            throw Failure("\(error)")
        }
        var bytes: [UInt8] = []
        let head = try Self.head(of: socket, &bytes)
        guard head.status == 200 else {
            throw Failure("HTTP \(head.status)")
        }
        chunks = head.isChunked ? ChunkedBody() : nil
        first = bytes
    }

    /// Reads the head, and leaves the bytes after it.
    private static func head(of socket: Socket, _ bytes: inout [UInt8]) throws(Failure) -> ResponseHead {
        let deadline = Clock.milliseconds + 10_000
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 1)
        defer { buffer.deallocate() }
        while bytes.count < ResponseHead.limitBytes {
            guard Clock.milliseconds < deadline, !StopSignal.isRaised else { throw Failure("no answer in time") }
            guard socket.wait(milliseconds: 250) else { continue }
            let count: Int?
            do throws(Socket.Failure) { count = try socket.receive(into: buffer) } catch {
                throw Failure("\(error)")
            }
            guard let count else { continue }
            if count == 0 { throw Failure("the connection was closed") }
            bytes += buffer[..<count]
            if let (head, length) = ResponseHead.parse(bytes) {
                bytes.removeFirst(length)
                return head
            }
        }
        throw Failure("no HTTP server")
    }

    /// Waits for bytes, the end, or the request to end the program.
    func wait(milliseconds: Int32) -> Bool { !first.isEmpty || socket.wait(milliseconds: milliseconds) }

    /// Ends the connection; only what has arrived can still be read.
    func cut() { socket.shutDown() }

    /// Passes on what is there, without waiting.
    ///
    /// - Parameter buffer: Room for a part.
    /// - Returns: Whether the stream goes on.
    func receive<Interruption: Error>(
        _ buffer: UnsafeMutableRawBufferPointer,
        _ body: (UnsafeRawBufferPointer) throws(Interruption) -> Void
    ) throws(Interruption) -> Bool {
        if !first.isEmpty {
            let bytes = first
            first = []
            return try bytes.withUnsafeBufferPointer { bytes throws(Interruption) in
                try decode(UnsafeRawBufferPointer(bytes), body)
            }
        }
        let count: Int?
        do throws(Socket.Failure) { count = try socket.receive(into: buffer) } catch { return false }
        guard let count else { return true }
        if count == 0 { return false }
        return try decode(UnsafeRawBufferPointer(rebasing: buffer[..<count]), body)
    }

    private func decode<Interruption: Error>(
        _ bytes: UnsafeRawBufferPointer,
        _ body: (UnsafeRawBufferPointer) throws(Interruption) -> Void
    ) throws(Interruption) -> Bool {
        guard var decoder = chunks else {
            try body(bytes)
            return true
        }
        defer { chunks = decoder }
        return try decoder.feed(bytes, body) && !decoder.isComplete
    }
}
