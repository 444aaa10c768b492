// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Reactive
import Synchronization
import Testing

@Suite struct PublishSubjectTests {
    @Test func sendsToThoseWhoAreSubscribedAtThatMoment() {
        let scheduler = VirtualScheduler()
        let subject = PublishSubject<Int>()
        for step in [100, 220, 300, 410, 520] { scheduler.at(step) { subject.onNext(step) } }
        scheduler.at(630) { subject.onCompleted() }
        scheduler.at(640) { subject.onNext(9) }
        let observers = (0..<3).map { _ in RawObserver<Int> { "" } }
        let bag = SerialDisposable()
        scheduler.at(200) { bag.disposable = subject.subscribe(observers[0]) }
        scheduler.at(305) { _ = subject.subscribe(observers[1]) }
        scheduler.at(400) { bag.dispose() }
        scheduler.at(900) { _ = subject.subscribe(observers[2]) }
        scheduler.run(until: 1000)
        #expect(observers[0].events == ["220", "300"])
        #expect(observers[1].events == ["410", "520", "end"])
        #expect(observers[2].events == ["end"])
    }

    @Test func endsOnceWithItsFirstTerminalEvent() {
        let subject = PublishSubject<Int>()
        let observer = RawObserver<Int>()
        _ = subject.subscribe(observer)
        subject.on(.next(1))
        subject.on(.error(TestError()))
        subject.onCompleted()
        subject.onNext(2)
        #expect(observer.events == ["1", "error e1"])
        #expect(subject.immediateEvents() == ["error e1"])
    }

    @Test func disposedSubjectIsSilentAndRefusesSubscribers() {
        let subject = PublishSubject<Int>()
        let observer = RawObserver<Int>()
        _ = subject.subscribe(observer)
        subject.dispose()
        subject.onNext(1)
        subject.onCompleted()
        #expect(observer.events.isEmpty)
        #expect(subject.isDisposed && !subject.hasObservers)
        #expect(subject.immediateEvents().first?.hasPrefix("error Object `") == true)
    }

    @Test func subscriberAddedInACallbackGetsTheNextElement() {
        let subject = PublishSubject<Int>()
        let late = RawObserver<Int>()
        var isAdded = false
        _ = subject.subscribe { _ in
            if !isAdded {
                isAdded = true
                _ = subject.subscribe(late)
            }
        }
        subject.onNext(1)
        subject.onNext(2)
        #expect(late.events == ["2"])
    }

    @Test func subscriberDisposedInACallbackGetsNotEvenThisElement() {
        let subject = PublishSubject<Int>()
        let victim = RawObserver<Int>()
        let subscription = SerialDisposable()
        _ = subject.subscribe(onNext: { _ in subscription.dispose() })
        subscription.disposable = subject.subscribe(victim)
        subject.onNext(1)
        subject.onNext(2)
        #expect(victim.events.isEmpty)
    }

    @Test func subscriberDisposedWhileTheSubjectEndsDoesNotHearTheEnd() {
        let subject = PublishSubject<Int>()
        let victim = RawObserver<Int>()
        let subscription = SerialDisposable()
        _ = subject.subscribe(onCompleted: { subscription.dispose() })
        subscription.disposable = subject.subscribe(victim)
        subject.onCompleted()
        #expect(victim.events.isEmpty)
    }

    @Test func subjectDisposedWhileItEndsSendsTheEndToNobodyElse() {
        let subject = PublishSubject<Int>()
        let victim = RawObserver<Int>()
        _ = subject.subscribe(onError: { _ in subject.dispose() })
        _ = subject.subscribe(victim)
        subject.onError(TestError())
        #expect(victim.events.isEmpty)
    }

    @Test func subscriberIsReleasedAfterTheEnd() {
        let subject = PublishSubject<Int>()
        weak var captured: RawObserver<Int>?
        let subscription: any Disposable = {
            let observer = RawObserver<Int>()
            captured = observer
            return subject.subscribe(observer)
        }()
        #expect(captured != nil)
        subject.onCompleted()
        #expect(captured == nil)
        subscription.dispose()
    }

