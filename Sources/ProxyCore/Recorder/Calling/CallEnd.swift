// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock

/// Ends the record of one call: reads the clock first, so that only then the result is looked at.
@usableFromInline
struct CallEnd {
    private let token: CallToken
    private let gate: CallWriter.Gate
    private var context: CallWriter.Context
    private var targetStart: UInt64?
    private var targetTicks: UInt64?
    private var values = EndValues()

    @usableFromInline
    init(token: CallToken, gate: CallWriter.Gate, context: CallWriter.Context) {
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
        end(at: cclock_ticks(), .returned, path, value)
    }

    /// The call threw.
    @usableFromInline
    func threw(_ site: UnsafePointer<CallSite>, _ error: any Error, path: Invocation.ReturnPath) {
        guard token.ring != nil else { return token.countLeftOut(.threw, path) }
        let rule = redactor?._withUnsafeGuaranteedRef { $0.errorRule(of: site) }
        end(at: cclock_ticks(), .threw, path, rule.map { .redacted($0, isError: true) } ?? .error(error))
    }

    private var redactor: Unmanaged<Redactor>? { gate.pointee.limits.pointee.redactor }

    @inline(__always)
    private func end(
        at ticks: UInt64,
        _ state: Invocation.State,
        _ path: Invocation.ReturnPath,
        _ outcome: EndValue
    ) {
        var values = self.values
        values.outcome = outcome
        CallWriter.end(
            token,
            gate,
            context,
            at: ticks,
            targetTicks: targetTicks ?? ticks &- token.start,
            state: state,
            path: path,
            values: values
        )
    }
}
