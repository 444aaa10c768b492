// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// Answers to single requests.
enum HTTPAnswer {
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

    /// Requests JSON.
    ///
    /// - Parameters:
    ///   - target: Path and query.
    ///   - limitBytes: Largest answer; what follows is cut off.
    ///   - body: Reads the answer; nil if it is not what was expected.
    static func read<Answer>(
        _ address: ProgramAddress,
        _ target: String,
        timeoutMilliseconds: Int32,
        limitBytes: Int = 1 << 20,
        _ body: (JSONNode) -> Answer?
    ) throws(Failure) -> Answer {
        let bytes: [UInt8]
        do throws(Socket.Failure) {
            bytes = try receive(address, target, timeoutMilliseconds, limitBytes)
        } catch {
            throw .socket(error)
        }
        guard let (head, length) = ResponseHead.parse(bytes) else { throw .answer("no HTTP server") }
        var content: [UInt8] = []
        if head.isChunked {
            var chunks = ChunkedBody()
            _ = bytes[length...].withUnsafeBytes { rest in chunks.feed(rest) { content += $0 } }
        } else {
            content = Array(bytes[length...])
        }
        let text = String(decoding: content, as: UTF8.self)
        guard head.status == 200 else {
            // A problem says what is wrong: RFC 9457, section 3.1.4.
            let detail = JSONReader.read(text) { $0["detail"]?.string }
            throw .answer("HTTP \(head.status)" + (detail.map { ": \($0)" } ?? ""))
        }
        guard let answer = JSONReader.read(text, body) else { throw .answer("another answer than expected") }
        return answer
    }

    private static func receive(
        _ address: ProgramAddress,
        _ target: String,
        _ timeout: Int32,
        _ limit: Int
    ) throws(Socket.Failure) -> [UInt8] {
        let deadline = Clock.milliseconds + Int64(timeout)
        let socket = try Socket(address, timeoutMilliseconds: timeout)
        try socket.send(address.request(target, accept: "application/json", closes: true))
        var answer: [UInt8] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 1)
        defer { buffer.deallocate() }
        while answer.count < limit {
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
}
