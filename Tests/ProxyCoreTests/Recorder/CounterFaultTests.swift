// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CClock
import FaultySystem
import Glibc
import Testing

@testable import ProxyCore

/// The drain with entries whose readings of the counter can't be right.
@Suite struct ImpossibleReadingTests {
    /// A drain and the rings of some threads, written by hand.
    private final class Rings {
        let rings: [HandMadeRing]
        var drain = Drain(store: MemoryStore(bytesLimit: 1 << 22, countLimit: 1_000))

        init(_ count: Int) {
            rings = (0..<count).map { _ in HandMadeRing() }
            for ring in rings { ring.add(to: &drain) }
        }

        deinit { drain.deallocate() }

        func begin(_ ring: Int, call: UInt64, at ticks: UInt64, isDetached: Bool = false) {
            var entry = BeginEntry(
                head: EntryHead(.begin, size: BeginEntry.size),
                ticks: ticks,
                site: UInt(bitPattern: SampleProxy.Selectors.count.site),
                call: call,
                revision: 0
            )
            entry.head.state = isDetached ? 1 : 0
            // There is room.
            rings[ring].ring.pointee.claim(BeginEntry.size, reserve: 0)!.storeBytes(of: entry, as: BeginEntry.self)
            rings[ring].ring.pointee.publish(BeginEntry.size)
        }

        func end(_ ring: Int, call: UInt64, at ticks: UInt64, from origin: Int? = nil, after target: UInt64 = 0) {
            var entry = EndEntry(
                head: EntryHead(.end, size: EndEntry.size),
                ticks: ticks,
                call: call,
                targetTicks: target,
                ring: origin.map { UInt(bitPattern: rings[$0].ring) } ?? 0
            )
            entry.head.state = Invocation.State.returned.rawValue
            rings[ring].ring.pointee.claim(EndEntry.size, reserve: 0)!.storeBytes(of: entry, as: EndEntry.self)
            rings[ring].ring.pointee.publish(EndEntry.size)
        }

        /// One round of the drain.
        func merge() {
            guard let limit = drain.beginRound() else { return }
            while drain.merge(upTo: limit, atMost: 64) {}
            drain.publish()
        }

        /// The stored calls in order of their starts.
        var calls: [StoredHeader] {
            let snapshot = drain.store.snapshot
            let records = snapshot.segments.flatMap { segment in (0..<segment.count).map { segment.record(at: $0) } }
            return records.map(\.header).sorted { $0.seq < $1.seq }
        }
    }

    private let now = cclock_ticks()
    private let microsecond = TickClock.ticks(in: .microseconds(1))

    @Test func anEndBeforeItsBeginWaitsForIt() {
        let rings = Rings(2)
        rings.begin(0, call: 1, at: now, isDetached: true)
        rings.begin(0, call: 2, at: now + 10, isDetached: true)
        rings.end(1, call: 2, at: now - 1_000, from: 0, after: 0 &- 1_010)
        rings.end(1, call: 1, at: now - 990, from: 0, after: 0 &- 990)
        rings.merge()
        #expect(rings.drain.openCallCount == 0)
        let calls = rings.calls
        #expect(calls.map(\.seq) == [1, 2])
        #expect(calls.allSatisfy { $0.duration == 0 && $0.targetNanoseconds == 0 })
    }

    @Test func aTargetOfOneTickLessThanNothingIsATarget() {
        let rings = Rings(1)
        rings.begin(0, call: 1, at: now)
        rings.end(0, call: 1, at: now, after: 0 &- 1)
        rings.begin(0, call: 2, at: now)
        rings.end(0, call: 2, at: now, after: EndEntry.noTarget)
        rings.merge()
        #expect(rings.calls.map(\.targetNanoseconds) == [0, nil])
    }

