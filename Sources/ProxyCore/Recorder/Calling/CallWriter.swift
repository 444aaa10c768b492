// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock
internal import Synchronization

/// What a call has to remember between its begin and its end.
@usableFromInline
struct CallToken: BitwiseCopyable, @unchecked Sendable {
    // Sendable: the ring is shared between threads by design, and only its writer follows the pointer to write.
    /// The ring on which the begin was written, nil when the call is not recorded.
    var ring: UnsafeMutablePointer<Ring>?
    var call: UInt64
    /// Reading of the counter right before the call was passed on.
    var start: UInt64
    /// Whether the call can end on another thread; then it has no reserve in the ring.
    var isDetached: Bool

    @usableFromInline
    static let unrecorded = CallToken(ring: nil, call: 0, start: 0, isDetached: false)

    /// A call that a rate limit leaves out; its entry lies where a recorded call has its number.
    init(leftOut entry: RateGovernor.Entry) {
        self.init(ring: nil, call: UInt64(UInt(bitPattern: entry)), start: 0, isDetached: false)
    }

    init(ring: UnsafeMutablePointer<Ring>?, call: UInt64, start: UInt64, isDetached: Bool) {
        self.ring = ring
        self.call = call
        self.start = start
        self.isDetached = isDetached
    }

    /// Counts a call that is not recorded, when it is to be counted.
    func countLeftOut(_ state: Invocation.State, _ path: Invocation.ReturnPath) {
        guard ring == nil, let entry = RateGovernor.Entry(bitPattern: UInt(call)) else { return }
        RateGovernor.count(entry, state, path)
    }
}

/// The caller's side of recording: writes begins and ends into the calling thread's ring.
///
/// No lock and no allocation, as long as the values are plain data. The clock is read after the arguments were taken
/// and before the result is, so that a duration holds the call and not its recording.
@usableFromInline
enum CallWriter {
    @usableFromInline
    typealias Gate = UnsafePointer<RecordingGate>
    @usableFromInline
    typealias Context = UnsafeMutablePointer<ThreadContext>

    /// Writes the begin of a call.
    ///
    /// - Parameters:
    ///   - arguments: The tuple of arguments, laid out as the call site says.
    ///   - revision: Which owner and target the proxy has.
    ///   - isDetached: Whether the call can end on another thread.
    @usableFromInline
    static func begin(
        _ gate: Gate,
        _ context: Context,
        _ site: UnsafePointer<CallSite>,
        _ arguments: UnsafeRawPointer,
        revision: UInt32,
        isDetached: Bool = false
    ) -> CallToken {
        open(gate, context, site, arguments, revision: revision, isDetached: isDetached, isPlain: false)
    }

    /// `begin` for a call site that `isPlain`.
    ///
    /// Its effect is declared so that a caller need not count references around it: nothing that could let go of an
    /// argument runs in it.
    @usableFromInline
    @_effects(releasenone)
    static func beginPlain(
        _ gate: Gate,
        _ context: Context,
        _ site: UnsafePointer<CallSite>,
        _ arguments: UnsafeRawPointer,
        revision: UInt32
    ) -> CallToken {
        open(gate, context, site, arguments, revision: revision, isDetached: false, isPlain: true)
    }

