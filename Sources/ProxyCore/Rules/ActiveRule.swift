// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock
internal import Synchronization

/// A rule with its number and its counters.
///
/// - Invariant: Callable from any thread. Calls take no lock.
final class ActiveRule: Sendable {
    /// From 1.
    let number: Int
    let rule: Rule
    /// Calls that the filter passed.
    let seen = Atomic<Int>(0)
    /// Calls on which the rule acted.
    let applied = Atomic<Int>(0)
    /// Calls on which it could not act.
    let failed = Atomic<Int>(0)
    /// The same of all rules with such an action.
    private let counts: RuleCounts
    private let isExhausted = Atomic<Bool>(false)
    /// What was found out about requirements: to check a value is to make it, by code of the program.
    private let verdicts = ForkableMutex<[SiteReference: SiteVerdict]>([:])

    init(number: Int, _ rule: Rule, _ counts: RuleCounts) {
        self.number = number
        self.rule = rule
        self.counts = counts
    }

    /// Whether the rule acts on a call that its filter passed; counts the call.
    ///
    /// - Parameter isConnected: Whether a client is connected.
    func claim(isConnected: Bool) -> Bool {
        counts.seen.add(1, ordering: .relaxed)
        guard mayAct(isConnected: isConnected) else { return false }
        counts.begun.add(1, ordering: .relaxed)
        return true
    }

    private func mayAct(isConnected: Bool) -> Bool {
        let limits = rule.limits
        let before = seen.add(1, ordering: .relaxed).oldValue
        if limits.connectedOnly, !isConnected { return false }
        if let every = limits.every, before % max(every, 1) != 0 { return false }
        if let until = limits.untilNanoseconds, cclock_realtime_nanoseconds() > until { return false }
        guard let times = limits.times else {
            applied.add(1, ordering: .relaxed)
            return true
        }
        var count = applied.load(ordering: .relaxed)
        while count < times {
            let (isDone, now) = applied.compareExchange(expected: count, desired: count + 1, ordering: .relaxed)
            if isDone { return true }
            count = now
        }
        return false
    }

    /// What the rule does at a requirement.
    func verdict(at site: UnsafePointer<CallSite>) -> SiteVerdict {
        let reference = SiteReference(site)
        if let known = verdicts.withLock({ $0[reference] }) { return known }
        let verdict = SiteVerdict(rule, site)
        verdicts.withLock { $0[reference] = verdict }
        return verdict
    }

    /// Takes back a claim: the rule could not act.
    func fail() {
        applied.subtract(1, ordering: .relaxed)
        failed.add(1, ordering: .relaxed)
        counts.failed.add(1, ordering: .relaxed)
    }

    /// Whether the rule has acted as often as it may; true only for the first who asks.
    func becomesExhausted() -> Bool {
        guard let times = rule.limits.times, applied.load(ordering: .relaxed) >= times else { return false }
        return !isExhausted.exchange(true, ordering: .relaxed)
    }
}
