// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock
internal import Synchronization

/// Collects values while a call is running, and writes the end of its record after the call returned.
///
/// Reads the clock before it looks at the result.
@usableFromInline
struct CallEnd {
    private let token: CallToken
    private let gate: UnsafePointer<RecordingGate>
    private var context: UnsafeMutablePointer<ThreadContext>
    private var targetStart: UInt64?
    private var targetTicks: UInt64?
    private var values = EndValues()

    @usableFromInline
    init(token: CallToken, gate: UnsafePointer<RecordingGate>, context: UnsafeMutablePointer<ThreadContext>) {
        self.token = token
        self.gate = gate
        self.context = context
    }

    /// Continues on the current thread, for a call that may have resumed on another one.
    ///
    /// Never inlined: a function that suspends could otherwise reuse the address of the previous thread's context.
    @usableFromInline
    @inline(never)
    func onThisThread() -> CallEnd {
        var end = self
        end.context = ThreadContext.current
        return end
    }

    /// Reads the clock before the target runs. Only needed if other code runs between begin and target.
    @usableFromInline
    mutating func startTarget() {
        if token.ring != nil { targetStart = cclock_ticks() }
    }

    /// Reads the clock after the target. Only the first reading counts.
    @usableFromInline
    mutating func endTarget() {
        if let start = targetStart, targetTicks == nil { targetTicks = cclock_ticks() &- start }
    }

    /// Reads the clock after a target that ran since a counter reading.
    mutating func endTarget(since start: UInt64) { targetTicks = cclock_ticks() &- start }

    /// Records that the call reached no target.
    @usableFromInline
    mutating func missTarget() { targetTicks = EndEntry.noTarget }

    /// Sets the `inout` arguments to capture. They must stay at this address until the call ends.
    @usableFromInline
    mutating func setAfter(_ site: UnsafePointer<CallSite>, _ arguments: UnsafeRawPointer) {
        if token.ring != nil { values.after = (site, arguments) }
    }

    /// Sets what rules did with the call.
    @usableFromInline
    mutating func setRule(_ note: RuleNote) {
        if token.ring != nil { values.rule = note.encoded }
    }

    /// Writes values without code of the program; see `ValueWriter.isStructural`.
    mutating func writeStructures() { values.isStructural = true }

    /// Sets the value the target returned when a handler or a rule answers instead.
    @usableFromInline
    mutating func targetReturned<Return>(_ site: UnsafePointer<CallSite>, _ result: Return) {
        guard token.ring != nil, site.pointee.result != nil else { return }
        let rule = redactor?._withUnsafeGuaranteedRef { $0.resultRule(of: site) }
        values.targetOutcome = rule.map { .redacted($0, isError: false) } ?? .kept(result, type: Return.self)
    }

    /// Sets the error the target threw when a handler or a rule answers instead.
    @usableFromInline
    mutating func targetThrew(_ site: UnsafePointer<CallSite>, _ error: any Error) {
        guard token.ring != nil else { return }
        let rule = redactor?._withUnsafeGuaranteedRef { $0.errorRule(of: site) }
        values.targetOutcome = rule.map { .redacted($0, isError: true) } ?? .error(error)
    }

    /// Ends the call with the value at `result`.
    @usableFromInline
    func returned(_ site: UnsafePointer<CallSite>, _ result: UnsafeRawPointer, path: Invocation.ReturnPath) {
        guard token.ring != nil else { return token.countLeftOut(.returned, path) }
        var value = site.pointee.result.map { EndValue.result($0, at: result) } ?? .none
        if !value.isNone, let rule = redactor?._withUnsafeGuaranteedRef({ $0.resultRule(of: site) }) {
            value = .redacted(rule, isError: false)
        }
        write(at: cclock_ticks(), .returned, path, value)
    }

