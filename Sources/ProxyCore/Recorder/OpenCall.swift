// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A call that has begun and not ended, as the drain knows it.
struct OpenCall {
    var seq: UInt64
    var parentSeq: UInt64
    var depth: Int
    /// Number of the call on its ring.
    var call: UInt64
    var site: UInt
    var revision: UInt32
    var thread: UInt16
    var startTicks: UInt64
    /// The encoded arguments.
    var arguments: [UInt8]
    /// Whether it was announced as running.
    var isNoticed = false
}

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
    mutating func next() -> UnsafeRawPointer? {
        while position < end {
            let entry = ring.pointee.entry(at: position)
            let head = entry.load(as: EntryHead.self)
            if head.kind != EntryKind.padding.rawValue { return entry }
            position &+= UInt(head.size)
        }
        return nil
    }
}
