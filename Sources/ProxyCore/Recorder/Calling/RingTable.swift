// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock
internal import CThread
internal import Synchronization

/// Finds a thread's ring for a recorder.
enum RingTable {
    /// - Parameter ticks: Counter reading of the entry that follows, if it was taken already.
    @inline(__always)
    static func ring(
        of gate: UnsafePointer<RecordingGate>,
        in context: UnsafeMutablePointer<ThreadContext>,
        forEntryAt ticks: UInt64? = nil
    ) -> UnsafeMutablePointer<Ring> {
        context.pointee.knownRing(of: gate.pointee.number) ?? lookUp(gate, context, ticks)
    }

    /// Whether the thread's ring is known or may be looked for now.
    ///
    /// The handler of a signal may have interrupted the search, or an allocation, neither of which is to begin again
    /// inside.
    @inline(__always)
    static func canFindRing(
        of gate: UnsafePointer<RecordingGate>,
        in context: UnsafeMutablePointer<ThreadContext>
    ) -> Bool {
        context.pointee.ringOwner == gate.pointee.number || canLookUp(gate, context)
    }

    @inline(never)
    private static func canLookUp(
        _ gate: UnsafePointer<RecordingGate>,
        _ context: UnsafeMutablePointer<ThreadContext>
    ) -> Bool {
        guard !context.pointee.isFindingRing else { return false }
        return context.pointee.rings[gate.pointee.number] != nil || !cthread_is_in_handler()
    }

    @inline(never)
    private static func lookUp(
        _ gate: UnsafePointer<RecordingGate>,
        _ context: UnsafeMutablePointer<ThreadContext>,
        _ ticks: UInt64?
    ) -> UnsafeMutablePointer<Ring> {
        context.pointee.isFindingRing = true
        cthread_signal_fence()
        defer {
            cthread_signal_fence()
            context.pointee.isFindingRing = false
        }
        let number = gate.pointee.number
        let tenancy = context.pointee.tenancy.load(ordering: .relaxed)
        let known = context.pointee.rings[number]
        let ring = known?.ring ?? make(gate, context)
        let isKnown = known?.tenancy == tenancy
        if known != nil, !isKnown { ring.pointee.takeOver(by: tenancy) }
        let isAnnounced = isKnown || announceThread(context.pointee.thread, on: ring, at: ticks)
        if known == nil { gate.pointee.register(ring) }
        context.pointee.rings[number] = (ring, isAnnounced ? tenancy : nil)
        // Without memory for the announcement, there is none for the call either. The next one tries again.
        guard isAnnounced else { return ring }
        context.pointee.setRing(ring, of: number)
        return ring
    }

    private static func make(_ gate: UnsafePointer<RecordingGate>, _ context: UnsafeMutablePointer<ThreadContext>)
        -> UnsafeMutablePointer<Ring>
    {
        let ring = UnsafeMutablePointer<Ring>.allocateOnLine()
        ring.initialize(to: Ring(gate: gate, context: context))
        return ring
    }

    /// Records in a ring that another thread owns it from here on.
    ///
    /// The end of an async call can be a thread's first entry, and its reading is older than the ring. With a later one
    /// before it, the drain would take the thread's counter for one that went back, and read all its entries late.
    ///
    /// - Returns: False if there is no memory for that.
    private static func announceThread(
        _ thread: cthread_facts,
        on ring: UnsafeMutablePointer<Ring>,
        at ticks: UInt64?
    ) -> Bool {
        guard let entry = ring.pointee.claimRequired(ThreadEntry.size) else { return false }
        ring.pointee.announce()
        let head = EntryHead(.thread, size: ThreadEntry.size)
        let announcement = ThreadEntry(head: head, ticks: ticks ?? cclock_ticks(), thread: thread)
        entry.storeBytes(of: announcement, as: ThreadEntry.self)
        ring.pointee.publish(ThreadEntry.size)
        return true
    }
}
