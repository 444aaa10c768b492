// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock
internal import Synchronization

/// Limits how many calls of one selector are recorded in full.
///
/// Calls beyond the limit are still forwarded. They count as suppressed, and the selector's statistics include them and
/// their outcome. Only their details are missing; the next record says how many calls were skipped before it.
public struct RateLimit: Sendable, Hashable {
    /// Calls of one selector, and with an interposer of one conforming type, that are always recorded in full within one
    /// second. At least 1.
    public var callsPerSecond: Int
    /// Beyond that rate, one call in this many is recorded in full. 2 to 1 000 000.
    public var keepOneIn: Int

    /// Creates a limit; values out of bounds are clamped.
    public init(callsPerSecond: Int, keepOneIn: Int) {
        self.callsPerSecond = max(1, callsPerSecond)
        self.keepOneIn = min(max(keepOneIn, 2), 1_000_000)
    }
}

/// Decides for each call whether to record its details. Takes no lock.
struct RateGovernor: ~Copyable {
    /// What one selector did in the current second.
    struct Pace: ~Copyable {
        let windowStart = Atomic<UInt64>(0)
        let calls = Atomic<UInt64>(0)
        /// Calls skipped since the last record.
        let skipped = Atomic<UInt64>(0)
        /// Skipped calls and their outcomes that are not yet in the statistics.
        let uncounted = Atomic<UInt64>(0)
        let uncountedErrors = Atomic<UInt64>(0)
        let uncountedUnanswered = Atomic<UInt64>(0)
    }

    typealias Entry = UnsafeMutablePointer<SiteTable<Pace>.Entry>

    private let table = SiteTable<Pace>()
    private let calls: UInt64
    private let keepOneIn: UInt64
    private let windowTicks: UInt64

    init(_ limit: RateLimit) {
        calls = UInt64(limit.callsPerSecond)
        keepOneIn = UInt64(limit.keepOneIn)
        windowTicks = TickClock.ticks(in: .seconds(1))
    }

    /// What to do with a call that begins now.
    enum Decision {
        /// Record it, together with the number of calls skipped before it.
        case keep(skipped: UInt32)
        /// Only count it, in this entry.
        case skip(Entry)
    }

    func decide(_ site: UInt) -> Decision {
        guard let entry = table.entry(for: site, make: { Pace() }) else { return .keep(skipped: 0) }
        let now = cclock_ticks()
        let start = entry.pointee.value.windowStart.load(ordering: .relaxed)
        // The counters of two threads may differ a little; one that went back by a second was set back.
        if TickClock.difference(start, now).magnitude >= windowTicks,
            entry.pointee.value.windowStart.compareExchange(expected: start, desired: now, ordering: .relaxed).exchanged
        {
            entry.pointee.value.calls.store(0, ordering: .relaxed)
        }
        let number = entry.pointee.value.calls.add(1, ordering: .relaxed).newValue
        if number <= calls || (number - calls) % keepOneIn == 0 {
            return .keep(skipped: UInt32(clamping: entry.pointee.value.skipped.exchange(0, ordering: .relaxed)))
        }
        entry.pointee.value.skipped.add(1, ordering: .relaxed)
        return .skip(entry)
    }

    /// Returns a skip count whose record was dropped; the next record carries it.
    func giveBack(_ skipped: UInt32, _ site: UInt) {
        table.entry(for: site) { Pace() }?.pointee.value.skipped.add(UInt64(skipped), ordering: .relaxed)
    }

    /// Counts a skipped call and its outcome.
    static func count(_ entry: Entry, _ state: Invocation.State, _ path: Invocation.ReturnPath) {
        entry.pointee.value.uncounted.add(1, ordering: .relaxed)
        if state == .threw { entry.pointee.value.uncountedErrors.add(1, ordering: .relaxed) }
        if path == .none { entry.pointee.value.uncountedUnanswered.add(1, ordering: .relaxed) }
    }

    /// Passes the counts since the last call to `body` and resets them.
    func takeCounts(_ body: (_ site: UInt, _ calls: UInt64, _ errors: UInt64, _ unanswered: UInt64) -> Void) {
        table.forEach { entry in
            let calls = entry.pointee.value.uncounted.exchange(0, ordering: .relaxed)
            guard calls > 0 else { return }
            let errors = entry.pointee.value.uncountedErrors.exchange(0, ordering: .relaxed)
            let unanswered = entry.pointee.value.uncountedUnanswered.exchange(0, ordering: .relaxed)
            body(entry.pointee.site, calls, errors, unanswered)
        }
    }
}