    @inline(__always)
    private static func open(
        _ gate: Gate,
        _ context: Context,
        _ site: UnsafePointer<CallSite>,
        _ arguments: UnsafeRawPointer,
        revision: UInt32,
        isDetached: Bool,
        isPlain: Bool
    ) -> CallToken {
        let ring = RingTable.ring(of: gate, in: context)
        guard gate.pointee.isRecording.load(ordering: .relaxed), context.pointee.suppression == 0 else {
            Ring.bump(ring.pointee.suppressed)
            return .unrecorded
        }
        let sampleStart = ring.pointee.isNextSampled ? cclock_ticks() : 0
        var skipped: UInt32 = 0
        if let governor = gate.pointee.governor {
            switch governor.pointee.decide(UInt(bitPattern: site)) {
            case .keep(let before): skipped = before
            case .skip(let entry):
                Ring.bump(ring.pointee.suppressed)
                return CallToken(leftOut: entry)
            }
        }
        let most = BeginEntry.size &+ gate.pointee.limits.pointee.capacity
        let reserve = Ring.reservePerOpenCall &* (ring.pointee.open.load(ordering: .relaxed) &+ 1)
        guard
            let entry = ring.pointee.claim(most, reserve: reserve)
                ?? claimSlowly(most, reserve: reserve, ring, gate)
        else {
            Ring.bump(ring.pointee.dropped)
            if skipped > 0 { gate.pointee.governor?.pointee.giveBack(skipped, UInt(bitPattern: site)) }
            return .unrecorded
        }
        var writer = ValueWriter(at: entry + BeginEntry.size, limits: gate.pointee.limits)
        if !isPlain { context.pointee.suppression = 1 }
        if let redactor = writer.redactor {
            redactor._withUnsafeGuaranteedRef { $0.write(site, arguments, to: &writer) }
        } else {
            for argument in site.pointee.arguments { writer.write(argument, in: arguments) }
        }
        if !isPlain { context.pointee.suppression = 0 }
        let token = publishBegin(entry, used: writer.cursor - entry, ring, site, revision, skipped, isDetached)
        if sampleStart != 0 {
            ring.pointee.addOverhead(
                token.start &- sampleStart,
                atMost: gate.pointee.limits.pointee.ticks,
                isLast: false
            )
        }
        if gate.pointee.isDrainAsleep { gate.pointee.wakeDrain() }
        return token
    }

