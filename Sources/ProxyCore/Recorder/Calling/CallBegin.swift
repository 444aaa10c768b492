// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock
internal import Synchronization

/// Writes the begin of a call's record into the calling thread's ring before the call is forwarded.
///
/// Takes no lock and allocates nothing if the arguments are plain data. The clock is read after the arguments are
/// captured here, and before the result is captured at the end, so durations exclude the recording.
@usableFromInline
enum CallBegin {
    /// Writes the begin of a call.
    ///
    /// - Parameters:
    ///   - arguments: The tuple of arguments, in the layout of the call site.
    ///   - revision: Owner and target of the proxy; see `ProxyRevision`.
    ///   - isDetached: Whether the call can end on another thread.
    ///   - inside: An address in the frame with which a backtrace begins. Default: `arguments`, or for a detached call
    ///     `departure`. For a detached one, it is an async context.
    @usableFromInline
    static func write(
        _ gate: UnsafePointer<RecordingGate>,
        _ context: UnsafeMutablePointer<ThreadContext>,
        _ site: UnsafePointer<CallSite>,
        _ arguments: UnsafeRawPointer,
        revision: UInt32,
        isDetached: Bool = false,
        inside: UnsafeRawPointer? = nil
    ) -> CallToken {
        if isDetached || gate.pointee.wantsNotes {
            return writeInContext(
                gate,
                context,
                site,
                arguments,
                revision: revision,
                isDetached: isDetached,
                inside: inside
            )
        }
        return open(
            gate,
            context,
            site,
            arguments,
            revision: revision,
            isDetached: false,
            isPlain: false,
            inside: inside
        ) { _ in .plain }
    }

    /// `UnsafePointer<RecordingGate>.beginPlain` when something is special: capture rules, redactions, a rate limit,
    /// backtraces, notes, a full ring, or a thread whose last call was of another recorder or of none.
    @inline(never)
    static func writePlain(
        _ gate: UnsafePointer<RecordingGate>,
        _ context: UnsafeMutablePointer<ThreadContext>,
        _ site: UnsafePointer<CallSite>,
        _ arguments: UnsafeRawPointer,
        revision: UInt32
    ) -> CallToken {
        if gate.pointee.wantsNotes {
            return gate.beginPlainInContext(context, site, arguments, revision: revision)
        }
        return open(gate, context, site, arguments, revision: revision, isDetached: false, isPlain: true) { _ in .plain
        }
    }

    /// `write` for a call that can be inside an async call or a span, or is an async call.
    @inline(never)
    static func writeInContext(
        _ gate: UnsafePointer<RecordingGate>,
        _ context: UnsafeMutablePointer<ThreadContext>,
        _ site: UnsafePointer<CallSite>,
        _ arguments: UnsafeRawPointer,
        revision: UInt32,
        isDetached: Bool,
        inside: UnsafeRawPointer? = nil
    ) -> CallToken {
        let token = open(
            gate,
            context,
            site,
            arguments,
            revision: revision,
            isDetached: isDetached,
            isPlain: site.pointee.isPlain,
            inside: inside
        ) {
            CallPlace(gate, context, $0, isDetached: isDetached)
        }
        if isDetached, token.ring != nil { gate.pointee.countAsyncCalls(1) }
        return token
    }

