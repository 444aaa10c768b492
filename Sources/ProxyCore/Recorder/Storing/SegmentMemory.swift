// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The memory of a segment and of its copies, and the order of starts once somebody has asked for it.
final class SegmentMemory: @unchecked Sendable {
    // Sendable: the pointer is constant, what it points at is the segment's affair, the order is under its lock.
    let base: UnsafeMutableRawPointer
    private let order = Mutex<[UInt32]>([])

    init(bytes: Int) { base = .allocate(byteCount: max(bytes, 1), alignment: 16) }

    deinit { base.deallocate() }

    /// The order of starts of a segment in which calls started in another order than they completed in.
    ///
    /// It is made for readers and not while calls are stored, and kept for the next reader.
    func startOrder(of segment: Segment) -> StartOrder {
        let known = order.withLock { $0 }
        if known.count == segment.count { return StartOrder(indices: known) }
        let new = known.count < segment.count ? segment.extend(known) : segment.extend([])
        order.withLock { if $0.count < new.count { $0 = new } }
        return StartOrder(indices: new)
    }
}