    @inline(__always)
    private static func publishBegin(
        _ entry: UnsafeMutableRawPointer,
        used: Int,
        _ ring: UnsafeMutablePointer<Ring>,
        _ site: UnsafePointer<CallSite>,
        _ revision: UInt32,
        _ skipped: UInt32,
        _ isDetached: Bool
    ) -> CallToken {
        let size = (used &+ 7) & ~7
        var begin = BeginEntry(
            head: EntryHead(.begin, size: size),
            ticks: 0,
            site: UInt(bitPattern: site),
            call: ring.pointee.nextCall(),
            revision: revision,
            skipped: skipped
        )
        begin.head.state = isDetached ? 1 : 0
        begin.head.slack = UInt8(truncatingIfNeeded: size &- used)
        if !isDetached {
            ring.pointee.open.store(ring.pointee.open.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
        }
        ring.pointee.announce()
        begin.ticks = cclock_ticks()
        entry.storeBytes(of: begin, as: BeginEntry.self)
        ring.pointee.publish(size)
        return CallToken(ring: ring, call: begin.call, start: begin.ticks, isDetached: isDetached)
    }

    /// Counts a call that leaves no record.
    @inlinable
    @inline(__always)
    static func countSuppressed(_ gate: Gate, _ context: Context) {
        if context.pointee.ringOwner == gate.pointee.number, let ring = context.pointee.ring {
            Ring.bump(ring.pointee.suppressed)
        } else {
            countSuppressedSlowly(gate, context)
        }
    }

    @usableFromInline
    @inline(never)
    static func countSuppressedSlowly(_ gate: Gate, _ context: Context) {
        Ring.bump(RingTable.ring(of: gate, in: context).pointee.suppressed)
    }

    /// Ends the record of a call that came back on the thread that it began on, with the value that it returned.
    ///
    /// - Parameter hasTarget: Whether the call reached a target.
    @inlinable
    @inline(__always)
    static func end<Proxy, Arguments, Return>(
        _ token: CallToken,
        _ gate: Gate,
        _ context: Context,
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ result: Return,
        path: Invocation.ReturnPath,
        hasTarget: Bool
    ) {
        if Return.self == Void.self {
            endVoid(token, gate, path: path, hasTarget: hasTarget)
        } else {
            withUnsafePointer(to: result) {
                var end = CallEnd(token: token, gate: gate, context: context)
                if !hasTarget { end.missTarget() }
                end.returned(selector.site, $0, path: path)
            }
        }
    }

    /// Ends the record of a call without a result that came back on the thread that it began on.
    @usableFromInline
    @_effects(releasenone)
    static func endVoid(_ token: CallToken, _ gate: Gate, path: Invocation.ReturnPath, hasTarget: Bool) {
        guard let ring = token.ring else { return token.countLeftOut(.returned, path) }
        let ticks = cclock_ticks()
        let entry = ring.pointee.claim(EndEntry.size, reserve: 0) ?? claimEnd(ring, gate)
        var end = EndEntry(
            head: EntryHead(.end, size: EndEntry.size),
            ticks: ticks,
            call: token.call,
            targetTicks: hasTarget ? ticks &- token.start : EndEntry.noTarget,
            ring: 0
        )
        end.head.state = Invocation.State.returned.rawValue
        end.head.path = path.rawValue
        entry.storeBytes(of: end, as: EndEntry.self)
        ring.pointee.open.store(ring.pointee.open.load(ordering: .relaxed) &- 1, ordering: .relaxed)
        Ring.bump(ring.pointee.recorded)
        ring.pointee.publish(EndEntry.size)
        if Ring.isSampled(token.call) { sampleEnd(since: ticks, ring, gate) }
        if gate.pointee.isDrainAsleep { gate.pointee.wakeDrain() }
    }

    /// Writes the end of a call that `begin` gave a token for.
    ///
    /// - Parameters:
    ///   - ticks: Reading of the counter right after the call came back.
    @inline(__always)
    static func end(
        _ token: CallToken,
        _ gate: Gate,
        _ context: Context,
        at ticks: UInt64,
        targetTicks: UInt64,
        state: Invocation.State,
        path: Invocation.ReturnPath,
        values: EndValues
    ) {
        guard let begun = token.ring else { return }
        let ring = RingTable.ring(of: gate, in: context)
        let parts = values.parts
        let most = EndEntry.size + (parts.isEmpty ? 0 : gate.pointee.limits.pointee.capacity)
        let reserve = parts.isEmpty ? 0 : Ring.reservePerOpenCall * ring.pointee.open.load(ordering: .relaxed)
        // Once begun, a call has to end in the record: without room for the value, the reserve takes the bare end.
        let whole = ring.pointee.claim(most, reserve: reserve)
        let entry = whole ?? claimEnd(ring, gate)
        let isWritten = whole != nil && !parts.isEmpty
        var used = EndEntry.size
        if isWritten {
            var writer = ValueWriter(at: entry + used, limits: gate.pointee.limits)
            context.pointee.suppression += 1
            values.write(to: &writer)
            context.pointee.suppression -= 1
            used = writer.cursor - entry
        }
        let size = (used + 7) & ~7
        var end = EndEntry(
            head: EntryHead(.end, size: size),
            ticks: ticks,
            call: token.call,
            targetTicks: targetTicks,
            ring: begun == ring ? 0 : UInt(bitPattern: begun)
        )
        end.head.slack = UInt8(truncatingIfNeeded: size &- used)
        end.head.state = state.rawValue
        end.head.setEnd(path, isWritten ? parts : [])
        entry.storeBytes(of: end, as: EndEntry.self)
        if !token.isDetached {
            ring.pointee.open.store(ring.pointee.open.load(ordering: .relaxed) - 1, ordering: .relaxed)
        }
        Ring.bump(ring.pointee.recorded)
        ring.pointee.publish(size)
        if Ring.isSampled(token.call), begun == ring { sampleEnd(since: ticks, ring, gate) }
        if gate.pointee.isDrainAsleep { gate.pointee.wakeDrain() }
    }

    /// Takes the second half of a sampled call's overhead.
    @inline(never)
    private static func sampleEnd(since ticks: UInt64, _ ring: UnsafeMutablePointer<Ring>, _ gate: Gate) {
        ring.pointee.addOverhead(cclock_ticks() &- ticks, atMost: gate.pointee.limits.pointee.ticks, isLast: true)
    }

    /// Room for an end without a value: there is some, or there is once the drain has been round.
    @inline(never)
    private static func claimEnd(_ ring: UnsafeMutablePointer<Ring>, _ gate: Gate) -> UnsafeMutableRawPointer {
        while true {
            if let entry = ring.pointee.claim(EndEntry.size, reserve: 0) { return entry }
            waitForDrain(gate)
        }
    }

    @inline(never)
    private static func claimSlowly(
        _ size: Int,
        reserve: Int,
        _ ring: UnsafeMutablePointer<Ring>,
        _ gate: Gate
    ) -> UnsafeMutableRawPointer? {
        guard gate.pointee.waitsForRoom else { return nil }
        while true {
            if let entry = ring.pointee.claim(size, reserve: reserve) { return entry }
            waitForDrain(gate)
        }
    }

    /// Waits for the end of the drain's current round, at most 1 ms.
    private static func waitForDrain(_ gate: Gate) {
        let round = gate.pointee.rounds.load(ordering: .acquiring)
        gate.pointee.wakeDrain()
        FutexWord.wait(gate.pointee.rounds, while: round, atMostNanoseconds: 1_000_000)
    }

    /// Writes into a ring that it belongs to another thread from here on.
    static func announceThread(_ thread: ThreadInfo, on ring: UnsafeMutablePointer<Ring>) {
        let name = Array(thread.name.utf8.prefix(ThreadEntry.nameLimit))
        // A ring that is still full of its last thread's calls keeps that thread's name for the next ones too.
        guard let entry = ring.pointee.claim(ThreadEntry.size, reserve: 0) else { return }
        ring.pointee.announce()
        let head = ThreadEntry(
            head: EntryHead(.thread, size: ThreadEntry.size),
            ticks: cclock_ticks(),
            id: thread.id,
            isMain: thread.isMain ? 1 : 0,
            nameCount: UInt64(name.count)
        )
        entry.storeBytes(of: head, as: ThreadEntry.self)
        name.withUnsafeBytes {
            (entry + ThreadEntry.nameOffset).copyMemory(
                from: $0.baseAddress ?? UnsafeRawPointer(entry),
                byteCount: $0.count
            )
        }
        ring.pointee.publish(ThreadEntry.size)
    }
}

/// Finds a thread's ring for a recorder.
enum RingTable {
    @inline(__always)
    static func ring(of gate: CallWriter.Gate, in context: CallWriter.Context) -> UnsafeMutablePointer<Ring> {
        if context.pointee.ringOwner == gate.pointee.number, let ring = context.pointee.ring { return ring }
        return lookUp(gate, context)
    }

    @inline(never)
    private static func lookUp(_ gate: CallWriter.Gate, _ context: CallWriter.Context) -> UnsafeMutablePointer<Ring> {
        let number = gate.pointee.number
        let tenancy = context.pointee.tenancy
        let known = context.pointee.rings[number]
        let ring = known?.ring ?? make(gate)
        if known?.tenancy != tenancy { CallWriter.announceThread(context.pointee.thread, on: ring) }
        if known == nil { gate.pointee.register(ring) }
        context.pointee.rings[number] = (ring, tenancy)
        context.pointee.ringOwner = number
        context.pointee.ring = ring
        return ring
    }

    private static func make(_ gate: CallWriter.Gate) -> UnsafeMutablePointer<Ring> {
        let ring = UnsafeMutablePointer<Ring>.allocate(capacity: 1)
        ring.initialize(to: Ring(capacity: gate.pointee.ringBytes))
        return ring
    }
}
