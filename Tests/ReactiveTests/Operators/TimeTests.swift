// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Reactive
import Testing

@Suite struct TimeTests {
    private let scheduler = VirtualScheduler()

    @Test func debounceWaitsForAPause() {
        let source = scheduler.hot(
            (210, .next(1)),
            (215, .next(2)),
            (240, .next(3)),
            (300, .next(4)),
            (305, .completed)
        )
        let events = scheduler.record { source.debounce(.seconds(20), scheduler: scheduler) }
        #expect(events == ["235 2", "260 3", "305 4", "305 end"])
    }

    @Test func debounceDropsWhatWaitsAtAnError() {
        let source = scheduler.hot((210, .next(1)), (220, .error(TestError())))
        #expect(scheduler.record { source.debounce(.seconds(20), scheduler: scheduler) } == ["220 error e1"])
    }

    @Test func throttleSendsTheFirstAndTheLastOfEachSpan() {
        let source = scheduler.hot(
            (210, .next(1)),
            (215, .next(2)),
            (225, .next(3)),
            (260, .next(4)),
            (300, .completed)
        )
        let events = scheduler.record { source.throttle(.seconds(20), scheduler: scheduler) }
        #expect(events == ["210 1", "230 3", "260 4", "300 end"])
    }

    @Test func throttleSendsWhatWaitsBeforeTheEnd() {
        let source = scheduler.hot((210, .next(1)), (215, .next(2)), (220, .completed))
        #expect(
            scheduler.record { source.throttle(.seconds(20), scheduler: scheduler) } == ["210 1", "230 2", "230 end"]
        )
    }

    @Test func throttleWithoutTheLatestSendsOnlyTheFirst() {
        let source = scheduler.hot((210, .next(1)), (215, .next(2)), (235, .next(3)), (240, .completed))
        let events = scheduler.record { source.throttle(.seconds(20), latest: false, scheduler: scheduler) }
        #expect(events == ["210 1", "235 3", "240 end"])
    }

    @Test func throttleIgnoresATimerThatWaitedBehindALaterElement() {
        let subject = PublishSubject<Int>()
        let sent = Guarded<[String]>([])
        let subscription = subject.throttle(.seconds(20), scheduler: scheduler).subscribe(onNext: { element in
            sent.change { $0.append("\(self.scheduler.step) \(element)") }
            guard element == 3 else { return }
            // Both wait until this is done.
            subject.onNext(4)
            self.scheduler.run(until: 220)
        })
        for (step, element) in [(200, 1), (220, 3), (210, 2)] { scheduler.at(step) { subject.onNext(element) } }
        scheduler.run(until: 300)
        #expect(sent.value == ["200 1", "220 3", "240 4"])
        subscription.dispose()
    }

    @Test func delayShiftsElementsAndTheEnd() {
        let source = scheduler.hot((210, .next(1)), (220, .next(2)), (220, .next(3)), (250, .completed))
        #expect(
            scheduler.record { source.delay(.seconds(15), scheduler: scheduler) } == [
                "225 1", "235 2", "236 3", "265 end",
            ]
        )
    }

    @Test func delayDoesNotDelayAnError() {
        let source = scheduler.hot((210, .next(1)), (230, .next(2)), (240, .error(TestError())))
        #expect(
            scheduler.record { source.delay(.seconds(15), scheduler: scheduler) } == ["225 1", "240 error e1"]
        )
    }

    @Test func timeoutFailsWhenNothingComes() {
        let source = scheduler.hot((210, .next(1)), (220, .next(2)), (300, .next(3)))
        let events = scheduler.record { source.timeout(.seconds(30), scheduler: scheduler) }
        #expect(events == ["210 1", "220 2", "250 error Sequence timeout."])
        #expect(source.subscriptions == ["200-250"])
    }

    @Test func timeoutMaySwitch() {
        let source = scheduler.hot((210, .next(1)), (300, .next(3)))
        let other = scheduler.cold((5, .next(9)), (10, .completed))
        let events = scheduler.record { source.timeout(.seconds(30), other: other, scheduler: scheduler) }
        #expect(events == ["210 1", "245 9", "250 end"])
        #expect(source.subscriptions == ["200-240"])
        #expect(other.subscriptions == ["240-250"])
    }

    @Test func timeoutIsOverWithTheSource() {
        let source = scheduler.hot((210, .completed))
        #expect(scheduler.record { source.timeout(.seconds(30), scheduler: scheduler) } == ["210 end"])
        #expect(scheduler.pendingCount == 0)
    }

    @Test func bufferSendsWhenItIsFullOrItsTimeIsOver() {
        let source = scheduler.hot(
            (210, .next(1)),
            (220, .next(2)),
            (230, .next(3)),
            (310, .next(4)),
            (320, .completed)
        )
        let events = scheduler.record { source.buffer(timeSpan: .seconds(50), count: 2, scheduler: scheduler) }
        #expect(events == ["220 [1, 2]", "270 [3]", "320 [4]", "320 end"])
    }

    @Test func bufferForgetsItsElementsAtAnError() {
        let source = scheduler.hot((210, .next(1)), (220, .error(TestError())))
        let events = scheduler.record { source.buffer(timeSpan: .seconds(50), count: 5, scheduler: scheduler) }
        #expect(events == ["220 error e1"])
    }

    @Test func disposalCancelsTimers() {
        let source = scheduler.hot((210, .next(1)))
        for make in [
            { source.debounce(.seconds(500), scheduler: self.scheduler) },
            { source.delay(.seconds(500), scheduler: self.scheduler) },
            { source.timeout(.seconds(500), scheduler: self.scheduler) },
            { source.take(for: .seconds(500), scheduler: self.scheduler) },
            { source.skip(.seconds(500), scheduler: self.scheduler) },
        ] {
            scheduler.at(200) {
                let subscription = make().subscribe(onNext: { _ in })
                self.scheduler.at(220) { subscription.dispose() }
            }
        }
        scheduler.run(until: 230)
        #expect(scheduler.pendingCount == 0)
    }

    @Test func delayGivesEachEventATurnOfItsOwn() {
        let source = scheduler.hot((210, .next(1)), (210, .next(2)), (210, .next(3)), (210, .completed))
        #expect(
            scheduler.record { source.delay(.seconds(15), scheduler: scheduler) } == [
                "225 1", "226 2", "227 3", "228 end",
            ]
        )
    }
}
