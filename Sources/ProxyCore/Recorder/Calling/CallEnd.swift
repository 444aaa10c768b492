// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock
internal import Synchronization

/// The end of a call's record: what is known of it while the call is under way, and what is written when it came back.
///
/// It reads the clock first, so that only then the result is looked at.
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

    /// The same on the thread that runs now, for a call that may have come back on another one.
    ///
    /// Never inlined: into a function that suspends, the address of the thread's context could be taken over from the
    /// thread before.
    @usableFromInline
    @inline(never)
    func onThisThread() -> CallEnd {
        var end = self
        end.context = ThreadContext.current
        return end
    }

    /// Reads the clock before the target. Needed only where something else runs between begin and end.
    @usableFromInline
    mutating func startTarget() {
        if token.ring != nil { targetStart = cclock_ticks() }
    }

    /// Reads the clock after the target; a second reading changes nothing.
    @usableFromInline
    mutating func endTarget() {
        if let start = targetStart, targetTicks == nil { targetTicks = cclock_ticks() &- start }
    }

    /// The call reached no target.
    @usableFromInline
    mutating func missTarget() { targetTicks = EndEntry.noTarget }

    /// The arguments after the call, for those that are `inout`. They have to stay where they are until the call ended.
    @usableFromInline
    mutating func setAfter(_ site: UnsafePointer<CallSite>, _ arguments: UnsafeRawPointer) {
        if token.ring != nil { values.after = (site, arguments) }
    }

    /// What the target returned while a handler answers.
    @usableFromInline
    mutating func targetReturned<Return>(_ site: UnsafePointer<CallSite>, _ result: Return) {
        guard token.ring != nil, site.pointee.result != nil else { return }
        let rule = redactor?._withUnsafeGuaranteedRef { $0.resultRule(of: site) }
        values.targetOutcome = rule.map { .redacted($0, isError: false) } ?? .kept(result, type: Return.self)
    }

    /// What the target threw while a handler answers.
    @usableFromInline
    mutating func targetThrew(_ site: UnsafePointer<CallSite>, _ error: any Error) {
        guard token.ring != nil else { return }
        let rule = redactor?._withUnsafeGuaranteedRef { $0.errorRule(of: site) }
        values.targetOutcome = rule.map { .redacted($0, isError: true) } ?? .error(error)
    }

    /// The call returned the value at `result`.
    @usableFromInline
    func returned(_ site: UnsafePointer<CallSite>, _ result: UnsafeRawPointer, path: Invocation.ReturnPath) {
        guard token.ring != nil else { return token.countLeftOut(.returned, path) }
        var value = site.pointee.result.map { EndValue.result($0, at: result) } ?? .none
        if !value.isNone, let rule = redactor?._withUnsafeGuaranteedRef({ $0.resultRule(of: site) }) {
            value = .redacted(rule, isError: false)
        }
        write(at: cclock_ticks(), .returned, path, value)
    }

    /// The call threw.
    @usableFromInline
    func threw(_ site: UnsafePointer<CallSite>, _ error: any Error, path: Invocation.ReturnPath) {
        guard token.ring != nil else { return token.countLeftOut(.threw, path) }
        let rule = redactor?._withUnsafeGuaranteedRef { $0.errorRule(of: site) }
        write(at: cclock_ticks(), .threw, path, rule.map { .redacted($0, isError: true) } ?? .error(error))
    }

    private var redactor: Unmanaged<Redactor>? { gate.pointee.limits.pointee.redactor }

    /// Writes the end.
    ///
    /// - Parameter ticks: Reading of the counter right after the call came back.
    @inline(__always)
    private func write(
        at ticks: UInt64,
        _ state: Invocation.State,
        _ path: Invocation.ReturnPath,
        _ outcome: EndValue
    ) {
        guard let begun = token.ring else { return }
        var values = self.values
        values.outcome = outcome
        let ring = RingTable.ring(of: gate, in: context)
        let parts = values.parts
        let most = EndEntry.size + (parts.isEmpty ? 0 : gate.pointee.limits.pointee.capacity)
        let reserve = parts.isEmpty ? 0 : Ring.reservePerOpenCall * ring.pointee.open.load(ordering: .relaxed)
        // Once begun, a call has to end in the record: without room for the value, the reserve takes the bare end.
        let whole = ring.pointee.claim(most, reserve: reserve)
        let entry = whole ?? Self.claim(ring, gate)
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
        if !token.isDetached {
            ring.pointee.open.store(ring.pointee.open.load(ordering: .relaxed) - 1, ordering: .relaxed)
        }
        Ring.bump(ring.pointee.recorded)
        ring.pointee.publish(size)
        if Ring.isSampled(token.call), begun == ring { Self.sample(since: ticks, ring, gate) }
        if gate.pointee.isDrainAsleep { gate.pointee.wakeDrain() }
    }

    // MARK: Calls that nobody watches

    /// Ends the record of a call that came back on the thread that it began on, with the value that it returned.
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
            returnedVoid(token, gate, path: path, hasTarget: hasTarget)
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
    static func returnedVoid(
        _ token: CallToken,
        _ gate: UnsafePointer<RecordingGate>,
        path: Invocation.ReturnPath,
        hasTarget: Bool
    ) {
        guard let ring = token.ring else { return token.countLeftOut(.returned, path) }
        let ticks = cclock_ticks()
        let entry = ring.pointee.claim(EndEntry.size, reserve: 0) ?? claim(ring, gate)
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
        if Ring.isSampled(token.call) { sample(since: ticks, ring, gate) }
        if gate.pointee.isDrainAsleep { gate.pointee.wakeDrain() }
    }

    // MARK: Room and overhead

    /// Takes the second half of a sampled call's overhead.
    @inline(never)
    private static func sample(
        since ticks: UInt64,
        _ ring: UnsafeMutablePointer<Ring>,
        _ gate: UnsafePointer<RecordingGate>
    ) {
        ring.pointee.addOverhead(cclock_ticks() &- ticks, atMost: gate.pointee.limits.pointee.ticks, isLast: true)
    }

    /// Room for an end without a value: there is some, or there is once the drain has been round.
    @inline(never)
    private static func claim(
        _ ring: UnsafeMutablePointer<Ring>,
        _ gate: UnsafePointer<RecordingGate>
    ) -> UnsafeMutableRawPointer {
        while true {
            if let entry = ring.pointee.claim(EndEntry.size, reserve: 0) { return entry }
            gate.pointee.waitForRound()
        }
    }
}
