// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock

/// Converts readings of the processor's counter to nanoseconds and wall-clock time.
///
/// The rate is measured against CLOCK_MONOTONIC from the anchor to now, so it improves over time: its error is that of
/// one pair of readings (some tens of nanoseconds) divided by the time since the anchor.
struct TickClock: Sendable {
    /// Counter, monotonic clock and wall clock, read at the same moment.
    private let anchor: Reading
    private(set) var nanosecondsPerTick: Double
    private var frozen = false

    struct Reading: Sendable {
        var ticks: UInt64
        var monotonic: UInt64
        var wall: Int64

        /// Reads the three clocks. Takes several attempts and keeps the least disturbed one.
        static func now() -> Reading {
            var best = attempt()
            for _ in 0..<4 {
                let next = attempt()
                if next.spread < best.spread { best = next }
            }
            return best.reading
        }

        private static func attempt() -> (reading: Reading, spread: UInt64) {
            let before = cclock_ticks()
            let monotonic = cclock_monotonic_nanoseconds()
            let wall = cclock_realtime_nanoseconds()
            let after = cclock_ticks()
            return (Reading(ticks: before / 2 + after / 2, monotonic: monotonic, wall: wall), after &- before)
        }
    }

    /// Anchors the clock now and measures a first rate, which takes about 0.2 ms.
    init() {
        anchor = .now()
        nanosecondsPerTick = 1
        var now = Reading.now()
        while now.monotonic - anchor.monotonic < 200_000 { now = .now() }
        nanosecondsPerTick = Self.rate(from: anchor, to: now)
    }

    private static func rate(from start: Reading, to end: Reading) -> Double {
        guard end.ticks > start.ticks else { return 1 }
        return Double(end.monotonic - start.monotonic) / Double(end.ticks - start.ticks)
    }

    /// Measures the rate again over the time since the anchor. After a second, the rate is final.
    ///
    /// The duration of a record is always computed with a single rate, so a changing rate cannot make it negative.
    mutating func refine() {
        guard !frozen else { return }
        let now = Reading.now()
        guard now.monotonic - anchor.monotonic >= 1_000_000 else { return }
        nanosecondsPerTick = Self.rate(from: anchor, to: now)
        frozen = now.monotonic - anchor.monotonic >= 1_000_000_000
    }

    /// Nanoseconds from the anchor to a reading; 0 for earlier readings.
    func offset(of ticks: UInt64) -> UInt64 {
        ticks > anchor.ticks ? UInt64(Double(ticks - anchor.ticks) * nanosecondsPerTick) : 0
    }

    /// Nanoseconds between two readings; 0 if the second core's counter lagged behind.
    func duration(from start: UInt64, to end: UInt64) -> UInt64 {
        end > start ? UInt64(Double(end - start) * nanosecondsPerTick) : 0
    }

    /// Wall-clock time of an offset from the anchor, in nanoseconds since 1970.
    func wallTime(ofOffset offset: UInt64) -> Int64 { anchor.wall + Int64(offset) }

    /// Current wall-clock time, in nanoseconds since 1970.
    var wallTimeNow: Int64 { anchor.wall + Int64(Reading.now().monotonic - anchor.monotonic) }

    /// Ticks in a duration, at the rate of the process's first clock. Use it for deadlines, not for measuring.
    static func ticks(in duration: Duration) -> UInt64 {
        let (seconds, attoseconds) = duration.components
        let nanoseconds = Double(seconds) * 1e9 + Double(attoseconds) / 1e9
        return UInt64(max(0, nanoseconds / process.nanosecondsPerTick))
    }

    private static let process = TickClock()
}
