// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// A whole answer.
package struct ProgramAnswer: Sendable {
    package let status: Int
    package let body: [UInt8]

    package var text: String { String(decoding: body, as: UTF8.self) }
}

extension ProgramRequest {
    /// Sends the request and waits for the whole answer, no longer than its timeout.
    ///
    /// - Parameters:
    ///   - limitBytes: Largest body. Default 256 MiB.
    ///   - stop: A descriptor that ends the wait as soon as it is readable.
    package func waitForAnswer(
        limitBytes: Int = 256 << 20,
        stop: Int32? = nil
    ) throws(ProgramFailure) -> ProgramAnswer {
        let deadline = ContinuousClock.now + timeout
        let connection = try ProgramConnection(self, until: deadline, stop: stop)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 1)
        defer { buffer.deallocate() }
        var body: [UInt8] = []
        while deadline > .now {
            switch connection.receive(into: buffer, until: deadline) {
            case .bytes(let count):
                guard body.count + count <= limitBytes else { throw .answer("the answer is too large") }
                body += buffer[..<count]
            case .nothing: throw .late
            case .ended(let failure?): throw failure
            case .ended(nil): return ProgramAnswer(status: connection.head.status, body: body)
            }
        }
        throw .late
    }

    /// The same, without holding up a thread of tasks.
    package func answer() async throws(ProgramFailure) -> ProgramAnswer {
        let result: Result<ProgramAnswer, ProgramFailure> = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(returning: Result { () throws(ProgramFailure) in try waitForAnswer() })
            }
        }
        return try result.get()
    }
}
