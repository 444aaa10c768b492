// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CClock
import Foundation
import Testing

@testable import ProxyCore

/// The drain's clock with readings made up by the tests.
@Suite struct TickClockTests {
    private static let second: UInt64 = 1_000_000_000
    private static let born: Int64 = 1_700_000_000_000_000_000

    /// A machine whose counter has `rate` ticks in a nanosecond.
    private struct Machine {
        var rate = 2.5
        var ticks = 5e15
        var monotonic = 8 * TickClockTests.second
        var wall = TickClockTests.born

        mutating func pass(_ nanoseconds: UInt64) {
            ticks += Double(nanoseconds) * rate
            monotonic += nanoseconds
            wall += Int64(nanoseconds)
        }

        var reading: TickClock.Reading {
            TickClock.Reading(ticks: UInt64(ticks), monotonic: monotonic, wall: wall)
        }

        /// A clock whose first rate was measured over 0.2 ms.
        mutating func clock() -> TickClock {
            let start = reading
            pass(200_000)
            return TickClock(from: start, to: reading)
        }

        /// Nanoseconds since a clock was made.
        var offset: UInt64 { monotonic - 8 * TickClockTests.second }
    }

    private func difference(_ one: UInt64, _ other: UInt64) -> UInt64 { max(one, other) - min(one, other) }

    @Test func aCounterThatDriftsIsAnchoredAnewEverySecond() {
        var machine = Machine()
        var clock = machine.clock()
        for second in 0..<7_200 {
            // The kernel slews its clock by 200 parts in a million after an hour.
            machine.rate = second < 3_600 ? 2.5 : 2.5005
            machine.pass(Self.second)
            // The first rate is a rough one.
            let expected: UInt64 = second == 0 ? 10_000 : second == 3_600 ? 250_000 : 1_000
            #expect(difference(clock.offset(of: UInt64(machine.ticks)), machine.offset) <= expected)
            #expect(clock.advance(to: machine.reading) == 0)
            #expect(difference(clock.offset(of: clock.last), machine.offset) <= 1)
        }
        #expect(abs(clock.nanosecondsPerTick * 2.5005 - 1) < 1e-8)
    }

    @Test func aFirstRateThatIsSlightlyWrongIsNoJump() {
        var machine = Machine()
        let start = machine.reading
        machine.pass(200_000)
        var end = machine.reading
        end.ticks += 200
        var clock = TickClock(from: start, to: end)
        machine.pass(3_600 * Self.second)
        #expect(clock.advance(to: machine.reading) == 0)
        #expect(difference(clock.offset(of: clock.last), machine.offset) <= 1)
    }

    @Test(arguments: [-3_600e9, -2e6, 2e6, 3_600e9])
    func timeGoesOnWhereTheCounterJumps(_ nanoseconds: Double) {
        var machine = Machine()
        var clock = machine.clock()
        for _ in 0..<3 {
            machine.pass(Self.second)
            _ = clock.advance(to: machine.reading)
        }
        let before = clock.last
        let offset = clock.offset(of: before)
        machine.pass(1_000_000)
        machine.ticks += nanoseconds * 2.5
        let jump = clock.advance(to: machine.reading)
        #expect(abs(Double(Int64(bitPattern: jump)) + nanoseconds * 2.5) < 1_000)
        #expect(clock.last > before)
        #expect(difference(clock.offset(of: clock.last), machine.offset) <= 1)
        #expect(difference(clock.duration(from: before, at: offset, to: clock.last), 1_000_000) <= 1_000)
        for _ in 0..<3_000 {
            machine.pass(1_000_000)
            let last = clock.last
            #expect(clock.advance(to: machine.reading) == 0)
            #expect(clock.last > last)
            #expect(difference(clock.offset(of: clock.last), machine.offset) <= 5)
        }
    }

    @Test func timeNeverGoesBack() {
        var machine = Machine()
        var clock = machine.clock()
        for step in 0..<10_000 {
            machine.pass(100_000)
            var reading = machine.reading
            // The drain's thread moves between cores whose counters differ by 0.4 ms.
            if step % 3 == 0 { reading.ticks -= 1_000_000 }
            let last = clock.last
            _ = clock.advance(to: reading)
            #expect(clock.last >= last)
            #expect(difference(clock.offset(of: clock.last), machine.offset) < 1_000_000)
        }
    }

    @Test func aCallOfAnHourLastsAnHourByTheKernelsClock() {
        var machine = Machine()
        var clock = machine.clock()
        machine.pass(Self.second)
        _ = clock.advance(to: machine.reading)
        let (start, startOffset) = (clock.last, clock.offset(of: clock.last))
        for second in 0..<3_600 {
            machine.rate = second % 2 == 0 ? 2.5 : 2.5005
            machine.pass(Self.second)
            _ = clock.advance(to: machine.reading)
        }
        let duration = clock.duration(from: start, at: startOffset, to: clock.last)
        #expect(difference(duration, 3_600 * Self.second) <= 2)
    }

    @Test func theWallClockThatIsSetAppliesFromTheLastRoundOn() {
        var machine = Machine()
        var clock = machine.clock()
        machine.pass(Self.second)
        _ = clock.advance(to: machine.reading)
        #expect(!clock.isWallSetAnew)
        machine.pass(Self.second)
        machine.wall += 86_400_000_000_000
        _ = clock.advance(to: machine.reading)
        machine.pass(Self.second)
        machine.wall -= 2 * 86_400_000_000_000
        _ = clock.advance(to: machine.reading)
        #expect(clock.isWallSetAnew)
        let day: Int64 = 86_400_000_000_000
        #expect(clock.wallTime(ofOffset: 0) == Self.born)
        #expect(clock.wallTime(ofOffset: Self.second) == Self.born + 1_000_000_000)
        #expect(clock.wallTime(ofOffset: 3 * Self.second / 2) == Self.born + 1_500_000_000 + day)
        #expect(clock.wallTime(ofOffset: 4 * Self.second) == Self.born + 4_000_000_000 - day)
        // From the first call to the end of the leap; what is before the recorder's creation counts as then.
        let offsets = clock.wallOffsets(ofOffsets: Self.second..<4 * Self.second)
        #expect(offsets.lowerBound == 0 && offsets.upperBound > UInt64(day) + 2 * Self.second)
        #expect(offsets.upperBound < UInt64(day) + 3 * Self.second)
    }

    @Test func anEndlessDurationIsALotOfTicks() {
        #expect(TickClock.ticks(in: .seconds(Int64.max)) >= 1 << 62)
        #expect(TickClock.ticks(in: .seconds(Int64.min)) == 0)
    }

    @Test(arguments: [("tsc\n", true), ("hpet\n", false), ("kvm-clock\n", false), ("tsc-early\n", false), ("", false)])
    func theCounterIsTrustedOnlyIfTheKernelUsesItToo(_ name: String, _ isTrusted: Bool) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "clocksource-\(UUID().uuidString)")
        #if arch(arm64)
        let name = name == "tsc\n" ? "arch_sys_counter\n" : name
        #endif
        try Data(name.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let expected = isTrusted && cclock_has_constant_rate() ? CCLOCK_COUNTER : CCLOCK_MONOTONIC
        #expect(Int(cclock_choose_source(file.path)) == expected)
        #expect(Int(cclock_choose_source(file.path + ".missing")) == CCLOCK_MONOTONIC)
    }
}