    @Test func aThreadFarAheadIsReadByTheNextRound() {
        let rings = Rings(2)
        let hour = TickClock.ticks(in: .seconds(3_600))
        for call in 1...UInt64(100) {
            rings.begin(0, call: call, at: now + hour + call * microsecond)
            rings.end(0, call: call, at: now + hour + call * microsecond + microsecond / 2, after: 1)
        }
        rings.begin(1, call: 1, at: now)
        rings.end(1, call: 1, at: now, after: 0)
        rings.merge()
        #expect(rings.calls.count == 101)
        // The next ones are placed by what is known of the thread then.
        rings.begin(0, call: 101, at: now + hour + 200 * microsecond)
        rings.end(0, call: 101, at: now + hour + 200 * microsecond + microsecond / 2, after: 1)
        rings.merge()
        let calls = rings.calls
        let end = rings.drain.clock.offset(of: rings.drain.clock.last)
        #expect(calls.count == 102 && calls.allSatisfy { $0.start <= end })
        #expect(zip(calls, calls.dropFirst()).allSatisfy { $0.start <= $1.start })
        #expect(calls.filter { $0.duration.isNear(500) }.count == 101)
    }

    @Test func timesOfOneRingNeverGoBackAndKeepTheirDistance() {
        let rings = Rings(1)
        rings.begin(0, call: 1, at: now)
        rings.begin(0, call: 2, at: now - 50 * microsecond)
        rings.end(0, call: 2, at: now - 40 * microsecond, after: 10 * microsecond)
        rings.end(0, call: 1, at: now - 30 * microsecond, after: 0 &- 30 * microsecond)
        rings.merge()
        let calls = rings.calls
        #expect(calls.map(\.depth) == [0, 1] && calls.last?.parentSeq == 1)
        #expect(calls.first?.start == calls.last?.start)
        #expect(calls.last?.duration.isNear(10_000) == true && calls.first?.duration.isNear(20_000) == true)
        #expect(calls.first?.target == calls.first?.duration)
    }
}

