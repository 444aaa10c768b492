// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CHTTP

/// A bounded ring of encoded events. Any number of streams read it, each at its own pace.
///
/// The position of an event is its `StreamPlace.index`.
///
/// - Invariant: Callable from any thread; `append` from one thread at a time.
final class EventRing: Sendable {
    /// Events that a stream lost.
    struct Gap: Sendable, Hashable {
        /// First and last lost position; `last < first` if only events without a position were lost.
        let first: UInt64
        let last: UInt64
        /// Number of lost events.
        let eventCount: UInt64
    }

    /// Encoded events, each with a blank line at its end.
    struct Batch: Sendable {
        fileprivate(set) var bytes: [UInt8] = []
        fileprivate(set) var lengths: [UInt32] = []
        fileprivate(set) var positions: [UInt64] = []

        var isEmpty: Bool { lengths.isEmpty }
        var byteCount: Int { bytes.count }
        /// The position to which the batch moves a client's resume point; nil if it doesn't.
        var lastPosition: UInt64? { positions.last { $0 > 0 } }

        /// Adds an event; `position` is 0 if the event does not move a client's resume point.
        mutating func add(_ event: some Collection<UInt8>, position: UInt64) {
            bytes += event
            lengths.append(UInt32(event.count))
            positions.append(position)
        }

        /// Empties the batch but keeps its memory.
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

    let handle: CHandle

    /// Creates an empty ring.
    ///
    /// - Parameters:
    ///   - byteLimit: Capacity in bytes; a power of two of at least 4 KiB. Memory is touched only as events arrive.
    ///   - eventCountLimit: Capacity in events; a power of two of at least 16.
    ///   - basePosition: Positions up to this one are never appended.
    ///   - describeGap: Encodes the event that reports a gap to a client, in at most 1 KiB. Runs on the server's
    ///     thread.
    init(
        _ daemon: HTTPDaemon,
        byteLimit: Int,
        eventCountLimit: Int,
        basePosition: UInt64,
        describeGap: @escaping @Sendable (Gap) -> [UInt8]
    ) throws(InspectorServerError) {
        let owner = Unmanaged.passRetained(Owner(describeGap))
        var callbacks = chttp_ring_callbacks(
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
        var options = chttp_ring_options(
            byte_limit: byteLimit,
            event_count_limit: eventCountLimit,
            base_position: basePosition
        )
        var ring: OpaquePointer?
        let error = chttp_ring_create(daemon.handle.pointer, &options, &callbacks, &ring)
        guard error == 0, let ring else {
            owner.release()
            throw InspectorServerError(.systemFailure, context: String(cString: chttp_error_text(error)))
        }
        handle = CHandle(pointer: ring)
    }

    deinit { chttp_ring_release(handle.pointer) }

    /// Number of streams that read the ring.
    var streamCount: Int { chttp_ring_stream_count(handle.pointer) }

    /// Appends events, which are sent after `wake()`. Appends nothing and returns false if an event is larger than a
    /// quarter of the ring, or if positions don't increase.
    func append(_ batch: Batch) -> Bool {
        chttp_ring_append(handle.pointer, batch.bytes, batch.lengths, batch.positions, batch.lengths.count) == 0
    }

    /// Marks all positions up to `position` as processed, and sets the block that idle streams send.
    ///
    /// - Parameter idleBlock: At most 256 bytes.
    func advance(to position: UInt64, idleBlock: [UInt8]) {
        _ = chttp_ring_advance(handle.pointer, position, idleBlock, idleBlock.count)
    }

    /// Wakes waiting streams. Call it once after each batch.
    func wake() { chttp_ring_wake(handle.pointer) }
}