    /// Ends the call with an error.
    @usableFromInline
    func threw(_ site: UnsafePointer<CallSite>, _ error: any Error, path: Invocation.ReturnPath) {
        guard token.ring != nil else { return token.countLeftOut(.threw, path) }
        let rule = redactor?._withUnsafeGuaranteedRef { $0.errorRule(of: site) }
        write(at: cclock_ticks(), .threw, path, rule.map { .redacted($0, isError: true) } ?? .error(error))
    }

    private var redactor: Unmanaged<Redactor>? { gate.pointee.limits.pointee.redactor }

    /// Writes the end.
    ///
    /// - Parameter ticks: Counter reading taken directly after the call returned.
    @inline(__always)
    private func write(
        at ticks: UInt64,
        _ state: Invocation.State,
        _ path: Invocation.ReturnPath,
        _ outcome: EndValue
    ) {
        guard let begun = token.ring else { return }
        if token.isDetached { gate.pointee.countAsyncCalls(-1) }
        var values = self.values
        values.outcome = outcome
        let ring = RingTable.ring(of: gate, in: context, forEntryAt: ticks)
        let parts = values.parts
        let most = EndEntry.size + (parts.isEmpty ? 0 : gate.pointee.limits.pointee.capacity + values.rule.count)
        let reserve = parts.isEmpty ? 0 : ring.pointee.reserveForEnds
        // Every begin needs an end. Without room for the value, the reserved space takes an end without it.
        let whole = ring.pointee.claim(most, reserve: reserve)
        guard let entry = whole ?? Self.claim(ring, gate) else {
            if !token.isDetached { Self.countEnd(on: ring) }
            return
        }
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
            targetTicks: targetTicks ?? ticks &- token.start,
            ring: begun == ring ? 0 : UInt(bitPattern: begun)
        )
        end.head.slack = UInt8(truncatingIfNeeded: size &- used)
        end.head.state = state.rawValue
        end.head.setEnd(path, isWritten ? parts : [])
        entry.storeBytes(of: end, as: EndEntry.self)
        if !token.isDetached { Self.countEnd(on: ring) }
        Ring.bump(ring.pointee.recorded)
        ring.pointee.publishEnd(size)
        if ring.pointee.isSampling, begun == ring {
            Self.sample(token.call, since: ticks, to: cclock_ticks_in_order(), ring, gate)
        }
        if gate.pointee.isDrainAsleep { gate.pointee.wakeDrain() }
    }

    // MARK: Calls without observers

    /// Ends the record of a call that returned a value on the thread on which it began.
    ///
    /// - Parameter hasTarget: Whether the call reached a target.
    @inlinable
    @inline(__always)
    static func returned<Proxy, Arguments, Return>(
        _ token: CallToken,
        _ gate: UnsafePointer<RecordingGate>,
        _ context: UnsafeMutablePointer<ThreadContext>,
        _ selector: MethodSelector<Proxy, Arguments, Return>,
        _ result: Return,
        path: Invocation.ReturnPath,
        hasTarget: Bool
    ) {
        if Return.self == Void.self {
            gate.endPlain(token.ring, token.call, since: token.start, path: path, hasTarget: hasTarget)
        } else {
            withUnsafePointer(to: result) {
                var end = CallEnd(token: token, gate: gate, context: context)
                if !hasTarget { end.missTarget() }
                end.returned(selector.site, $0, path: path)
            }
        }
    }

    /// Ends the record of every running call of a ring whose thread has ended, because none of them can return.
    ///
    /// Does not wait. If there is no memory for the ends, the calls stay running in the record.
    static func abandonCalls(on ring: UnsafeMutablePointer<Ring>, _ gate: UnsafePointer<RecordingGate>) {
        while ring.pointee.openCalls > 0 {
            let isEnded = abandon(EndEntry.innermostCall, since: cclock_ticks(), by: ThreadEnded(), on: ring, gate) {
                countEnd(on: ring)
            }
            if !isEnded { return }
        }
        if gate.pointee.isDrainAsleep { gate.pointee.wakeDrain() }
    }

    /// Ends the record of a call of the calling thread that was left without a return. Does not wait.
    static func left(_ token: CallToken, _ gate: UnsafePointer<RecordingGate>) {
        guard let ring = token.ring else { return token.countLeftOut(.threw, .target) }
        _ = abandon(token.call, since: token.start, by: CallLeft(), on: ring, gate) { ring.pointee.countLeftEnd() }
        if gate.pointee.isDrainAsleep { gate.pointee.wakeDrain() }
    }

    /// Ends the record of a call that can't return.
    ///
    /// - Parameters:
    ///   - call: The call's number, or that of the innermost call.
    ///   - start: Counter reading at the start of the target.
    ///   - error: Which ended it.
    ///   - count: Counts the end. Called before it is published: the handler of a signal ends none meanwhile.
    /// - Returns: False if there is no memory for the end; the call stays running in the record then.
    private static func abandon(
        _ call: UInt64,
        since start: UInt64,
        by error: any Error,
        on ring: UnsafeMutablePointer<Ring>,
        _ gate: UnsafePointer<RecordingGate>,
        count: () -> Void
    ) -> Bool {
        let most = EndEntry.size + gate.pointee.limits.pointee.capacity
        let whole = ring.pointee.claim(most, reserve: ring.pointee.reserveForEnds)
        guard let entry = whole ?? ring.pointee.claimRequired(EndEntry.size) else { return false }
        var used = EndEntry.size
        if whole != nil {
            var writer = ValueWriter(at: entry + used, limits: gate.pointee.limits)
            EndValue.error(error).write(to: &writer)
            used = writer.cursor - entry
        }
        let size = (used + 7) & ~7
        let ticks = cclock_ticks()
        var end = EndEntry(
            head: EntryHead(.end, size: size),
            ticks: ticks,
            call: call,
            targetTicks: ticks &- start,
            ring: 0
        )
        end.head.slack = UInt8(truncatingIfNeeded: size &- used)
        end.head.state = Invocation.State.threw.rawValue
        end.head.setEnd(.target, whole == nil ? [] : .value)
        entry.storeBytes(of: end, as: EndEntry.self)
        count()
        Ring.bump(ring.pointee.recorded)
        ring.pointee.noteLeftEnd(size)
        ring.pointee.publishEnd(size)
        ring.pointee.endSample()
        return true
    }

    // MARK: Room and overhead

    /// Adds the second half of the overhead, if the call is the sampled one.
    @inline(never)
    static func sample(
        _ call: UInt64,
        since start: UInt64,
        to end: UInt64,
        _ ring: UnsafeMutablePointer<Ring>,
        _ gate: UnsafePointer<RecordingGate>
    ) {
        guard ring.pointee.sampledCall == call else { return }
        ring.pointee.endSample(since: start, to: end, atMost: gate.pointee.limits.pointee.ticks)
    }

    /// Claims space for an end without a value where `Ring.claimAtOnce` finds none.
    @inline(never)
    static func claimSlowly(on ring: UnsafeMutablePointer<Ring>, _ gate: UnsafePointer<RecordingGate>)
        -> UnsafeMutableRawPointer?
    {
        ring.pointee.claim(EndEntry.size, reserve: 0) ?? claim(ring, gate)
    }

    /// Claims space for an end without a value, waiting for the drain if the ring is full and can't grow for lack of
    /// memory; nil if there is no drain.
    @inline(never)
    private static func claim(
        _ ring: UnsafeMutablePointer<Ring>,
        _ gate: UnsafePointer<RecordingGate>
    ) -> UnsafeMutableRawPointer? {
        while true {
            if let entry = ring.pointee.claimRequired(EndEntry.size) { return entry }
            guard gate.pointee.hasDrain else { return nil }
            gate.pointee.waitForRound()
        }
    }

    /// One call less is under way on the ring.
    @inline(__always)
    static func countEnd(on ring: UnsafeMutablePointer<Ring>) {
        ring.pointee.open.store(ring.pointee.open.load(ordering: .relaxed) &- 1, ordering: .relaxed)
    }
}
