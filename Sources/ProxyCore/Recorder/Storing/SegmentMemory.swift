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

/// Numbers of a segment's invocations in the order in which the calls started.
struct StartOrder: Sendable {
    let count: Int
    /// Empty when the numbers are in order.
    private let indices: [UInt32]

    /// The order in which they completed.
    init(count: Int) {
        self.count = count
        indices = []
    }

    init(indices: [UInt32]) {
        count = indices.count
        self.indices = indices
    }

    /// Number of the invocation at a place.
    @inline(__always)
    subscript(place: Int) -> Int { indices.isEmpty ? place : Int(indices[place]) }
}

extension Segment {
    /// Puts the invocations that `known` does not have yet into their places.
    fileprivate func extend(_ known: [UInt32]) -> [UInt32] {
        var seqs = known.map { seq(at: Int($0)) }
        var indices = known
        indices.reserveCapacity(count)
        seqs.reserveCapacity(count)
        // Mostly a call that ends late has its place near the end. Where that is not so, sorting is less work.
        var effort = 16 * count
        for index in known.count..<count {
            let seq = self.seq(at: index)
            var place = seqs.count
            while place > 0, seqs[place - 1] > seq { place -= 1 }
            effort -= seqs.count - place
            guard effort >= 0 else { return sorted() }
            seqs.insert(seq, at: place)
            indices.insert(UInt32(index), at: place)
        }
        return indices
    }

    private func sorted() -> [UInt32] {
        (0..<count).map { (seq: seq(at: $0), index: UInt32($0)) }.sorted { $0.seq < $1.seq }.map(\.index)
    }
}
