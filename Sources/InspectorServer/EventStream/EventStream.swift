// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CHTTP
import Synchronization

/// A body that is written while it is sent: bytes of its own, then the events of a ring.
final class EventStream: Sendable, HTTPBodySink {
    enum Kind: Sendable {
        /// Open until the client leaves.
        case events
        /// Open until `finish()`.
        case body
    }

    /// Why writing failed.
    enum Failure: Error { case closed, full, slow, tooMany, misused }

    /// Maximum wait for a client that accepts no bytes, in milliseconds.
    private static let patience: UInt32 = 30_000

    /// What happens when the connection has ended.
    private final class End: Sendable {
        private struct State: Sendable {
            var hasEnded = false
            var body: (@Sendable () -> Void)?
        }

        private let state = Mutex(State())

        func set(_ body: @escaping @Sendable () -> Void) {
            let hasEnded = state.withLock { state in
                if !state.hasEnded { state.body = body }
                return state.hasEnded
            }
            if hasEnded { body() }
        }

        func happen() {
            let body = state.withLock { state in
                state.hasEnded = true
                return state.body.take()
            }
            body?()
        }
    }

    private let handle: CHandle
    private let end: End

    init(server: OpaquePointer, _ kind: Kind) throws(Failure) {
        var stream: OpaquePointer?
        let kind = kind == .events ? CHTTP_STREAM_EVENTS : CHTTP_STREAM_BODY
        let end = End()
        let context = Unmanaged.passRetained(end)
        let closed: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
            if let context { Unmanaged<End>.fromOpaque(context).takeRetainedValue().happen() }
        }
        let error = chttp_stream_create(server, kind, closed, context.toOpaque(), &stream)
        guard error == 0, let stream else {
            context.release()
            throw Failure(error)
        }
        handle = CHandle(pointer: stream)
        self.end = end
    }

    deinit { chttp_stream_release(handle.pointer) }

    /// Calls `body` once when the connection has ended, at once if it has ended already; on any thread, so it must not
    /// wait. Only the last such closure is called.
    func onEnd(_ body: @escaping @Sendable () -> Void) { end.set(body) }

    /// Creates the response that carries the stream.
    func makeResponse(_ status: UInt16, _ response: inout OpaquePointer?) -> Int32 {
        chttp_response_create_stream(status, handle.pointer, &response)
    }

    /// Writes all bytes, waiting while the client is slow. Do not call it on the server's thread.
    func write(_ bytes: [UInt8]) throws {
        try check(chttp_stream_write(handle.pointer, bytes, bytes.count, Self.patience))
    }

    /// Writes all bytes, or none if the buffer lacks space.
    func writeNow(_ bytes: [UInt8]) throws(Failure) {
        try check(chttp_stream_write(handle.pointer, bytes, bytes.count, 0))
    }

    /// Continues with the events after `position`. False if the ring no longer has all of them.
    func join(_ ring: EventRing, after position: UInt64) throws(Failure) -> Bool {
        let error = chttp_stream_join(handle.pointer, ring.handle.pointer, position)
        if error == CHTTP_EEVICTED.rawValue { return false }
        try check(error)
        return true
    }

    /// Ends the body after the buffered bytes.
    func finish() { chttp_stream_finish(handle.pointer) }

    /// Cuts the connection off, so that the client notices that the body is incomplete.
    func abort() { chttp_stream_abort(handle.pointer) }

    private func check(_ error: Int32) throws(Failure) {
        if error != 0 { throw Failure(error) }
    }
}

extension EventStream.Failure {
    fileprivate init(_ error: Int32) {
        switch chttp_error(error) {
        case CHTTP_ECLOSED: self = .closed
        case CHTTP_EFULL: self = .full
        case CHTTP_ETIMEOUT: self = .slow
        case CHTTP_ELIMIT: self = .tooMany
        default: self = .misused
        }
    }
}