/// Recorders in a process whose counter goes wrong.
@Suite struct CounterFaultTests {
    @Test func asyncCallsEndOnAThreadWhoseCounterLags() async {
        await #expect(processExitsWith: .success) {
            CounterFault.begin()
            faulty_clock_skew_in_turn(5_000_000)
            let recorder = Recorder(CounterFault.waiting)
            let proxy = AsyncProxy(recorder: recorder)
            let target = YieldingTarget()
            proxy.setForwardDelegate(target, retain: true)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask { for _ in 0..<500 { await proxy.finish() } }
                }
            }
            recorder.flush()
            let status = recorder.status
            precondition(status.recorded == 4_000 && status.stored == 4_000, "\(status)")
            precondition(recorder.running.isEmpty && status.unaccounted == 0, "\(status)")
        }
    }

    @Test func aCounterThatWentBackStallsNothing() async {
        await #expect(processExitsWith: .success) { await CounterFault.checkJump(of: -3_600_000_000_000) }
    }

    @Test func aCounterThatLeapedStallsNothing() async {
        await #expect(processExitsWith: .success) { await CounterFault.checkJump(of: 3_600_000_000_000) }
    }

    @Test func aJumpIsNoticedWhileNoCallsArrive() async {
        await #expect(processExitsWith: .success) {
            CounterFault.begin()
            let recorder = Recorder(CounterFault.waiting)
            SampleProxy(recorder: recorder).count(0, named: "before")
            recorder.flush()
            precondition(recorder.engine.withDrain { $0.clock.shift } == 0)
            faulty_clock_step(-3_600_000_000_000)
            // The alarm ends a test that fails.
            while recorder.engine.withDrain({ $0.clock.shift }) == 0 {
                recorder.engine.gate.pointee.wakeDrain()
                sched_yield()
            }
        }
    }

    @Test func threadsWhoseCountersAreHoursApartAreRecordedAtOnce() async {
        await #expect(processExitsWith: .success) {
            CounterFault.begin()
            let start = faulty_clock_wall()
            let recorder = Recorder(CounterFault.waiting)
            let proxy = SampleProxy(recorder: recorder)
            for round in 0..<4 {
                await onThreads(4) { thread in
                    faulty_clock_skew((Int64(thread) - 2) * 3_600_000_000_000)
                    for number in 0..<100 { proxy.count(thread * 1_000 + number, named: "\(round)") }
                }
                recorder.flush()
                precondition(recorder.status.stored == (round + 1) * 400, "\(recorder.status)")
            }
            CounterFault.check(recorder, since: start, count: 1_600)
        }
    }

    @Test func readingsThatGoBackAndForthKeepTheOrder() async {
        await #expect(processExitsWith: .success) {
            CounterFault.begin()
            faulty_clock_jitter(20_000)
            let start = faulty_clock_wall()
            let recorder = Recorder(CounterFault.waiting)
            let proxy = SampleProxy(recorder: recorder)
            let target = SampleTarget()
            proxy.setForwardDelegate(target, retain: true)
            target.onCount = { _ = proxy.answer(to: "inside") }
            for number in 0..<500 { proxy.count(number, named: "outside") }
            recorder.flush()
            let calls = CounterFault.check(recorder, since: start, count: 1_000)
            for (outer, inner) in zip(calls.striding(by: 2), calls.dropFirst().striding(by: 2)) {
                precondition(inner.parent == outer.id && inner.startOffsetNanoseconds >= outer.startOffsetNanoseconds)
                precondition((inner.durationNanoseconds ?? .max) <= (outer.durationNanoseconds ?? 0))
            }
        }
    }

    @Test func theClocksAreReadRightWhileTheCounterGoesBack() async {
        await #expect(processExitsWith: .success) {
            cclock_replace(faulty_clock_falling_ticks, faulty_clock_wall)
            for _ in 0..<100 {
                let (before, reading, after) = (cclock_ticks(), TickClock.Reading.now(), cclock_ticks())
                precondition(before > reading.ticks && reading.ticks > after, "\(before) \(reading) \(after)")
            }
        }
    }

    @Test func aRateLimitCountsAfreshAfterTheCounterWentBack() async {
        await #expect(processExitsWith: .success) {
            CounterFault.begin()
            var configuration = CounterFault.waiting
            configuration.rateLimit = RateLimit(callsPerSecond: 10, keepOneIn: 1_000_000)
            let recorder = Recorder(configuration)
            let proxy = SampleProxy(recorder: recorder)
            for number in 0..<100 { proxy.count(number, named: "n") }
            faulty_clock_step(-3_600_000_000_000)
            for number in 0..<100 { proxy.count(number, named: "n") }
            recorder.flush()
            precondition(recorder.status.recorded == 20, "\(recorder.status)")
        }
    }

    @Test func aPausedDescriptionIsAskedAfterTheCounterWentBack() {
        enum Slow {}
        let now: UInt64 = 1_000_000_000_000
        _ = DescriptionPauses.noteOverrun(Slow.self, at: now, took: 1_000)
        #expect(!DescriptionPauses.noteOverrun(Slow.self, at: now + 1_000, took: 1_000))
        #expect(DescriptionPauses.isPaused(Slow.self, at: now + 2_000))
        #expect(!DescriptionPauses.isPaused(Slow.self, at: now - 500_000_000_000))
    }

    @Test func callsHaveTheWallClockTimeOfTheirStart() async {
        await #expect(processExitsWith: .success) {
            CounterFault.begin()
            let day: Int64 = 86_400_000_000_000
            let recorder = Recorder(CounterFault.waiting)
            let proxy = SampleProxy(recorder: recorder)
            proxy.count(0, named: "before")
            recorder.flush()
            faulty_clock_step_wall(day)
            let set = faulty_clock_wall()
            proxy.count(1, named: "after")
            recorder.flush()
            var query = InvocationQuery()
            query.order = .ascending
            let calls = recorder.invocations(query).items
            precondition(calls.count == 2 && calls[0].startedAtNanoseconds < set - day + 1_000_000_000)
            precondition(abs(calls[1].startedAtNanoseconds - set) < 1_000_000_000)
            precondition(calls[1].startOffsetNanoseconds < 60_000_000_000)
            func count(_ term: FilterTerm) -> Int { recorder.count(matching: InvocationFilter(.term(term))).matched }
            precondition(count(FilterTerm(.key(.since), .since(set - day / 2))) == 1)
            precondition(count(FilterTerm(.key(.time), .period(from: set - day / 2, to: set + day))) == 1)
            precondition(count(FilterTerm(.key(.time), .period(from: 0, to: set - day / 2))) == 1)
            let whole = recorder.timeline(buckets: 2)
            precondition(whole.buckets.map(\.count) == [1, 1] && whole.bucketNanoseconds > UInt64(day) / 2 - 1)
            let today = recorder.timeline(buckets: 1, period: set - day / 2..<set + day)
            precondition(today.count.matched == 1)
        }
    }
}

