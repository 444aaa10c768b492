// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CClock

/// The drain's clock: a time in ticks that never goes back, and its conversion to nanoseconds and wall-clock time.
///
/// The time is a reading of the counter plus `shift`. Each round compares it with CLOCK_MONOTONIC. The rate and the
/// offset from the recorder's creation are anchored anew every second, so they follow the corrections that the kernel
/// makes (NTP). If the counter has jumped, because the machine was suspended or moved to other hardware, `shift` makes
/// up for the jump, and the time continues.
///
/// The wall clock may be set while the program runs. Each time therefore has the wall-clock time that applied to it.
struct TickClock: Sendable {
    /// The clocks, read at the same moment.
    struct Reading: Sendable {
        var ticks: UInt64
        var monotonic: UInt64
        var wall: Int64

        /// Reads the clocks several times and keeps the least disturbed attempt.
        static func now() -> Reading {
            var best = attempt()
            for _ in 0..<4 {
                let next = attempt()
                if next.spread < best.spread { best = next }
            }
            return best.reading
        }

        /// Reads the clocks once. An interruption in between spoils the attempt; so does a counter that goes back.
        fileprivate static func attempt() -> (reading: Reading, spread: UInt64) {
            let before = cclock_ticks_in_order()
            let monotonic = cclock_monotonic_nanoseconds()
            let wall = cclock_realtime_nanoseconds()
            let spread = TickClock.difference(before, cclock_ticks())
            let middle = before &+ UInt64(bitPattern: spread / 2)
            return (Reading(ticks: middle, monotonic: monotonic, wall: wall), UInt64(spread.magnitude))
        }
    }

    /// A change of the wall clock.
    private struct WallChange: Sendable {
        /// Offset from which on it applies: after the last round before it was noticed.
        var first: UInt64
        /// Wall-clock time minus offset.
        var origin: Int64
    }

    /// How far the counter may be off before it counts as a jump, in nanoseconds: this, and a thousandth of the time
    /// since the anchor. The kernel corrects its clock by at most half of that.
    private static let tolerance = 1_000_000.0
    /// A smaller difference of two wall-clock readings is noise, in nanoseconds.
    private static let wallTolerance: UInt64 = 100_000
    /// Number of changes of the wall clock that are remembered.
    private static let wallLimit = 4_096
    /// Calls longer than this are measured by CLOCK_MONOTONIC, in nanoseconds.
    private static let longDuration = 10_000_000_000.0

    /// CLOCK_MONOTONIC at offset 0.
    private let zero: UInt64
    /// Time and offset at which the current rate begins.
    private var anchor: (ticks: UInt64, offset: UInt64)
    private(set) var nanosecondsPerTick: Double
    /// Whether the rate was measured over a second.
    private var isRateGood = false
    /// Added to readings of the counter.
    private(set) var shift: UInt64 = 0
    /// Time of the last round, and its offset.
    private(set) var last: UInt64
    private var lastOffset: UInt64 = 0
    /// Wall-clock time when the recorder was created, in nanoseconds since 1970.
    let wallOrigin: Int64
    /// The changes of the wall clock since.
    private var wallChanges: [WallChange] = []

    /// Anchors the clock now and measures a first rate, which takes about 0.2 ms.
    init() {
        let start = Reading.now()
        var now = Reading.now()
        while now.monotonic - start.monotonic < 200_000 { now = .now() }
        self.init(from: start, to: now)
    }

    /// A clock with the offset 0 at `start`.
    init(from start: Reading, to end: Reading) {
        zero = start.monotonic
        anchor = (start.ticks, 0)
        last = start.ticks
        nanosecondsPerTick = 1
        wallOrigin = start.wall
        measureRate(to: end.ticks, end.monotonic &- zero)
    }

    // MARK: Rounds

    /// Reads the clocks for a round: sets `last`, and anchors the clock anew when that is due.
    ///
    /// - Returns: Ticks added to `shift`, because the counter has jumped; usually 0.
    mutating func advance() -> UInt64 {
        let reading = Reading.attempt().reading
        let offset = reading.monotonic &- zero
        let isOrdinary =
            error(at: reading.ticks &+ shift, offset) == nil && !isAnchorDue(at: offset)
            && wallChange(reading.wall, at: offset) == nil
        return advance(to: isOrdinary ? reading : .now())
    }

    mutating func advance(to reading: Reading) -> UInt64 {
        let offset = reading.monotonic &- zero
        var time = reading.ticks &+ shift
        var jump: UInt64 = 0
        if let error = error(at: time, offset) {
            jump = UInt64(bitPattern: -Self.integer(error / nanosecondsPerTick))
            shift &+= jump
            time &+= jump
            anchor = (time, offset)
            isRateGood = false
        } else if isAnchorDue(at: offset) {
            measureRate(to: time, offset)
            if offset &- anchor.offset >= 1_000_000_000 {
                anchor = (time, offset)
                isRateGood = true
            }
        }
        if let change = wallChange(reading.wall, at: offset) {
            if wallChanges.count == Self.wallLimit { wallChanges.removeFirst() }
            wallChanges.append(change)
        }
        last = Self.difference(last, time) > 0 ? time : last
        lastOffset = offset
        return jump
    }

