// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Reactive
import Testing

@Suite struct TakeAndSkipTests {
    private let scheduler = VirtualScheduler()

    private func source() -> TimedSource {
        scheduler.hot(
            (150, .next(0)),
            (210, .next(1)),
            (220, .next(2)),
            (230, .next(3)),
            (240, .next(4)),
            (300, .completed)
        )
    }

    @Test func takeEndsWithItsLastElementAndLetsGoOfTheSource() {
        let source = source()
        #expect(scheduler.record { source.take(2) } == ["210 1", "220 2", "220 end"])
        #expect(source.subscriptions == ["200-220"])
    }

    @Test func takeZeroDoesNotSubscribe() {
        let source = source()
        #expect(scheduler.record { source.take(0) } == ["200 end"])
        #expect(source.subscriptions.isEmpty)
    }

    @Test func takeMoreThanThereIsEndsWithTheSource() {
        let source = source()
        #expect(scheduler.record { source.take(9) }.last == "300 end")
    }

    @Test func takeCountsElementsThatArriveWhileItSends() {
        let subject = PublishSubject<Int>()
        let observer = RawObserver<Int> {
            ""
        } reaction: { event in
            if let element = event.element { subject.onNext(element + 1) }
        }
        _ = subject.take(3).subscribe(observer)
        subject.onNext(1)
        #expect(observer.events == ["1", "2", "3", "end"])
    }

    @Test func takeForEndsAfterItsTime() {
        let source = source()
        #expect(
            scheduler.record { source.take(for: .seconds(25), scheduler: scheduler) } == [
                "210 1", "220 2", "225 end",
            ]
        )
        #expect(source.subscriptions == ["200-225"])
    }

    @Test func takeWhileStopsAtTheFirstThatFails() {
        #expect(Observable.of(1, 2, 3, 1).take(while: { $0 < 3 }).immediateEvents() == ["1", "2", "end"])
        let inclusive = Observable.of(1, 2, 3, 1).take(while: { $0 < 3 }, behavior: .inclusive)
        #expect(inclusive.immediateEvents() == ["1", "2", "3", "end"])
        #expect(Observable.of(1).take(while: { _ in throw TestError() }).immediateEvents() == ["error e1"])
        #expect(Observable.of(1, 2, 3).take(until: { $0 == 2 }).immediateEvents() == ["1", "end"])
        let until = Observable.of(1, 2, 3).take(until: { $0 == 2 }, behavior: .inclusive)
        #expect(until.immediateEvents() == ["1", "2", "end"])
    }

    @Test func takeUntilEndsWithTheFirstElementOfTheOther() {
        let source = source()
        let other = scheduler.hot((225, .next(9)), (235, .next(9)))
        #expect(scheduler.record { source.take(until: other) } == ["210 1", "220 2", "225 end"])
        #expect(source.subscriptions == ["200-225"])
        #expect(other.subscriptions == ["200-225"])
    }

    @Test func takeUntilFailsWithTheOtherAndIgnoresItsEnd() {
        let source = source()
        let failing = scheduler.hot((225, .error(TestError())))
        let ending = scheduler.hot((225, .completed))
        let events = Guarded<[String]>([])
        scheduler.at(200) {
            _ = source.take(until: ending).subscribe { event in events.change { $0.append(text(of: event)) } }
        }
        #expect(scheduler.record { source.take(until: failing) } == ["210 1", "220 2", "225 error e1"])
        #expect(events.value == ["1", "2", "3", "4", "end"])
        #expect(ending.subscriptions == ["200-225"])
    }

    @Test func skipLeavesOutTheFirst() {
        let source = source()
        #expect(scheduler.record { source.skip(2) } == ["230 3", "240 4", "300 end"])
        #expect(Observable.of(1).skip(3).immediateEvents() == ["end"])
        #expect(Observable.of(1).skip(0).immediateEvents() == ["1", "end"])
    }

    @Test func skipForLeavesOutATime() {
        let source = source()
        #expect(
            scheduler.record { source.skip(.seconds(25), scheduler: scheduler) } == ["230 3", "240 4", "300 end"]
        )
    }

    @Test func skipWhileDoesNotAskAgain() {
        #expect(Observable.of(1, 3, 1).skip(while: { $0 < 2 }).immediateEvents() == ["3", "1", "end"])
        #expect(Observable.of(1).skip(while: { _ in throw TestError() }).immediateEvents() == ["error e1"])
    }

    @Test func skipUntilWaitsForTheOther() {
        let source = source()
        let other = scheduler.hot((225, .next(9)))
        #expect(scheduler.record { source.skip(until: other) } == ["230 3", "240 4", "300 end"])
        #expect(other.subscriptions == ["200-225"])
    }

    @Test func skipUntilSendsNothingOfASourceThatCompletesFirst() {
        let source = scheduler.hot((210, .next(1)), (220, .completed))
        let other = scheduler.hot((230, .next(0)))
        #expect(scheduler.record { source.skip(until: other) } == [])
        #expect(source.subscriptions == ["200-220"])
        #expect(other.subscriptions == ["200-220"])
    }

    @Test func skipUntilSendsTheErrorOfASourceThatFailsFirst() {
        let source = scheduler.hot((210, .next(1)), (220, .error(TestError())))
        #expect(scheduler.record { source.skip(until: scheduler.hot()) } == ["220 error e1"])
    }

    @Test func ignoreElementsSendsTheEndOnly() {
        let completed: Observable<Never> = Observable.of(1, 2).ignoreElements()
        #expect(completed.immediateEvents() == ["end"])
        #expect(Observable<Int>.error(TestError()).ignoreElements().immediateEvents() == ["error e1"])
    }
}