    @inline(__always)
    private static func open(
        _ gate: UnsafePointer<RecordingGate>,
        _ context: UnsafeMutablePointer<ThreadContext>,
        _ site: UnsafePointer<CallSite>,
        _ arguments: UnsafeRawPointer,
        revision: UInt32,
        isDetached: Bool,
        isPlain: Bool,
        inside: UnsafeRawPointer? = nil,
        place: (UnsafeMutablePointer<Ring>) -> CallPlace
    ) -> CallToken {
        let early = context.pointee.isNextSampled ? cclock_ticks() : 0
        // Its closures stay where they are, as those of the call that a signal handler has interrupted may be there.
        guard RingTable.canFindRing(of: gate, in: context) else {
            gate.pointee.countWithoutRing()
            return .unrecorded
        }
        let ring = RingTable.ring(of: gate, in: context)
        let closures =
            isPlain || context.pointee.closures == nil ? nil : ClosuresUnderWay.take(of: site, from: context)
        guard gate.pointee.records(site), context.pointee.suppression == 0, !ring.pointee.isWriting else {
            if let closures { ClosuresUnderWay.drop(closures) }
            Ring.bump(ring.pointee.suppressed)
            return .unrecorded
        }
        // The thread may have come from another recorder's ring.
        let sampleStart = !ring.pointee.isNextSampled ? 0 : early != 0 ? early : cclock_ticks()
        var skipped: UInt32 = 0
        if let governor = gate.pointee.governor {
            switch governor.pointee.decide(UInt(bitPattern: site)) {
            case .keep(let before): skipped = before
            case .skip(let entry):
                if let closures { ClosuresUnderWay.drop(closures) }
                Ring.bump(ring.pointee.suppressed)
                return CallToken(leftOut: entry)
            }
        }
        let frameLimit =
            gate.pointee.backtraces.isOpen.load(ordering: .relaxed) ? gate.pointee.backtraces.frameLimit(of: site) : 0
        let place = place(ring)
        let noteBytes = place.note?.byteCount ?? 0
        let start = BeginEntry.size &+ (place.note == nil ? 0 : CallPlace.scopeBytes)
        let tail = noteBytes &+ (closures == nil ? 0 : MemoryLayout<UInt>.size)
        let most = start &+ gate.pointee.limits.pointee.capacity &+ tail &+ frameLimit &* 8
        guard
            let entry = ring.pointee.claim(most, reserve: ring.pointee.reserveForBegin)
                ?? claimSlowly(most, ring, gate)
        else {
            if let closures { ClosuresUnderWay.drop(closures) }
            Ring.bump(ring.pointee.dropped)
            if skipped > 0 { gate.pointee.governor?.pointee.giveBack(skipped, UInt(bitPattern: site)) }
            return .unrecorded
        }
        var writer = ValueWriter(at: entry + start, limits: gate.pointee.limits)
        if !isPlain {
            context.pointee.suppression = 1
            writer.isStructural = site.pointee.isStructural
        }
        if let redactor = writer.redactor {
            redactor._withUnsafeGuaranteedRef { $0.write(site, arguments, to: &writer) }
        } else {
            for argument in site.pointee.arguments { writer.write(argument, in: arguments) }
        }
        if !isPlain { context.pointee.suppression = 0 }
        if let note = place.note {
            place.writeScope(to: entry + BeginEntry.size)
            note.write(to: writer.cursor)
        }
        if let closures {
            (writer.cursor + noteBytes).storeBytes(of: closures.toOpaque(), as: UnsafeMutableRawPointer.self)
        }
        let used = writer.cursor - entry &+ tail
        var frames = 0
        if frameLimit > 0 {
            let end = entry + (used &+ 7) & ~7
            if isDetached, let awaited = inside {
                frames = BacktraceGate.capture(to: end, atMost: frameLimit, awaiting: awaited)
            } else {
                let inside = isDetached ? UnsafeRawPointer(bitPattern: context.pointee.departure) : inside ?? arguments
                frames = BacktraceGate.capture(to: end, atMost: frameLimit, inside: inside, isAsync: isDetached)
            }
        }
        let token = publish(
            entry,
            used: used,
            frames: frames,
            ring,
            site,
            revision,
            skipped: skipped,
            isDetached: isDetached,
            noteBytes: noteBytes,
            isInSpan: place.isInSpan,
            hasClosures: closures != nil
        )
        context.pointee.noteBegin(site, entry + used, ring, sampledSince: sampleStart)
        if gate.pointee.isDrainAsleep { gate.pointee.wakeDrain() }
        return token
    }

