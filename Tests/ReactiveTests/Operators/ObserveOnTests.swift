// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Reactive
import Synchronization
import Testing

@Suite struct ObserveOnTests {
    @Test func eventsArriveInOrderOnAConcurrentSchedulerToo() async {
        let scheduler = ConcurrentDispatchQueueScheduler(qos: .default)
        let received = Guarded<[Int]>([])
        let isDone = Guarded(false)
        let insideCount = Atomic<Int>(0)
        let subscription = Observable.from(0..<2_000).observe(on: scheduler).subscribe(
            onNext: { element in
                #expect(insideCount.add(1, ordering: .sequentiallyConsistent).newValue == 1)
                received.change { $0.append(element) }
                insideCount.subtract(1, ordering: .sequentiallyConsistent)
            },
            onCompleted: { isDone.change { $0 = true } }
        )
        #expect(await eventually { isDone.value })
        #expect(received.value == Array(0..<2_000))
        subscription.dispose()
    }

    @Test func disposalDropsWhatWaits() {
        let scheduler = VirtualScheduler()
        let subject = PublishSubject<Int>()
        let observer = RawObserver<Int>()
        let subscription = subject.observe(on: scheduler).subscribe(observer)
        subject.onNext(1)
        scheduler.run(until: 5)
        subject.onNext(2)
        subscription.dispose()
        scheduler.run(until: 10)
        #expect(observer.events == ["1"])
    }

    @Test func elementsSentInTheCallbackComeInALaterTurn() {
        let scheduler = VirtualScheduler()
        let subject = PublishSubject<Int>()
        let observer = RawObserver<Int>(clock: { "\(scheduler.step) " }) { event in
            if event.element == 1 { subject.onNext(2) }
        }
        _ = subject.observe(on: scheduler).subscribe(observer)
        subject.onNext(1)
        scheduler.run(until: 5)
        #expect(observer.events == ["1 1", "2 2"])
    }

    @Test func errorsWaitForTheirTurn() {
        let scheduler = VirtualScheduler()
        let source = scheduler.hot((210, .next(1)), (210, .error(TestError())))
        #expect(scheduler.record { source.observe(on: scheduler) } == ["211 1", "211 error e1"])
    }

    @Test func subscribeOnMovesSubscriptionAndDisposal() {
        let scheduler = VirtualScheduler()
        let source = scheduler.hot((210, .next(1)), (220, .next(2)))
        #expect(scheduler.record(disposed: 215) { source.subscribe(on: scheduler) } == ["210 1"])
        #expect(source.subscriptions == ["201-216"])
    }

    @Test func subscribeOnThatIsDisposedBeforeItsTurnDoesNotSubscribe() {
        let scheduler = VirtualScheduler()
        let source = scheduler.hot()
        source.subscribe(on: scheduler).subscribe(onNext: { _ in }).dispose()
        scheduler.run(until: 10)
        #expect(source.subscriptions.isEmpty)
    }
}
