// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock
internal import Synchronization

/// From which rate on a selector's calls are no longer recorded each.
///
/// Calls that are left out are passed on as ever and counted: as suppressed, and in the statistics of their selector,
/// with what became of them. Only their details are missing, and the next record says how many went before it.
public struct RateLimit: Sendable, Hashable {
    /// Calls of one selector in a second of which the details are kept in any case. At least 1.
    public var callsPerSecond: Int
    /// Beyond that, the details of one in so many are kept. 2 to 1 000 000.
    public var keepOneIn: Int

    /// Creates a limit; numbers out of bounds are brought inside.
    public init(callsPerSecond: Int, keepOneIn: Int) {
        self.callsPerSecond = max(1, callsPerSecond)
        self.keepOneIn = min(max(keepOneIn, 2), 1_000_000)
    }
}

/// Decides for each call whether its details are kept. Takes no lock.
struct RateGovernor: ~Copyable {
    /// What one selector did in the current second.
    struct Pace: ~Copyable {
        let windowStart = Atomic<UInt64>(0)
        let calls = Atomic<UInt64>(0)
        /// Calls left out since the last record.
        let skipped = Atomic<UInt64>(0)
        /// Calls left out that the statistics do not have yet, and what became of them.
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

    /// What is to become of a call that begins now.
    enum Decision {
        /// Record it, and say that so many went unrecorded before it.
        case keep(skipped: UInt32)
        /// Count it with the entry.
        case skip(Entry)
    }

    func decide(_ site: UInt) -> Decision {
        guard let entry = table.entry(for: site, make: { Pace() }) else { return .keep(skipped: 0) }
        let now = cclock_ticks()
        let start = entry.pointee.value.windowStart.load(ordering: .relaxed)
        if now &- start >= windowTicks, now > start,
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

    /// Keeps the number of calls left out for the next record: the one that was to carry it was dropped.
    func giveBack(_ skipped: UInt32, _ site: UInt) {
        table.entry(for: site) { Pace() }?.pointee.value.skipped.add(UInt64(skipped), ordering: .relaxed)
    }

    /// Counts a call that was left out, once it is known what became of it.
    static func count(_ entry: Entry, _ state: Invocation.State, _ path: Invocation.ReturnPath) {
        entry.pointee.value.uncounted.add(1, ordering: .relaxed)
        if state == .threw { entry.pointee.value.uncountedErrors.add(1, ordering: .relaxed) }
        if path == .none { entry.pointee.value.uncountedUnanswered.add(1, ordering: .relaxed) }
    }

    /// Hands over what was counted since the last time.
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
