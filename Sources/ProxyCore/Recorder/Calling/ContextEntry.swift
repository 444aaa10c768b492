// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock
internal import Synchronization

/// Names the span and the task in which calls of the ring are made that say so, until the next one. A `ContextNote` follows.
struct ContextEntry: BitwiseCopyable {
    static let size = 16

    var head: EntryHead
    var ticks: UInt64

    /// The bytes of the note behind an entry.
    static func note(at entry: UnsafeRawPointer, _ head: EntryHead) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: entry + size, count: Int(head.size) - size - Int(head.slack))
    }

    /// Makes sure that the ring names the span in which the calling thread is.
    ///
    /// - Returns: False outside of spans, or if the ring has no room for the name.
    @inline(__always)
    static func announce(
        _ source: UnsafePointer<TraceSource>,
        _ ring: UnsafeMutablePointer<Ring>,
        _ context: UnsafeMutablePointer<ThreadContext>
    ) -> Bool {
        guard let number = KnownTrace.number(of: source, in: context) else { return false }
        return ring.pointee.announcedContext == number || write(number, ring, context)
    }

    @inline(never)
    private static func write(
        _ number: UInt64,
        _ ring: UnsafeMutablePointer<Ring>,
        _ context: UnsafeMutablePointer<ThreadContext>
    ) -> Bool {
        guard let note = ContextNote(trace: context.pointee.trace.trace) else { return false }
        let used = size + note.byteCount
        let padded = (used + 7) & ~7
        guard
            let entry = ring.pointee.claim(padded, reserve: ring.pointee.reserveForBegin)
                ?? CallBegin.claimSlowly(padded, ring, ring.pointee.gate)
        else { return false }
        note.write(to: entry + size)
        var head = EntryHead(.context, size: padded)
        head.slack = UInt8(padded - used)
        ring.pointee.announce()
        entry.storeBytes(of: ContextEntry(head: head, ticks: cclock_ticks()), as: ContextEntry.self)
        ring.pointee.publish(padded)
        ring.pointee.announcedContext = number
        return true
    }
}
