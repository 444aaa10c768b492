// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// What a program says about itself: `GET /api/v1/status`.
struct ProgramStatus: Sendable {
    var epoch: String
    /// Position of its newest call.
    var newest: UInt64
    /// Calls since its start, recorded or not.
    var calls: UInt64
    var dropped: UInt64
    var uptimeSeconds: Double
    /// A recording or a fleet, not a program.
    var isReplay: Bool
    /// Milliseconds of `Clock` at which it was read.
    var readAt = Clock.milliseconds

    /// Largest answer in bytes.
    private static let limitBytes = 1 << 20

    enum Failure: Error, CustomStringConvertible {
        case socket(Socket.Failure)
        case answer(String)

        var description: String {
            switch self {
            case .socket(let failure): failure.description
            case .answer(let text): text
            }
        }
    }

    /// Asks a program.
    static func read(_ address: ProgramAddress, timeoutMilliseconds: Int32 = 2_000) throws(Failure) -> ProgramStatus {
        let bytes: [UInt8]
        do throws(Socket.Failure) {
            bytes = try answer(address, timeoutMilliseconds)
        } catch {
            throw .socket(error)
        }
        guard let (head, length) = ResponseHead.parse(bytes) else { throw .answer("no HTTP server") }
        guard head.status == 200 else { throw .answer("HTTP \(head.status)") }
        var content: [UInt8] = []
        if head.isChunked {
            var chunks = ChunkedBody()
            _ = bytes[length...].withUnsafeBytes { rest in chunks.feed(rest) { content += $0 } }
        } else {
            content = Array(bytes[length...])
        }
        let text = String(decoding: content, as: UTF8.self)
        guard let status = JSONReader.read(text, ProgramStatus.init) else { throw .answer("no inspected program") }
        return status
    }

    private static func answer(_ address: ProgramAddress, _ timeout: Int32) throws(Socket.Failure) -> [UInt8] {
        let deadline = Clock.milliseconds + Int64(timeout)
        let socket = try Socket(address, timeoutMilliseconds: timeout)
        try socket.send(address.request("/api/v1/status", accept: "application/json", closes: true))
        var answer: [UInt8] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 1)
        defer { buffer.deallocate() }
        while answer.count < limitBytes {
            let left = deadline - Clock.milliseconds
            guard left > 0 else { throw .timeout }
            guard socket.wait(milliseconds: Int32(left)) else {
                // It was a signal that ended the wait, or the time is over.
                if StopSignal.isRaised { throw .timeout }
                continue
            }
            guard let count = try socket.receive(into: buffer) else { continue }
            if count == 0 { break }
            answer += buffer[..<count]
        }
        return answer
    }

    private init?(_ json: JSONNode) {
        guard let epoch = json["epoch"]?.string, let position = json["position"]?.integer(UInt64.self),
            let counters = json["counters"]
        else { return nil }
        self.epoch = epoch
        newest = position
        calls = counters["calls"]?.integer(UInt64.self) ?? 0
        dropped = counters["dropped"]?.integer(UInt64.self) ?? 0
        uptimeSeconds = json["uptimeSeconds"].flatMap { Double(String(decoding: $0.bytes, as: UTF8.self)) } ?? 0
        isReplay = json["replay"]?.members != nil || json["fleet"]?.bool == true
    }
}
