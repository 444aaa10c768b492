// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The memory shared by a segment and its copies, and the order of starts once it has been computed.
final class SegmentMemory: @unchecked Sendable {
    // Sendable: the pointer is constant, `Segment` synchronizes access to the memory, and a lock guards the order.
    let base: UnsafeMutableRawPointer
    private let order = Mutex<[UInt32]>([])

    init(bytes: Int) { base = .allocate(byteCount: max(bytes, 1), alignment: 16) }

    deinit { base.deallocate() }

    /// The order of starts of a segment whose calls completed in a different order.
    ///
    /// Computed on demand by readers instead of while storing, and cached for later ones.
    func startOrder(of segment: Segment) -> StartOrder {
        let known = order.withLock { $0 }
        if known.count == segment.count { return StartOrder(indices: known) }
        let new = known.count < segment.count ? segment.extend(known) : segment.extend([])
        order.withLock { if $0.count < new.count { $0 = new } }
        return StartOrder(indices: new)
    }
}
