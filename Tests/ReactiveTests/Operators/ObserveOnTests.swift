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
        #expect(scheduler.record { source.observe(on: scheduler) } == ["211 1", "212 error e1"])
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

    @Test func eachEventHasATurnOfItsOwn() {
        let scheduler = VirtualScheduler()
        let source = scheduler.hot((210, .next(1)), (210, .next(2)), (210, .completed))
        #expect(scheduler.record { source.observe(on: scheduler) } == ["211 1", "212 2", "213 end"])
    }

    @Test func eventsKeepTheirPlaceAmongTheBlocksOfAQueue() async {
        let queues = Guarded<[DispatchQueue]>([])
        let scheduler = SerialDispatchQueueScheduler(
            internalSerialQueueName: "test",
            serialQueueConfiguration: { queue in queues.change { $0.append(queue) } }
        )
        let queue = queues.value[0]
        let log = Guarded<[String]>([])
        let subject = PublishSubject<Int>()
        let subscription = subject.observe(on: scheduler).subscribe(onNext: { element in
            log.change { $0.append("\(element)") }
        })
        queue.suspend()
        for number in 1...3 {
            subject.onNext(number)
            queue.async { log.change { $0.append("block \(number)") } }
        }
        queue.resume()
        #expect(await eventually { log.value.count == 6 })
        #expect(log.value == ["1", "block 1", "2", "block 2", "3", "block 3"])
        subscription.dispose()
    }

    @Test func eventsKeepTheirPlaceAmongTheWorkOfAScheduler() async {
        let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "test")
        let log = Guarded<[Int]>([])
        let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
        let subscriptions = CompositeDisposable(
            disposables: [first, second].map { subject in
                subject.observe(on: scheduler).subscribe(onNext: { element in log.change { $0.append(element) } })
            }
        )
        let expected = Array(0..<3_000)
        for number in expected {
            switch number % 3 {
            case 0: first.onNext(number)
            case 1: second.onNext(number)
            default:
                _ = scheduler.schedule(number) { number in
                    log.change { $0.append(number) }
                    return Disposables.create()
                }
            }
        }
        #expect(await eventually { log.value.count == expected.count })
        #expect(log.value == expected)
        subscriptions.dispose()
    }

    @Test func schedulerThatWorksAtOnceDoesNotGrowTheStack() {
        let subject = PublishSubject<Int>()
        let elements = Guarded<[Int]>([])
        _ = subject.observe(on: ImmediateWork()).subscribe(onNext: { element in
            elements.change { $0.append(element) }
            // All of them wait before the next turn.
            if element == 0 { for number in 1...20_000 { subject.onNext(number) } }
        })
        subject.onNext(0)
        #expect(elements.value == Array(0...20_000))
    }

    @Test func schedulerThatWorksAtOnceIsLeftAloneAfterTheEnd() {
        let subject = PublishSubject<Int>()
        let elements = Guarded<[Int]>([])
        _ = subject.observe(on: ImmediateWork()).take(1).subscribe(onNext: { element in
            elements.change { $0.append(element) }
            // It waits when the subscription ends.
            subject.onNext(2)
        })
        subject.onNext(1)
        #expect(elements.value == [1])
    }

    @Test func elementsThatWaitAreReleasedAtDisposal() {
        final class Token {}
        let scheduler = VirtualScheduler()
        let subject = PublishSubject<Token>()
        let subscription = subject.observe(on: scheduler).subscribe(onNext: { _ in })
        weak var token: Token?
        do {
            let sent = Token()
            token = sent
            subject.onNext(sent)
        }
        #expect(token != nil)
        subscription.dispose()
        #expect(token == nil)
    }

    @Test func elementsBehindTheOneBeingSentAreReleasedAtDisposal() {
        final class Token {}
        let scheduler = VirtualScheduler()
        let subject = PublishSubject<Token>()
        let subscription = SingleAssignmentDisposable()
        weak var last: Token?
        var received = 0
        subscription.setDisposable(
            subject.observe(on: scheduler).subscribe(onNext: { _ in
                received += 1
                guard received == 2 else { return }
                #expect(last != nil)
                subscription.dispose()
                #expect(last == nil)
            })
        )
        do {
            let sent = Token()
            last = sent
            for token in [Token(), Token(), sent] { subject.onNext(token) }
        }
        scheduler.run(until: 5)
        #expect(received == 2)
    }

    @Test func subscribeOnDisposesOnTheSchedulerOfASourceThatEndsByItself() {
        let scheduler = VirtualScheduler()
        let source = scheduler.hot((210, .next(1)), (220, .completed))
        #expect(scheduler.record { source.subscribe(on: scheduler) } == ["210 1", "220 end"])
        #expect(source.subscriptions == ["201-221"])
    }
}

/// Runs each piece of work inside `schedule`.
private struct ImmediateWork: ImmediateSchedulerType {
    func schedule<StateType>(
        _ state: StateType,
        action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        action(state)
    }
}
