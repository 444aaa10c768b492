// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import ProgramClient

/// A connection to an event stream, as a sequence. Nothing is read before it is asked for, so that a slow terminal slows
/// down the server, which says what it leaves out, and not this process's memory.
final class StreamConnection: @unchecked Sendable {
    // Sendable: the state is only used in the queue.
    enum Happening: Sendable {
        case opened(ResponseHead)
        case bytes([UInt8])
        /// The end; nil if the server ended the stream.
        case ended(ProgramFailure?)
    }

    private enum State {
        case new
        case open(ProgramConnection)
        case over
    }

    private let queue = DispatchQueue(label: "inspector-tail")
    /// Its timeout is the longest time without a byte, too.
    private let request: ProgramRequest
    private var state = State.new

    private init(_ request: ProgramRequest) { self.request = request }

    /// Sends the request; the sequence ends after `.ended`.
    static func open(_ request: ProgramRequest) -> AsyncStream<Happening> {
        let connection = StreamConnection(request)
        return AsyncStream { await connection.next() }
    }

    private func next() async -> Happening? {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: self.step()) }
        }
    }

    /// Waits for what happens next.
    private func step() -> Happening? {
        switch state {
        case .new:
            do throws(ProgramFailure) {
                let connection = try ProgramConnection(request)
                state = .open(connection)
                return .opened(connection.head)
            } catch {
                return end(error)
            }
        case .open(let connection):
            var arrival = ProgramConnection.Arrival.nothing
            let bytes = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
                let buffer = UnsafeMutableRawBufferPointer(buffer)
                arrival = connection.receive(into: buffer, until: .now + request.timeout)
                if case .bytes(let length) = arrival { count = length }
            }
            switch arrival {
            case .bytes: return .bytes(bytes)
            case .nothing: return end(.late)
            case .ended(let failure): return end(failure)
            }
        case .over: return nil
        }
    }

    private func end(_ failure: ProgramFailure?) -> Happening {
        state = .over
        return .ended(failure)
    }
}
