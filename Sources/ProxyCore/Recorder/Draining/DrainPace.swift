// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// How long the drain pauses between two looks at the rings.
///
/// A call must not wake the drain: the wake-up would cost many times as much as the record. So the drain looks by
/// itself, at growing intervals, and sleeps only after some time without calls.
struct DrainPace {
    /// What a round found in the rings.
    enum Work {
        case nothing
        case some
        /// A ring was more than an eighth full, or the round has to be repeated.
        case much
    }

    /// What to do until the next round.
    enum Rest: Equatable {
        /// Pause for a number of nanoseconds, unless a ring fills up or somebody waits for a round.
        case pause(UInt64)
        /// Sleep until the next call.
        case sleep
    }

    /// Longest pause, in nanoseconds, and thus the longest delay of a record.
    static let longest: UInt64 = 50_000_000

    private let shortest: UInt64
    private let patience: UInt64
    private var next: UInt64
    private var lastWork: UInt64 = 0

    /// - Parameters:
    ///   - shortest: The pause while many calls arrive, in nanoseconds.
    ///   - patience: The time without calls after which the drain sleeps, in nanoseconds.
    init(shortest: UInt64, patience: UInt64) {
        self.shortest = shortest
        self.patience = patience
        next = shortest
    }

    /// Decides what follows a round.
    ///
    /// - Parameter now: The monotonic clock, in nanoseconds.
    mutating func rest(after work: Work, now: UInt64) -> Rest {
        switch work {
        case .much:
            lastWork = now
            next = shortest
        case .some: lastWork = now
        case .nothing:
            if lastWork == 0 { lastWork = now }
            if now - lastWork >= patience {
                // The call that ends the sleep is stored soon after its end.
                next = shortest
                return .sleep
            }
        }
        defer { next = max(shortest, min(max(next, 50_000) * 2, Self.longest)) }
        return .pause(next)
    }
}
