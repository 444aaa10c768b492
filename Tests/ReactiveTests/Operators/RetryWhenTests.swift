// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Reactive
import Testing

@Suite struct RetryWhenTests {
    private let scheduler = VirtualScheduler()

    @Test func eachElementOfTheNotifierIsAnotherAttempt() {
        let source = scheduler.cold((10, .next(1)), (20, .error(TestError())))
        let events = scheduler.record(disposed: 300) {
            source.retry(when: { errors in errors.delay(.seconds(5), scheduler: self.scheduler) })
        }
        #expect(events.prefix(3) == ["210 1", "235 1", "260 1"])
        #expect(source.subscriptions.prefix(2) == ["200-220", "225-245"])
    }

    @Test func errorsCanBeCounted() {
        let attempts = Guarded(0)
        let source = Observable<Int>.create { observer in
            attempts.change { $0 += 1 }
            observer.onError(TestError(attempts.value))
            return Disposables.create()
        }
        let retried = source.retry(when: { (errors: Observable<any Error>) in
            errors.scan(0) { count, _ in count + 1 }.flatMap { count in
                count < 3 ? Observable.just(count) : .error(TestError(9))
            }
        })
        #expect(retried.immediateEvents() == ["error e9"])
        #expect(attempts.value == 3)
    }

    @Test func endOfTheNotifierEndsTheSequence() {
        let failing = Observable<Int>.error(TestError())
        #expect(failing.retry(when: { $0.take(0) }).immediateEvents() == ["end"])
        #expect(failing.retry(when: { _ in Observable<Int>.error(TestError(2)) }).immediateEvents() == ["error e2"])
        // While the source runs, the end of the notifier has no effect.
        let running = scheduler.hot((210, .next(1)), (220, .error(TestError())))
        #expect(scheduler.record { running.retry(when: { _ in Observable<Int>.empty() }) } == ["210 1", "220 end"])
    }

    @Test func errorsOfOtherTypesAreSent() {
        let failing = Observable<Int>.error(TestError())
        let retried = failing.retry(when: { (errors: Observable<RxError>) in errors.map { _ in 1 } })
        #expect(retried.immediateEvents() == ["error e1"])
    }

    @Test func attemptsWithoutEndDoNotGrowTheStack() {
        let count = Guarded(0)
        let source = Observable<Int>.create { observer in
            count.change { $0 += 1 }
            observer.on(count.value < 20_000 ? .error(TestError()) : .completed)
            return Disposables.create()
        }
        #expect(source.retry(when: { $0 }).immediateEvents() == ["end"])
        #expect(count.value == 20_000)
    }

    @Test func subscriptionThatNobodyDisposesOfIsReleased() {
        expectNoLeak {
            _ = Observable<Int>.never().retry(when: { $0 }).subscribe(onNext: { _ in })
        }
    }

    @Test func notifierThatIsLateKeepsTheSequence() {
        let observer = RawObserver<Int>()
        let notifier = PublishSubject<Int>()
        let attempts = Guarded(0)
        do {
            _ = Observable<Int>.create { sink in
                attempts.change { $0 += 1 }
                sink.on(attempts.value == 1 ? .error(TestError()) : .next(7))
                return Disposables.create()
            }
            .retry(when: { _ in notifier }).subscribe(observer)
        }
        notifier.onNext(0)
        #expect(observer.events == ["7"])
    }
}
