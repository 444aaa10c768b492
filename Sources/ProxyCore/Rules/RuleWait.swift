// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CRuntime
internal import CThread
internal import Reactive
internal import Synchronization

/// A wait that a rule asks of a call: for a decision, or for a time.
struct RuleWait: Sendable {
    private enum Kind: Sendable {
        case held(HeldCall)
        case delay(Duration)
    }

    /// How a wait ended.
    struct Outcome: Sendable {
        /// How long it was.
        let nanoseconds: UInt64
        fileprivate let release: HeldCall.Release?
    }

    private let kind: Kind
    private let start: ContinuousClock.Instant

    /// The wait for a rule that holds or delays; nil if the thread may not be blocked or too many calls are held, which
    /// counts as a failure of the rule. A held call is told to everybody.
    ///
    /// - Parameter canSuspend: Whether the call waits without blocking a thread.
    static func make(
        _ rule: ActiveRule,
        _ book: RuleBook,
        _ site: UnsafePointer<CallSite>,
        _ token: CallToken,
        canSuspend: Bool,
        _ facts: () -> HeldFacts
    ) -> RuleWait? {
        guard canSuspend || mayBlock(rule.rule.blocks) else {
            rule.fail()
            return nil
        }
        guard case .hold(let time) = rule.rule.action else {
            if case .delay(let time) = rule.rule.action { return RuleWait(kind: .delay(time), start: .now) }
            return nil
        }
        let start = ContinuousClock.now
        var known = facts()
        known.deadlineNanoseconds = known.sinceNanoseconds &+ Int64(clamping: time.wholeNanoseconds)
        let held = book.heldCalls.add { number in
            HeldCall(
                number: number,
                rule: rule,
                site: site,
                facts: known,
                token: token,
                deadline: start + time
            )
        }
        guard let held else {
            rule.fail()
            return nil
        }
        // A rule that was removed meanwhile holds nothing.
        if !book.edition.rules.contains(where: { $0 === rule }) {
            _ = held.release(HeldCall.Release(cause: .ruleRemoved, decision: .goOn))
        }
        // The last client may have left before the call was among those that go on then.
        if rule.rule.limits.connectedOnly, !book.isConnected {
            _ = held.release(HeldCall.Release(cause: .disconnected, decision: .goOn))
        }
        book.tell(.held(book.status(of: held)))
        return RuleWait(kind: .held(held), start: start)
    }

    /// Whether a rule may block the calling thread.
    private static func mayBlock(_ threads: Rule.Threads) -> Bool {
        // On Linux, the main actor runs on the main queue, which leaves the main thread once an asynchronous `main` waits.
        let isMain = ThreadContext.current.pointee.thread.is_main || MainThread.isMainQueue
        if isMain { return threads.contains(.main) }
        return swift_task_getCurrent() == nil || threads.contains(.tasks)
    }

    /// Waits on the calling thread.
    func block() -> Outcome {
        switch kind {
        case .held(let held): return outcome(held.wait())
        case .delay(let time):
            let word = Atomic<UInt32>(0)
            let end = start + time
            while ContinuousClock.now < end {
                FutexWord.wait(word, while: 0, atMostNanoseconds: (end - .now).wholeNanoseconds)
            }
            return outcome(nil)
        }
    }

    /// Waits without blocking a thread, on the actor of the caller.
    nonisolated(nonsending) func suspend() async -> Outcome {
        switch kind {
        case .held(let held): return outcome(await held.suspend())
        case .delay(let time):
            try? await Task.sleep(for: time)
            return outcome(nil)
        }
    }

    private func outcome(_ release: HeldCall.Release?) -> Outcome {
        Outcome(nanoseconds: (ContinuousClock.now - start).wholeNanoseconds, release: release)
    }

    /// Forgets a held call and tells that it goes on; returns the decision.
    func finish(_ outcome: Outcome, _ book: RuleBook) -> HeldDecision? {
        guard case .held(let held) = kind, let release = outcome.release else { return nil }
        let status = book.status(of: held)
        book.heldCalls.remove(held, release.cause)
        book.tell(.released(status, release.cause, release.decision))
        return release.decision
    }
}

extension Duration {
    /// In nanoseconds, from 0.
    var wholeNanoseconds: UInt64 {
        let seconds = UInt64(clamping: components.seconds).multipliedReportingOverflow(by: 1_000_000_000)
        if seconds.overflow { return .max }
        return seconds.partialValue.saturatingAdding(UInt64(clamping: components.attoseconds / 1_000_000_000))
    }
}
