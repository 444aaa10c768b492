// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock
internal import CThread
internal import Synchronization

/// Finds a thread's ring for a recorder.
enum RingTable {
    @inline(__always)
    static func ring(of gate: UnsafePointer<RecordingGate>, in context: UnsafeMutablePointer<ThreadContext>)
        -> UnsafeMutablePointer<Ring>
    {
        if context.pointee.ringOwner == gate.pointee.number, let ring = context.pointee.ring { return ring }
        return lookUp(gate, context)
    }

    @inline(never)
    private static func lookUp(_ gate: UnsafePointer<RecordingGate>, _ context: UnsafeMutablePointer<ThreadContext>)
        -> UnsafeMutablePointer<Ring>
    {
        let number = gate.pointee.number
        let tenancy = context.pointee.tenancy.load(ordering: .relaxed)
        let known = context.pointee.rings[number]
        let ring = known?.ring ?? make(gate, context)
        let isKnown = known?.tenancy == tenancy
        if known != nil, !isKnown { ring.pointee.takeOver(by: tenancy) }
        let isAnnounced = isKnown || announceThread(context.pointee.thread, on: ring)
        if known == nil { gate.pointee.register(ring) }
        context.pointee.rings[number] = (ring, isAnnounced ? tenancy : nil)
        // Without memory for the announcement, there is none for the call either. The next one tries again.
        guard isAnnounced else { return ring }
        context.pointee.ringOwner = number
        context.pointee.ring = ring
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
    /// - Returns: False if there is no memory for that.
    private static func announceThread(_ thread: cthread_facts, on ring: UnsafeMutablePointer<Ring>) -> Bool {
        guard let entry = ring.pointee.claimRequired(ThreadEntry.size) else { return false }
        ring.pointee.announce()
        let head = EntryHead(.thread, size: ThreadEntry.size)
        entry.storeBytes(of: ThreadEntry(head: head, ticks: cclock_ticks(), thread: thread), as: ThreadEntry.self)
        ring.pointee.publish(ThreadEntry.size)
        return true
    }
}