    /// Reads the clock, and publishes an entry whose arguments are written.
    ///
    /// - Parameters:
    ///   - used: Bytes of the entry, without padding and frames.
    ///   - skipped: Calls of the same selector skipped before this one.
    @inline(__always)
    static func publish(
        _ entry: UnsafeMutableRawPointer,
        used: Int,
        frames: Int = 0,
        _ ring: UnsafeMutablePointer<Ring>,
        _ site: UnsafePointer<CallSite>,
        _ revision: UInt32,
        skipped: UInt32 = 0,
        isDetached: Bool = false,
        noteBytes: Int = 0,
        isInSpan: Bool = false,
        hasClosures: Bool = false
    ) -> CallToken {
        let padded = (used &+ 7) & ~7
        let size = padded &+ frames &* 8
        var begin = BeginEntry(
            head: EntryHead(.begin, size: size),
            ticks: 0,
            site: UInt(bitPattern: site),
            call: ring.pointee.nextCall(),
            revision: revision,
            skipped: skipped
        )
        begin.describe(
            isDetached: isDetached,
            noteBytes: noteBytes,
            isInSpan: isInSpan,
            frameCount: frames,
            hasClosures: hasClosures,
            padding: padded &- used
        )
        if !isDetached {
            ring.pointee.open.store(ring.pointee.open.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
        }
        ring.pointee.announce()
        begin.ticks = cclock_ticks()
        entry.storeBytes(of: begin, as: BeginEntry.self)
        ring.pointee.publish(size)
        return CallToken(ring: ring, call: begin.call, start: begin.ticks, isDetached: isDetached)
    }

    /// Counts a call that is not recorded, on a stack with hardly any room: the search for a ring waits for a later one.
    static func countUnrecorded(_ gate: UnsafePointer<RecordingGate>, _ context: UnsafeMutablePointer<ThreadContext>) {
        if let ring = context.pointee.knownRing(of: gate.pointee.number) {
            Ring.bump(ring.pointee.suppressed)
        } else {
            gate.pointee.countWithoutRing()
        }
    }

    /// Counts a call that is not recorded.
    @inlinable
    @inline(__always)
    static func countSuppressed(_ gate: UnsafePointer<RecordingGate>, _ context: UnsafeMutablePointer<ThreadContext>) {
        if let ring = context.pointee.knownRing(of: gate.pointee.number) {
            Ring.bump(ring.pointee.suppressed)
        } else {
            countSuppressedSlowly(gate, context)
        }
    }

    @usableFromInline
    @inline(never)
    static func countSuppressedSlowly(
        _ gate: UnsafePointer<RecordingGate>,
        _ context: UnsafeMutablePointer<ThreadContext>
    ) {
        guard RingTable.canFindRing(of: gate, in: context) else { return gate.pointee.countWithoutRing() }
        Ring.bump(RingTable.ring(of: gate, in: context).pointee.suppressed)
    }

    /// Waits for room in a full ring for a begin, if the recorder's policy is to wait; nil otherwise.
    @inline(never)
    static func claimSlowly(
        _ size: Int,
        _ ring: UnsafeMutablePointer<Ring>,
        _ gate: UnsafePointer<RecordingGate>
    ) -> UnsafeMutableRawPointer? {
        guard gate.pointee.waitsForRoom else { return nil }
        while gate.pointee.hasDrain {
            // What an empty ring has no room for never fits, unless calls that were left are still to be taken off.
            let reserve = Ring.reservePerOpenCall &* (ring.pointee.openCalls &+ 1)
            guard size &+ reserve <= ring.pointee.capacity || ring.pointee.isUnsettled else { return nil }
            if let entry = ring.pointee.claim(size, reserve: ring.pointee.reserveForBegin) { return entry }
            gate.pointee.waitForRound()
        }
        return nil
    }
}