    /// Nanoseconds by which a time is ahead of CLOCK_MONOTONIC; nil when that is within the tolerance.
    private func error(at time: UInt64, _ offset: UInt64) -> Double? {
        let elapsed = Double(Int64(bitPattern: offset &- anchor.offset))
        let error = Double(Self.difference(anchor.ticks, time)) * nanosecondsPerTick - elapsed
        return abs(error) > Self.tolerance + elapsed / 1_000 ? error : nil
    }

    /// Whether a better rate can be measured. The first one gets better with each round.
    private func isAnchorDue(at offset: UInt64) -> Bool {
        offset &- anchor.offset >= (isRateGood ? 1_000_000_000 : 1_000_000)
    }

    private mutating func measureRate(to ticks: UInt64, _ offset: UInt64) {
        let rate = Double(offset &- anchor.offset) / Double(Self.difference(anchor.ticks, ticks))
        if rate.isFinite, rate > 0 { nanosecondsPerTick = rate }
    }

    private func wallChange(_ wall: Int64, at offset: UInt64) -> WallChange? {
        let origin = wall &- Int64(clamping: offset)
        let known = wallChanges.last?.origin ?? wallOrigin
        guard (origin &- known).magnitude > Self.wallTolerance else { return nil }
        return WallChange(first: lastOffset + 1, origin: origin)
    }

    // MARK: Times

    /// The time now, in ticks.
    var now: UInt64 {
        let now = cclock_ticks() &+ shift
        return Self.difference(last, now) > 0 ? now : last
    }

    // The drain uses these for every call; where they are not inlined, each use copies the clock.

    /// Nanoseconds from the recorder's creation to a time; 0 for earlier times.
    @inline(__always)
    func offset(of time: UInt64) -> UInt64 {
        let elapsed = Self.integer(Double(Self.difference(anchor.ticks, time)) * nanosecondsPerTick)
        return UInt64(max(0, Int64(clamping: anchor.offset).saturatingAdding(elapsed)))
    }

    /// Nanoseconds between two times; 0 if the second is earlier.
    ///
    /// - Parameter startOffset: The offset of `start`, as it was computed when that was the present.
    @inline(__always)
    func duration(from start: UInt64, at startOffset: UInt64, to end: UInt64) -> UInt64 {
        let duration = Double(Self.difference(start, end)) * nanosecondsPerTick
        guard duration > Self.longDuration else { return UInt64(max(0, duration)) }
        let endOffset = offset(of: end)
        return endOffset > startOffset ? endOffset - startOffset : 0
    }

    /// Nanoseconds in a number of ticks.
    @inline(__always)
    func nanoseconds(inTicks ticks: UInt64) -> UInt64 {
        UInt64(Self.integer(Double(Int64(clamping: ticks)) * nanosecondsPerTick))
    }

    /// Wall-clock time of an offset, in nanoseconds since 1970.
    func wallTime(ofOffset offset: UInt64) -> Int64 {
        let change = wallChanges.last { $0.first <= offset }
        return (change?.origin ?? wallOrigin) &+ Int64(clamping: offset)
    }

    /// Whether the wall clock was set since the recorder was created.
    var isWallSetAnew: Bool { !wallChanges.isEmpty }

    /// Wall-clock time from the recorder's creation to an offset, in nanoseconds: the offset, unless the wall clock was
    /// set anew. Negative if it was set to a time before that.
    func wallOffset(ofOffset offset: UInt64) -> Int64 { wallTime(ofOffset: offset) &- wallOrigin }

    /// The wall-clock times of a period of offsets, from the earliest to the latest; nanoseconds since the recorder's
    /// creation, 0 for times before that.
    func wallOffsets(ofOffsets offsets: Range<UInt64>) -> Range<UInt64> {
        guard isWallSetAnew, let last = offsets.last else { return offsets }
        let changed = wallChanges.lazy.map(\.first).filter(offsets.contains)
        // It only goes back, or leaps, where the clock was set.
        let edges = [offsets.lowerBound, last] + changed.flatMap { [$0 &- 1, $0] }
        let walls = edges.map { UInt64(clamping: wallOffset(ofOffset: $0)) }
        // There are at least two.
        return walls.min()!..<walls.max()! + 1
    }

    /// Current wall-clock time, in nanoseconds since 1970.
    var wallTimeNow: Int64 { wallTime(ofOffset: cclock_monotonic_nanoseconds() &- zero) }

    /// Ticks from one time to another; negative if the second is earlier.
    @inline(__always)
    static func difference(_ start: UInt64, _ end: UInt64) -> Int64 { Int64(bitPattern: end &- start) }

    /// A number without its fraction, at most about 146 years in nanoseconds.
    @inline(__always)
    private static func integer(_ number: Double) -> Int64 { Int64(min(max(number, -0x1p62), 0x1p62)) }

    /// Ticks in a duration, at the rate of the process's first clock. Use it for deadlines, not for measuring.
    static func ticks(in duration: Duration) -> UInt64 {
        let nanoseconds = duration / .nanoseconds(1)
        return UInt64(integer(max(0, nanoseconds / process.nanosecondsPerTick)))
    }

    private static let process = TickClock()
}
