// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import ProxyCore

/// The end of a recorder and of its threads.
@Suite struct RecorderEndTests {
    /// The thread looks whether it is to stop, and goes to sleep afterwards; the wake-up may come between the two.
    @Test func aThreadThatWasStoppedBeforeItSleepsDoesNotSleep() {
        let engine = RecorderEngine(RecorderConfiguration())
        let wakeUps = engine.gate.pointee.wakeUps.load(ordering: .relaxed)
        engine.stop()
        let start = ContinuousClock.now
        engine.rest(.sleep, unlessWokenSince: wakeUps)
        // It would sleep for ten seconds.
        #expect(ContinuousClock.now - start < .seconds(5))
    }

    @Test func aRecorderThatIsLetGoOfWhileItsThreadIsAboutToSleepGoes() async {
        for pause in 0..<40 {
            let engine = Self.usedEngine(pause: pause)
            let deadline = ContinuousClock.now + .seconds(5)
            while engine.object != nil, ContinuousClock.now < deadline { await Task.yield() }
            #expect(engine.object == nil)
        }
    }

    /// The engine of a recorder that is gone, at most some rounds of its thread after a call.
    private static func usedEngine(pause: Int) -> WeakReference {
        let recorder = Recorder()
        SampleProxy(recorder: recorder).count(1, named: "n")
        let rounds = recorder.engine.gate.pointee.rounds.load(ordering: .relaxed) &+ UInt32(pause % 4)
        while recorder.engine.gate.pointee.rounds.load(ordering: .relaxed) < rounds,
            !recorder.engine.gate.pointee.isDrainAsleep
        {}
        return WeakReference(recorder.engine)
    }
}
