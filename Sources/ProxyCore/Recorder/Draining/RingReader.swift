// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The drain's end of one ring.
struct RingReader {
    let ring: UnsafeMutablePointer<Ring>
    /// Bytes read so far.
    var position: UInt = 0
    /// Bytes that may be read in this round.
    var end: UInt = 0
    /// The thread that the next entries come from, as an index into the drain's list.
    var thread: UInt16 = 0
    /// Calls under way on the thread, outermost first.
    var open: [OpenCall] = []
    /// Calls under way that may end on another thread.
    var detached: [UInt64: OpenCall] = [:]

    /// Whether something was published that has not been read.
    var isBehind: Bool { ring.pointee.head.load(ordering: .acquiring) & ~1 != position }

    /// The next entry of this round, past any padding; nil at the end.
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

    /// The end of the call whose begin was read last, when it comes next and not after `horizon`.
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

    /// Announces the calls that have been under way for `age` ticks, and says how many they were.
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
