// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CThread
import FaultySystem
import Glibc
import Synchronization
import Testing

@testable import ProxyCore

/// The pairs of fences between calls, the drain and the reclaiming of states, in a process whose kernel refuses
/// membarrier(2) from the start or later.
@Suite(.serialized) struct FenceTests {
    @Test func theEndOfACallOrTheSleepOfTheDrainIsSeenWithoutMembarrier() async {
        await #expect(processExitsWith: .success) { await FenceFault.checkEnds(fromStart: true) }
    }

    @Test func theEndOfACallOrTheSleepOfTheDrainIsSeenAfterMembarrier() async {
        await #expect(processExitsWith: .success) { await FenceFault.checkEnds(fromStart: false) }
    }

    @Test func theMarkOfACallOrTheNewStateIsSeenWithoutMembarrier() async {
        await #expect(processExitsWith: .success) { await FenceFault.checkMarks(fromStart: true) }
    }

    @Test func theMarkOfACallOrTheNewStateIsSeenAfterMembarrier() async {
        await #expect(processExitsWith: .success) { await FenceFault.checkMarks(fromStart: false) }
    }

    @Test func nothingIsLostAndNothingHangsWithoutMembarrier() async {
        await #expect(processExitsWith: .success) { await FenceFault.checkCalls(fromStart: true) }
    }

    @Test func nothingIsLostAndNothingHangsAfterMembarrier() async {
        await #expect(processExitsWith: .success) { await FenceFault.checkCalls(fromStart: false) }
    }

    /// The writer has announced a begin, and looks whether the drain sleeps only after it has published it.
    @Test func theDrainDoesNotSleepWhileAnEntryIsAnnounced() {
        let engine = RecorderEngine(RecorderConfiguration())
        let handMade = HandMadeRing()
        engine.withDrain { handMade.add(to: &$0) }
        handMade.ring.pointee.announce()
        let start = ContinuousClock.now
        engine.rest(.sleep, unlessWokenSince: engine.gate.pointee.wakeUps.load(ordering: .relaxed))
        // It would sleep for ten seconds.
        withExtendedLifetime(handMade) { #expect(ContinuousClock.now - start < .seconds(5)) }
    }

    @Test func theDrainDoesNotSleepWhileAChangeOfAClosureWaits() {
        let engine = RecorderEngine(RecorderConfiguration())
        let wakeUps = engine.gate.pointee.wakeUps.load(ordering: .relaxed)
        // Nobody is woken: the drain is not asleep yet.
        engine.noteChange(of: CallClosures(engine, SampleProxy.Selectors.count.site))
        let start = ContinuousClock.now
        engine.rest(.sleep, unlessWokenSince: wakeUps)
        #expect(ContinuousClock.now - start < .seconds(5))
        #expect(engine.gate.pointee.wakeUps.load(ordering: .relaxed) == wakeUps)
    }
}

/// A target without state, for calls from several threads.
private final class SilentTarget: SampleDelegate, Sendable {
    func count(_ number: Int, named name: String) {}
    func answer(to question: String) -> Int { 0 }
    func load(_ path: String) throws -> [String] { [] }
    func changed(_ values: [String: Int], _ object: AnyObject, _ optional: String?) {}
}

/// A process whose kernel refuses membarrier(2).
private enum FenceFault {
    struct Shared<Pointer>: @unchecked Sendable {
        // Sendable: the tests pass pointers to rings and gates, which are made for sharing.
        let pointer: Pointer
        init(_ pointer: Pointer) { self.pointer = pointer }
    }

    static func begin(fromStart: Bool) {
        // Whatever hangs, hangs for ever.
        alarm(120)
        if !fromStart {
            _ = RecorderEngine(RecorderConfiguration())
            precondition(cthread_has_asymmetric_fences())
        }
        precondition(faulty_kernel_refuse_membarrier())
        if fromStart { _ = RecorderEngine(RecorderConfiguration()) }
    }

    static func checkEnds(fromStart: Bool) async {
        begin(fromStart: fromStart)
        let handMade = HandMadeRing()
        let ring = handMade.ring
        let missed = await missedPairs(
            light: { _ in ring.pointee.publishEnd(8) },
            load: { Int(ring.pointee.head.load(ordering: .relaxed) / 8) }
        )
        withExtendedLifetime(handMade) { precondition(missed == 0, "\(missed)") }
    }

