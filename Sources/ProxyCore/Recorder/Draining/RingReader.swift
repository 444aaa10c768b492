// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The drain's side of one ring.
struct RingReader {
    let ring: UnsafeMutablePointer<Ring>
    /// Bytes read so far.
    var position: UInt = 0
    /// Position up to which this round may read.
    var end: UInt = 0
    /// Bytes written when the ring's memory was last returned to the system.
    private(set) var discarded: UInt = 0
    /// Thread of the next entries, as an index into the drain's list.
    var thread: UInt16 = 0
    /// Running calls of the thread, outermost first.
    var open: [OpenCall] = []
    /// Running calls that may end on another thread.
    var detached: [UInt64: OpenCall] = [:]

    /// Whether published entries have not been read yet.
    var isBehind: Bool { ring.pointee.head.load(ordering: .acquiring) & ~1 != position }

    /// Memory used by the ring, in bytes: the part its thread has written to.
    var bytes: Int {
        let written = ring.pointee.head.load(ordering: .relaxed) & ~1 &- discarded
        return Int(min(written, UInt(ring.pointee.capacity)))
    }

    /// Returns the memory to the system once the ring's thread has ended and everything was read.
    mutating func discardIfAbandoned() {
        guard position != discarded, ring.pointee.discard(readUpTo: position) else { return }
        discarded = position
    }

    /// The next entry of this round, after skipping padding; nil at the end.
    @inline(__always)
    mutating func next() -> UnsafeRawPointer? {
        while position < end {
            let entry = ring.pointee.entry(at: position)
            let head = entry.load(as: EntryHead.self)
            if head.kind != EntryKind.padding.rawValue { return entry }
            position &+= UInt(head.size)
        }
        return nil
    }

    /// The end entry of the call whose begin was read last, if it comes next and not after `horizon`.
    @inline(__always)
    func end(ofCallAt begin: UnsafeRawPointer, upTo horizon: UInt64) -> UnsafeRawPointer? {
        guard position < end else { return nil }
        let entry = ring.pointee.entry(at: position)
        guard entry.load(as: EntryHead.self).kind == EntryKind.end.rawValue else { return nil }
        let end = entry.load(as: EndEntry.self)
        let begin = begin.load(as: BeginEntry.self)
        let isWhole = end.call == begin.call && end.ring == 0 && !begin.isDetached && end.ticks <= horizon
        return isWhole ? entry : nil
    }

    /// Marks the calls that have been running for `age` ticks and were not announced yet; returns their number.
    mutating func noticeRunning(olderThan age: UInt64, now: UInt64) -> Int {
        var noticed = 0
        for index in open.indices where open[index].isToBeNoticed(after: age, now: now) {
            open[index].isNoticed = true
            noticed += 1
        }
        for (key, call) in detached where call.isToBeNoticed(after: age, now: now) {
            detached[key]?.isNoticed = true
            noticed += 1
        }
        return noticed
    }
}
