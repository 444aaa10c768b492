// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CHTTP

/// A bounded ring of encoded events, read by any number of streams at their own pace.
///
/// - Invariant: Callable from any thread; `append` from one at a time.
final class EventFeed: Sendable {
    /// Events that a stream can no longer get.
    struct Gap: Sendable, Hashable {
        /// First and last position lost; `last < first` when only events without a position were.
        let first: UInt64
        let last: UInt64
        /// Events of this feed that were lost.
        let eventCount: UInt64
    }

    /// One event, encoded with its blank line at the end.
    struct Batch: Sendable {
        fileprivate(set) var bytes: [UInt8] = []
        fileprivate(set) var lengths: [UInt32] = []
        fileprivate(set) var positions: [UInt64] = []

        var isEmpty: Bool { lengths.isEmpty }
        var byteCount: Int { bytes.count }
        /// The position that the batch moves a client's resume point to, nil when it does not.
        var lastPosition: UInt64? { positions.last { $0 > 0 } }

        /// Adds an event; `position` is 0 for one that does not move a client's resume point.
        mutating func add(_ event: some Collection<UInt8>, position: UInt64) {
            bytes += event
            lengths.append(UInt32(event.count))
            positions.append(position)
        }

        /// Empties the batch and keeps its memory.
        mutating func removeAll() {
            bytes.removeAll(keepingCapacity: true)
            lengths.removeAll(keepingCapacity: true)
            positions.removeAll(keepingCapacity: true)
        }
    }

    private final class Owner: Sendable {
        let describeGap: @Sendable (Gap) -> [UInt8]
        init(_ describeGap: @escaping @Sendable (Gap) -> [UInt8]) { self.describeGap = describeGap }
    }

    fileprivate let handle: CHandle

    /// Makes an empty feed.
    ///
    /// - Parameters:
    ///   - byteLimit: Bytes of the ring; a power of two of at least 4 KiB. Memory is touched only as events arrive.
    ///   - eventCountLimit: Events of the ring; a power of two of at least 16.
    ///   - basePosition: Positions up to this one are not going to be appended.
    ///   - describeGap: The event that tells a client of a gap, at most 1 KiB. Runs on the server's thread.
    init(
        _ daemon: HTTPDaemon,
        byteLimit: Int,
        eventCountLimit: Int,
        basePosition: UInt64,
        describeGap: @escaping @Sendable (Gap) -> [UInt8]
    ) throws(InspectorServerError) {
        let owner = Unmanaged.passRetained(Owner(describeGap))
        var callbacks = chttp_feed_callbacks(
            context: owner.toOpaque(),
            write_gap: { context, gap, out, capacity in
                guard let context else { return 0 }
                let gap = Gap(first: gap.pointee.first, last: gap.pointee.last, eventCount: gap.pointee.event_count)
                let bytes = Unmanaged<Owner>.fromOpaque(context).takeUnretainedValue().describeGap(gap)
                guard bytes.count <= capacity else { return 0 }
                out.update(from: bytes, count: bytes.count)
                return bytes.count
            },
            destroyed: { context in
                if let context { Unmanaged<Owner>.fromOpaque(context).release() }
            }
        )
        var options = chttp_feed_options(
            byte_limit: byteLimit,
            event_count_limit: eventCountLimit,
            base_position: basePosition
        )
        var feed: OpaquePointer?
        let error = chttp_feed_create(daemon.handle.pointer, &options, &callbacks, &feed)
        guard error == 0, let feed else {
            owner.release()
            throw InspectorServerError(.systemFailure, context: String(cString: chttp_error_text(error)))
        }
        handle = CHandle(pointer: feed)
    }

    deinit { chttp_feed_release(handle.pointer) }

    /// The number of streams that read it.
    var streamCount: Int { chttp_feed_stream_count(handle.pointer) }

    /// Appends events; nothing is sent before `wake()`. False when an event is larger than a quarter of the ring or a
    /// position does not grow; then nothing is appended.
    func append(_ batch: Batch) -> Bool {
        chttp_feed_append(handle.pointer, batch.bytes, batch.lengths, batch.positions, batch.lengths.count) == 0
    }

    /// Says that every position up to `position` has been considered, and what a quiet stream is to be sent.
    ///
    /// - Parameter idleBlock: At most 256 bytes.
    func advance(to position: UInt64, idleBlock: [UInt8]) {
        _ = chttp_feed_advance(handle.pointer, position, idleBlock, idleBlock.count)
    }

    /// Wakes the streams that wait. Once after each batch.
    func wake() { chttp_feed_wake(handle.pointer) }
}

/// A body that is written while it is sent: bytes of its own, then the events of a feed.
final class EventStream: Sendable, HTTPBodySink {
    enum Kind: Sendable {
        /// Lives until the client leaves.
        case events
        /// Ends when it is finished.
        case body
    }

    /// Why nothing more can be written.
    enum Failure: Error { case closed, full, slow, tooMany, misused }

    /// What a stream has carried.
    struct Statistics: Sendable {
        let deliveredEvents: UInt64
        let gaps: UInt64
        let missedEvents: UInt64
        let lagEvents: UInt64
        let isClosed: Bool
    }

    /// Longest wait for a client to accept something, in milliseconds.
    private static let patience: UInt32 = 30_000

    private let handle: CHandle

    init(server: OpaquePointer, _ kind: Kind) throws(Failure) {
        var stream: OpaquePointer?
        let kind = kind == .events ? CHTTP_STREAM_EVENTS : CHTTP_STREAM_BODY
        let error = chttp_stream_create(server, kind, nil, nil, &stream)
        guard error == 0, let stream else { throw Failure(error) }
        handle = CHandle(pointer: stream)
    }

    deinit { chttp_stream_release(handle.pointer) }

    /// Makes the answer that carries the stream.
    func makeResponse(_ status: UInt16, _ response: inout OpaquePointer?) -> Int32 {
        chttp_response_create_stream(status, handle.pointer, &response)
    }

    /// Waits while the client is slow; not to be called on the server's thread.
    func write(_ bytes: [UInt8]) throws {
        try check(chttp_stream_write(handle.pointer, bytes, bytes.count, Self.patience))
    }

    /// Writes all or, when there is no room, nothing.
    func writeNow(_ bytes: [UInt8]) throws(Failure) {
        try check(chttp_stream_write(handle.pointer, bytes, bytes.count, 0))
    }

    /// Goes on with the events after `position`. False when some of them are no longer in the feed.
    func join(_ feed: EventFeed, after position: UInt64) throws(Failure) -> Bool {
        let error = chttp_stream_join(handle.pointer, feed.handle.pointer, position)
        if error == CHTTP_EEVICTED.rawValue { return false }
        try check(error)
        return true
    }

    /// Goes on with what is appended from now on.
    func joinLive(_ feed: EventFeed, after position: UInt64) throws(Failure) {
        try check(chttp_stream_join_live(handle.pointer, feed.handle.pointer, position))
    }

    /// Ends the body after what is buffered.
    func finish() { chttp_stream_finish(handle.pointer) }

    /// Breaks the connection off, so that the client can tell that the body is not complete.
    func abort() { chttp_stream_abort(handle.pointer) }

    var statistics: Statistics {
        var statistics = chttp_stream_statistics()
        chttp_stream_get_statistics(handle.pointer, &statistics)
        return Statistics(
            deliveredEvents: statistics.delivered_events,
            gaps: statistics.gaps,
            missedEvents: statistics.missed_events,
            lagEvents: statistics.lag_events,
            isClosed: statistics.is_closed
        )
    }

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