    @Test func emissionInACallbackIsSentAtOnce() {
        let subject = PublishSubject<Int>()
        let observer = RawObserver<Int> {
            ""
        } reaction: { event in
            if let element = event.element, element < 3 { subject.onNext(element + 1) }
        }
        _ = subject.subscribe(observer)
        subject.onNext(1)
        #expect(observer.events == ["1", "2", "3"])
    }

    @Test func endInACallbackLetsLaterSubscribersHearNoElement() {
        let subject = PublishSubject<Int>()
        let second = RawObserver<Int>()
        _ = subject.subscribe(onNext: { _ in subject.onCompleted() })
        _ = subject.map { $0 }.subscribe(second)
        subject.onNext(1)
        #expect(second.events == ["end"])
    }

    /// Without an operator in between, which would drop what comes after the end.
    @Test func elementThatIsBeingSentDoesNotComeAfterTheEnd() {
        let subject = PublishSubject<Int>()
        let second = RawObserver<Int>()
        _ = subject.subscribe(onNext: { _ in subject.onCompleted() })
        let subscription = subject.subscribe(second)
        subject.onNext(1)
        #expect(second.events == ["end"])
        subscription.dispose()
    }

    @Test func subscriberIsReleasedAtDisposal() {
        let subject = PublishSubject<Int>()
        weak var captured: RawObserver<Int>?
        let subscription: any Disposable = {
            let observer = RawObserver<Int>()
            captured = observer
            return subject.subscribe(onNext: { observer.on(.next($0)) })
        }()
        subject.onNext(1)
        #expect(captured != nil)
        subscription.dispose()
        #expect(captured == nil)
    }

    @Test func subscriptionDoesNotKeepTheSubjectAlive() {
        var subject: PublishSubject<Int>? = PublishSubject()
        weak let observed = subject
        let subscription = subject!.subscribe(onNext: { _ in })
        subject = nil
        #expect(observed == nil)
        subscription.dispose()
    }

    @Test func manyEmissionsWithoutChangeOfSubscribersLoseNothing() {
        // Exceeds the number after which the list of subscribers is rebuilt.
        let subject = PublishSubject<Int>()
        var sum = 0
        let subscription = subject.subscribe(onNext: { sum += $0 })
        for _ in 0..<200_000 { subject.onNext(1) }
        subscription.dispose()
        #expect(sum == 200_000)
    }

    @Test func emissionsNestedDeeperThanTheCounterAllowsKeepTheSubscribers() {
        let subject = PublishSubject<Int>()
        var deepest = 0
        let subscription = subject.subscribe(onNext: { depth in
            deepest = max(deepest, depth)
            if depth < 2_000 { subject.onNext(depth + 1) }
        })
        for _ in 0..<40 { subject.onNext(1) }
        subscription.dispose()
        #expect(deepest == 2_000)
    }

    @Test func subscribersComeAndGoWhileThreadsSend() {
        expectNoLeak {
            let subject = PublishSubject<Int>()
            let received = Atomic<Int>(0)
            let steady = subject.subscribe(onNext: { _ in received.add(1, ordering: .relaxed) })
            DispatchQueue.concurrentPerform(iterations: 4) { thread in
                for element in 0..<20_000 {
                    if thread < 2 {
                        subject.onNext(element)
                    } else if element % 10 == 0 {
                        let subscription = subject.subscribe(onNext: { _ in })
                        subscription.dispose()
                    }
                }
            }
            steady.dispose()
            #expect(received.load(ordering: .relaxed) == 40_000)
        }
    }

    @Test func twoSubjectsThatFeedEachOtherOnTwoThreadsDoNotBlock() {
        for _ in 0..<200 {
            let left = PublishSubject<Int>()
            let right = PublishSubject<Int>()
            let seen = Atomic<Int>(0)
            let bag = CompositeDisposable(
                left.scan(0) { $1 }.subscribe(onNext: { if $0 < 10 { right.onNext($0 + 1) } }),
                right.scan(0) { $1 }.subscribe(onNext: {
                    seen.add(1, ordering: .relaxed)
                    if $0 < 10 { left.onNext($0 + 1) }
                })
            )
            DispatchQueue.concurrentPerform(iterations: 2) { $0 == 0 ? left.onNext(0) : right.onNext(0) }
            bag.dispose()
            #expect(seen.load(ordering: .relaxed) > 0)
        }
    }
}
