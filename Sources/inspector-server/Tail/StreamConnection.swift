// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// A connection to an event stream, as a sequence. Nothing is read before it is asked for, so that a slow terminal slows
/// down the server, which says what it leaves out, and not this process's memory.
final class StreamConnection: @unchecked Sendable {
    // Sendable: the state is only used in the queue.
    enum Happening: Sendable {
        case opened(status: Int)
        case bytes([UInt8])
        /// The end; nil if the server ended the stream.
        case ended(TCPSocket.Failure?)
    }

    private enum State {
        case new(URLRequest)
        case open(PlainConnection)
        case over
    }

    private let queue = DispatchQueue(label: "inspector-tail")
    private var state: State

    private init(_ request: URLRequest) { state = .new(request) }

    /// Sends the request; the sequence ends after `.ended`.
    static func open(_ request: URLRequest) -> AsyncStream<Happening> {
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
        do throws(TCPSocket.Failure) {
            switch state {
            case .new(let request):
                let connection = try PlainConnection(request)
                state = .open(connection)
                return .opened(status: connection.status)
            case .open(let connection):
                if let bytes = try connection.next() { return .bytes(bytes) }
                state = .over
                return .ended(nil)
            case .over: return nil
            }
        } catch {
            state = .over
            return .ended(error)
        }
    }
}
