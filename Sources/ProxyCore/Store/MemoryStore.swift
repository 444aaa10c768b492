// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Invocations in memory, in the order in which they completed, bounded by bytes and by count.
///
/// A chain of segments; when a bound is passed, the oldest segment goes as a whole. Not thread safe by itself: the
/// engine's lock guards it, and readers take a `StoreSnapshot` out.
struct MemoryStore {
    private(set) var segments: [Segment] = []
    private let bytesLimit: Int
    private let countLimit: Int
    private let segmentBytes: Int
    private let segmentCount: Int

    /// Invocations stored now.
    private(set) var count = 0
    /// Invocations that had to make room.
    private(set) var evicted: UInt64 = 0
    /// Invocations that were cleared.
    private(set) var cleared: UInt64 = 0
    /// Position of the last stored invocation, 0 before the first.
    private(set) var lastPosition: UInt64 = 0

    init(bytesLimit: Int, countLimit: Int) {
        self.bytesLimit = bytesLimit
        self.countLimit = countLimit
        // A sixteenth, so that eviction never takes much more than it has to.
        segmentBytes = min(1 << 20, bytesLimit / 16)
        segmentCount = max(1, countLimit / 16)
    }

    /// Bytes of memory in use.
    var bytes: Int { segments.reduce(0) { $0 + $1.bytes } }

    /// Stores an invocation whose bytes `fill` writes.
    ///
    /// - Parameter size: Bytes that `fill` writes, header included.
    mutating func append(size: Int, seq: UInt64, fill: (UnsafeMutableRawPointer) -> Void) {
        let segment = segmentWithRoom(for: size)
        // The segment was just found to have, or made with, enough room.
        fill(segment.claim(size)!)
        segment.append(size, seq: seq)
        count += 1
        lastPosition += 1
        if count > countLimit { evictOldest() }
    }

    private mutating func segmentWithRoom(for size: Int) -> Segment {
        if let last = segments.last, last.count < segmentCount, last.claim(size) != nil { return last }
        let new = Segment(firstPosition: lastPosition + 1, capacity: max(segmentBytes, size))
        segments.append(new)
        while segments.count > 1, segments.count * segmentBytes > bytesLimit { evictOldest() }
        return new
    }

    private mutating func evictOldest() {
        guard segments.count > 1 || count > countLimit else { return }
        let oldest = segments.removeFirst()
        count -= oldest.count
        evicted += UInt64(oldest.count)
    }

    /// Forgets everything stored; positions go on.
    mutating func clear() {
        cleared += UInt64(count)
        count = 0
        segments = []
    }

    /// What is stored now, readable without a lock.
    var snapshot: StoreSnapshot {
        StoreSnapshot(segments: segments.map(\.view), lastPosition: lastPosition, evicted: evicted, cleared: cleared)
    }
}

/// What was stored at one moment. Keeps its memory alive; let it go when done.
struct StoreSnapshot: Sendable {
    let segments: [SegmentView]
    let lastPosition: UInt64
    let evicted: UInt64
    let cleared: UInt64

    var count: Int { segments.reduce(0) { $0 + $1.count } }

    /// Position of the oldest stored invocation, nil when nothing is stored.
    var firstPosition: UInt64? { segments.first { $0.count > 0 }?.firstPosition }

    /// The record of the call that started as number `seq`, nil when it is not stored.
    func record(seq: UInt64) -> StoredRecord? {
        for view in segments where view.firstSeq <= seq && seq <= view.lastSeq {
            let place = view.firstPlace(notBefore: seq)
            guard place < view.startOrder.count else { continue }
            let record = view.record(at: Int(view.startOrder[place]))
            if record.header.seq == seq { return record }
        }
        return nil
    }

    /// Calls `body` with the records from `position` on, until it returns false.
    func forEachCompleted(from position: UInt64, _ body: (StoredRecord) -> Bool) {
        for view in segments where view.firstPosition + UInt64(view.count) > position {
            let first = position > view.firstPosition ? Int(position - view.firstPosition) : 0
            for index in first..<view.count {
                guard body(view.record(at: index)) else { return }
            }
        }
    }
}
