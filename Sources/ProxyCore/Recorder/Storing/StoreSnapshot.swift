// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What was stored at one moment. Keeps its memory alive; let it go when done.
struct StoreSnapshot: Sendable {
    let segments: [Segment]
    let lastPosition: UInt64
    let evicted: UInt64
    let cleared: UInt64
    /// Number of a call so that all that started later, and completed, are stored or were cleared.
    let evictedThrough: UInt64
    /// Number of a call so that all that started up to it were evicted or cleared.
    let clearedThrough: UInt64

    var count: Int { segments.reduce(0) { $0 + $1.count } }

    /// The segments without the marked invocations that were kept beyond their time: a run without gaps.
    var runs: ArraySlice<Segment> { segments.drop { !$0.isRun } }

    /// Position from which on nothing is missing, nil when nothing is stored but what was kept beyond its time.
    var firstPosition: UInt64? { runs.first { $0.count > 0 }?.firstPosition }

    /// The record of the call that started as number `seq`, nil when it is not stored.
    func record(seq: UInt64) -> StoredRecord? {
        for view in segments where view.firstSeq <= seq && seq <= view.lastSeq {
            let order = view.startOrder
            let place = view.firstPlace(notBefore: seq, in: order)
            guard place < order.count else { continue }
            let record = view.record(at: order[place])
            if record.header.seq == seq { return record }
        }
        return nil
    }

    /// Calls `body` with the records from `position` on, without those kept beyond their time, until it returns false.
    func forEachCompleted(from position: UInt64, _ body: (StoredRecord) -> Bool) {
        for view in runs where view.endPosition > position {
            let first = position > view.firstPosition ? Int(position - view.firstPosition) : 0
            for index in first..<view.count {
                guard body(view.record(at: index)) else { return }
            }
        }
    }
}