/// A process whose counter goes wrong.
private enum CounterFault {
    static func begin() {
        // Whatever hangs, hangs for ever.
        alarm(60)
        cclock_replace(faulty_clock_ticks, faulty_clock_wall)
    }

    static var waiting: RecorderConfiguration {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        return configuration
    }

    /// Makes calls before, during and after a jump of the counter.
    static func checkJump(of nanoseconds: Int64) async {
        begin()
        let start = faulty_clock_wall()
        let recorder = Recorder(waiting)
        let proxy = SampleProxy(recorder: recorder)
        let target = SampleTarget()
        proxy.setForwardDelegate(target, retain: true)
        for number in 0..<100 { proxy.count(number, named: "before") }
        recorder.flush()
        for number in 100..<200 { proxy.count(number, named: "not read yet") }
        target.onCount = { faulty_clock_step(nanoseconds) }
        proxy.count(200, named: "during")
        target.onCount = nil
        for number in 201..<300 { proxy.count(number, named: "after") }
        await onThread { for number in 300..<400 { proxy.count(number, named: "another thread") } }
        recorder.flush()
        for number in 400..<500 { proxy.count(number, named: "later") }
        recorder.flush()
        check(recorder, since: start, count: 500)
        precondition(recorder.status.running == 0)
    }

    /// Checks that all calls are stored, in an order of starts that agrees with their times, and within the time that has
    /// passed.
    ///
    /// - Parameter start: A time before the first call.
    @discardableResult
    static func check(_ recorder: Recorder, since start: Int64, count: Int) -> [Invocation] {
        let end = faulty_clock_wall()
        let status = recorder.status
        precondition(status.stored == count && status.unaccounted == 0, "\(status)")
        var calls: [Invocation] = []
        var query = InvocationQuery()
        query.order = .ascending
        query.limit = 1_000
        while calls.count < count {
            let page = recorder.invocations(query).items
            guard let last = page.last else { break }
            calls += page
            query.after = last.seq
        }
        precondition(calls.count == count, "\(calls.count)")
        let elapsed = UInt64(end - start)
        for (one, other) in zip(calls, calls.dropFirst()) {
            precondition(one.startOffsetNanoseconds <= other.startOffsetNanoseconds, "\(one.seq)")
        }
        for call in calls {
            precondition(call.startedAtNanoseconds >= start && call.startedAtNanoseconds <= end, "\(call.seq)")
            precondition((call.durationNanoseconds ?? .max) <= elapsed, "\(call.seq): \(call.durationNanoseconds ?? 0)")
        }
        return calls
    }
}

private final class YieldingTarget: AsyncDelegate {
    func load(_ name: String, count: Int) async throws -> String { name }
    func save(_ name: String) async throws(SampleError) {}
    func finish() async { await Task.yield() }
    func rank(of name: String) async -> Int { 0 }
    func add(_ number: Int, to sum: inout Int) async {}
}

extension UInt64 {
    /// Whether a duration differs by no more than the first measurement of the rate.
    fileprivate func isNear(_ other: UInt64) -> Bool { Swift.max(self, other) - Swift.min(self, other) <= other / 20 }
}

extension RandomAccessCollection {
    fileprivate func striding(by step: Int) -> [Element] {
        stride(from: 0, to: count, by: step).map { self[index(startIndex, offsetBy: $0)] }
    }
}
