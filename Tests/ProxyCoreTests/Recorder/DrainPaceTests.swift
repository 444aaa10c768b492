// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import ProxyCore

/// When the drain looks at the rings, and what wakes it.
@Suite struct DrainPaceTests {
    private static let second: UInt64 = 1_000_000_000

    /// The pauses until the drain sleeps, or for a minute, if each look finds `work`.
    private func pauses(_ work: DrainPace.Work, _ pace: inout DrainPace, from start: UInt64) -> [UInt64] {
        var now = start
        var pauses: [UInt64] = []
        while now < start + 60 * Self.second, case .pause(let pause) = pace.rest(after: work, now: now) {
            pauses.append(pause)
            now += pause
        }
        return pauses
    }

    @Test func pausesGrowToTheLongestWhileFewCallsArrive() {
        var pace = DrainPace(shortest: 1_000_000, patience: 10 * Self.second)
        let pauses = pauses(.some, &pace, from: Self.second)
        #expect(pauses.prefix(8).map { $0 / 1_000_000 } == [1, 2, 4, 8, 16, 32, 50, 50])
        #expect(pauses.allSatisfy { $0 <= DrainPace.longest } && pauses.reduce(0, +) > 59 * Self.second)
    }

    @Test func pausesAreShortWhileManyCallsArrive() {
        var pace = DrainPace(shortest: 1_000_000, patience: 10 * Self.second)
        _ = pauses(.some, &pace, from: Self.second)
        #expect(pace.rest(after: .much, now: 61 * Self.second) == .pause(1_000_000))
        #expect(pace.rest(after: .much, now: 61 * Self.second) == .pause(1_000_000))
    }

    @Test(arguments: [0, 1_000_000, 100_000_000] as [UInt64])
    func tenSecondsWithoutCallsAreFewWakeUpsAndThenSleep(shortest: UInt64) {
        var pace = DrainPace(shortest: shortest, patience: 10 * Self.second)
        _ = pace.rest(after: .much, now: Self.second)
        let pauses = pauses(.nothing, &pace, from: Self.second)
        let seconds = Double(pauses.reduce(0, +)) / Double(Self.second)
        #expect(seconds >= 10 && seconds < 10.2)
        #expect(pauses.count < 220)
        // Until a call comes, which is stored soon.
        #expect(pace.rest(after: .nothing, now: 100 * Self.second) == .sleep)
        #expect(pace.rest(after: .some, now: 100 * Self.second) == .pause(shortest))
    }

    @Test func anIntervalLongerThanTheLongestPauseIsKept() {
        var pace = DrainPace(shortest: 200_000_000, patience: 10 * Self.second)
        #expect(pace.rest(after: .some, now: 1) == .pause(200_000_000))
        #expect(pace.rest(after: .some, now: 1) == .pause(200_000_000))
    }

    // MARK: Calls

    private func usedProxy(_ configuration: RecorderConfiguration = RecorderConfiguration()) -> SampleProxy {
        let proxy = SampleProxy(recorder: Recorder(configuration))
        proxy.setForwardDelegate(SampleTarget(), retain: true)
        proxy.count(0, named: "first")
        proxy.recorder.flush()
        return proxy
    }

    private func wakeUps(_ recorder: Recorder) -> UInt32 {
        recorder.engine.gate.pointee.wakeUps.load(ordering: .relaxed)
    }

    @Test func callsWakeNobodyAndAreStoredAllTheSame() {
        let proxy = usedProxy()
        let recorder = proxy.recorder
        let before = wakeUps(recorder)
        for number in 1...500 { proxy.count(number, named: "n") }
        let deadline = ContinuousClock.now + .seconds(20)
        while recorder.status.recorded < 501, ContinuousClock.now < deadline {}
        #expect(recorder.status.recorded == 501 && wakeUps(recorder) == before)
    }

    @Test func aRingThatIsHalfFullWakesTheDrain() {
        let proxy = usedProxy()
        let recorder = proxy.recorder
        // The drain cannot read while this thread has its lock.
        let calls = recorder.engine.withDrain { drain in
            let before = wakeUps(recorder)
            var calls = 0
            while wakeUps(recorder) == before, drain.ringBytes < 1 << 20 {
                proxy.count(calls, named: "n")
                calls += 1
            }
            let unread = drain.readers.reduce(0) { $0 + $1.pointee.unread }
            #expect(unread > 7 << 16 && unread < 9 << 16)
            return calls
        }
        recorder.flush()
        #expect(recorder.status.recorded == UInt64(calls + 1) && recorder.status.dropped == 0)
    }

    @Test func theDrainSleepsWithoutCallsAndTheNextOneWakesIt() {
        var configuration = RecorderConfiguration()
        configuration.drainPatience = .milliseconds(2)
        let proxy = usedProxy(configuration)
        let recorder = proxy.recorder
        let deadline = ContinuousClock.now + .seconds(30)
        for number in 2...21 {
            while !recorder.engine.gate.pointee.isDrainAsleep, ContinuousClock.now < deadline {}
            let before = wakeUps(recorder)
            proxy.count(number, named: "n")
            #expect(wakeUps(recorder) != before)
            while recorder.status.recorded < UInt64(number), ContinuousClock.now < deadline {}
        }
        #expect(recorder.status.recorded == 21 && ContinuousClock.now < deadline)
    }
}
