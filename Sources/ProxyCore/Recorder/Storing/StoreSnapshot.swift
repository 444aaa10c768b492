// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The stored invocations at one moment. Keeps their memory alive; release it when done.
struct StoreSnapshot: Sendable {
    let segments: [Segment]
    let lastPosition: UInt64
    let evicted: UInt64
    let cleared: UInt64
    /// All completed calls that started after this number are stored or were cleared.
    let evictedThrough: UInt64
    /// All completed calls that started up to this number were evicted or cleared, except for `uncleared`.
    let clearedThrough: UInt64
    /// Calls that started up to that number, but ended after the clear. They may be evicted by now.
    let uncleared: Set<UInt64>
    /// Keeps the revisions and threads that the records name.
    let names: NameGeneration

    /// Whether a call was cleared, if it had ended by then.
    func isCleared(_ seq: UInt64) -> Bool { seq <= clearedThrough && !uncleared.contains(seq) }

    var count: Int { segments.reduce(0) { $0 + $1.count } }

    /// The segments with consecutive positions, without marked invocations of evicted segments.
    var runs: ArraySlice<Segment> { segments.drop { !$0.isRun } }

    /// First position from which nothing is missing; nil when only marked invocations of evicted segments are stored.
    var firstPosition: UInt64? { runs.first { $0.count > 0 }?.firstPosition }

    /// The record of the call with this number in order of starts; nil when it is not stored.
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

    /// Calls `body` with the records from `position` on, without marked ones of evicted segments, until it returns
    /// false.
    func forEachCompleted(from position: UInt64, _ body: (StoredRecord) -> Bool) {
        for view in runs where view.endPosition > position {
            let first = position > view.firstPosition ? Int(position - view.firstPosition) : 0
            for index in first..<view.count {
                guard body(view.record(at: index)) else { return }
            }
        }
    }
}