    static func checkMarks(fromStart: Bool) async {
        begin(fromStart: fromStart)
        let handMade = HandMadeRing()
        let ring = handMade.ring
        let missed = await missedPairs(
            light: { number in
                ring.pointee.head.store(UInt(number), ordering: .relaxed)
                cthread_light_fence()
            },
            load: { Int(ring.pointee.head.load(ordering: .relaxed)) }
        )
        withExtendedLifetime(handMade) { precondition(missed == 0, "\(missed)") }
    }

    static func checkCalls(fromStart: Bool) async {
        var configuration = RecorderConfiguration()
        configuration.overflowPolicy = .wait
        configuration.ringBytes = 1 << 18
        // Nothing else wakes the drain while a call runs.
        configuration.runningNoticeAge = .seconds(3_600)
        configuration.drainPatience = .milliseconds(1)
        if fromStart { begin(fromStart: true) }
        let recorder = Recorder(configuration)
        let proxy = SampleProxy(recorder: recorder)
        proxy.setForwardDelegate(SilentTarget(), retain: true)
        proxy.count(0, named: "first")
        recorder.flush()
        if !fromStart { begin(fromStart: false) }
        // Every other call finds the drain asleep.
        for number in 1...200 {
            if number % 2 == 0 { wait { recorder.engine.gate.pointee.isDrainAsleep } }
            proxy.count(number, named: "n")
            wait { recorder.status.stored == number + 1 }
        }
        // Targets that are replaced die only once no call uses them.
        let isDone = Guarded(false)
        async let callers: Void = onThreads(2) { _ in
            while !isDone.value { proxy.count(0, named: String(repeating: "x", count: 100)) }
        }
        await onThread {
            for _ in 0..<300 { proxy.setForwardDelegate(SilentTarget(), retain: true) }
            isDone.change { $0 = true }
        }
        await callers
        recorder.flush()
        let status = recorder.status
        precondition(status.unaccounted == 0 && status.dropped == 0 && status.running == 0, "\(status)")
        precondition(!cthread_has_asymmetric_fences())
    }

    /// A condition that comes true at once, or ten seconds later.
    private static func wait(until condition: () -> Bool) {
        let deadline = ContinuousClock.now + .seconds(9)
        while !condition() {
            precondition(ContinuousClock.now < deadline || condition())
            sched_yield()
        }
    }

    /// Two threads write and then read what the other one writes, one of them with a light fence in between and the other
    /// one with a heavy fence.
    ///
    /// - Parameters:
    ///   - light: Writes a number, followed by a light fence.
    ///   - load: Reads it.
    /// - Returns: How often neither thread saw the other one's number.
    static func missedPairs(light: @escaping (Int) -> Void, load: @escaping () -> Int) async -> Int {
        let count = 20_000
        // Far from everything else that is written.
        let room = UnsafeMutablePointer<Atomic<Int>>.allocate(capacity: 64)
        let other = room + 32
        other.initialize(to: Atomic(0))
        let seen = (0..<2).map { _ in UnsafeMutablePointer<Int>.allocate(capacity: count + 1) }
        defer {
            room.deallocate()
            for numbers in seen { numbers.deallocate() }
        }
        let shared = Shared((other: other, seen: seen, light: light, load: load))
        // The two go through the numbers in step.
        await onThreads(2) { thread in
            let (other, seen, light, load) = shared.pointer
            for number in 1...count {
                if thread == 0 {
                    spin { other.pointee.load(ordering: .relaxed) >= number - 1 }
                    light(number)
                    seen[0][number] = other.pointee.load(ordering: .relaxed)
                } else {
                    spin { load() >= number - 1 }
                    other.pointee.store(number, ordering: .relaxed)
                    cthread_heavy_fence()
                    seen[1][number] = load()
                }
            }
        }
        return (1...count).count(where: { seen[0][$0] < $0 && seen[1][$0] < $0 })
    }

    private static func spin(until condition: () -> Bool) {
        var turns = 0
        while !condition() {
            turns += 1
            if turns % 256 == 0 { sched_yield() }
        }
    }
}
