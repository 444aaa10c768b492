// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Reactive
import Testing

@Suite struct ReplayingSubjectTests {
    @Test func behaviorSubjectStartsWithItsValue() throws {
        let subject = BehaviorSubject(value: 1)
        let first = RawObserver<Int>()
        let second = RawObserver<Int>()
        _ = subject.subscribe(first)
        subject.onNext(2)
        _ = subject.subscribe(second)
        subject.onNext(3)
        #expect(first.events == ["1", "2", "3"])
        #expect(second.events == ["2", "3"])
        #expect(try subject.value() == 3)
    }

    @Test func behaviorSubjectSendsOnlyTheEndAfterTheEnd() throws {
        let subject = BehaviorSubject(value: 1)
        subject.onCompleted()
        subject.onNext(2)
        #expect(subject.immediateEvents() == ["end"])
        #expect(try subject.value() == 1)

        let failed = BehaviorSubject(value: 1)
        failed.onError(TestError())
        #expect(failed.immediateEvents() == ["error e1"])
        #expect(throws: TestError()) { try failed.value() }
    }

    @Test func disposedBehaviorSubjectHasNoValue() {
        let subject = BehaviorSubject(value: 1)
        subject.dispose()
        #expect(throws: RxError.self) { try subject.value() }
        #expect(subject.immediateEvents().first?.hasPrefix("error Object") == true)
    }

    @Test func replaySubjectReplaysTheLastElementsAlsoAfterTheEnd() {
        let subject = ReplaySubject<Int>.create(bufferSize: 3)
        for element in 1...5 { subject.onNext(element) }
        #expect(subject.immediateEvents() == ["3", "4", "5"])
        subject.onError(TestError())
        subject.onNext(6)
        #expect(subject.immediateEvents() == ["3", "4", "5", "error e1"])
    }

    @Test(arguments: [0, 1, 2, 7])
    func replaySubjectKeepsNoMoreThanItsSize(_ size: Int) {
        let subject = ReplaySubject<Int>.create(bufferSize: size)
        for element in 1...20 {
            subject.onNext(element)
            let expected = (1...element).suffix(size).map(String.init)
            #expect(subject.immediateEvents() == expected)
        }
    }

    @Test func unboundedReplaySubjectReplaysAll() {
        let subject = ReplaySubject<Int>.createUnbounded()
        for element in 1...1_000 { subject.onNext(element) }
        subject.onCompleted()
        #expect(subject.immediateEvents() == (1...1_000).map(String.init) + ["end"])
    }

    @Test func asyncSubjectSendsItsLastElementAtTheEnd() {
        let subject = AsyncSubject<Int>()
        let observer = RawObserver<Int>()
        _ = subject.subscribe(observer)
        subject.onNext(1)
        subject.onNext(2)
        #expect(observer.events.isEmpty)
        #expect(subject.immediateEvents().isEmpty)
        subject.onCompleted()
        #expect(observer.events == ["2", "end"])
        #expect(subject.immediateEvents() == ["2", "end"])
    }

    @Test func asyncSubjectWithoutElementsOnlyEnds() {
        let empty = AsyncSubject<Int>()
        empty.onCompleted()
        #expect(empty.immediateEvents() == ["end"])

        let failed = AsyncSubject<Int>()
        failed.onNext(1)
        failed.onError(TestError())
        #expect(failed.immediateEvents() == ["error e1"])
    }

    @Test func elementSentInACallbackComesAfterTheOneThatCausedItForEveryone() {
        let subject = BehaviorSubject(value: 0)
        let second = RawObserver<Int>()
        let first = RawObserver<Int> {
            ""
        } reaction: { event in
            if event.element == 1 { subject.onNext(2) }
        }
        _ = subject.subscribe(first)
        _ = subject.subscribe(second)
        subject.onNext(1)
        #expect(first.events == ["0", "1", "2"])
        #expect(second.events == ["0", "1", "2"])
    }

    @Test func elementSentDuringTheReplayComesAfterIt() {
        let subject = ReplaySubject<Int>.create(bufferSize: 2)
        subject.onNext(1)
        subject.onNext(2)
        let observer = RawObserver<Int> {
            ""
        } reaction: { event in
            if event.element == 1 { subject.onNext(3) }
        }
        _ = subject.subscribe(observer)
        #expect(observer.events == ["1", "2", "3"])
    }

    @Test func subscriberDisposedWhileTheSubjectEndsHearsNothingMore() {
        let subject = BehaviorSubject(value: 0)
        let victim = RawObserver<Int>()
        let subscription = SerialDisposable()
        _ = subject.subscribe(onNext: { element in
            guard element == 1 else { return }
            // Both wait until this callback has returned.
            subject.onNext(2)
            subject.onCompleted()
            subscription.dispose()
        })
        subscription.disposable = subject.subscribe(victim)
        subject.onNext(1)
        #expect(victim.events == ["0"])
    }

    @Test func subscriberOfAnAsyncSubjectDisposedAtItsElementHearsNothingMore() {
        let subject = AsyncSubject<Int>()
        let (first, second) = (RawObserver<Int>(), RawObserver<Int>())
        let subscriptions = (SerialDisposable(), SerialDisposable())
        subscriptions.0.disposable = subject.do(onNext: { _ in subscriptions.1.dispose() }).subscribe(first)
        subscriptions.1.disposable = subject.subscribe(second)
        subject.onNext(1)
        subject.onCompleted()
        #expect(first.events == ["1", "end"])
        #expect(second.events.isEmpty)
    }

    @Test func subjectDisposedWhileItEndsIsSilentAtOnce() {
        let subject = BehaviorSubject(value: 0)
        let victim = RawObserver<Int>()
        _ = subject.subscribe(onNext: { element in
            guard element == 1 else { return }
            subject.onCompleted()
            subject.dispose()
        })
        _ = subject.subscribe(victim)
        subject.onNext(1)
        #expect(victim.events == ["0"])
    }

    @Test func subjectThatEndsAndIsDisposedDuringAReplayIsSilentAtOnce() {
        let subject = ReplaySubject<Int>.create(bufferSize: 3)
        for element in 1...3 { subject.onNext(element) }
        let observer = RawObserver<Int> {
            ""
        } reaction: { event in
            guard event.element == 1 else { return }
            subject.onCompleted()
            subject.dispose()
        }
        _ = subject.subscribe(observer)
        #expect(observer.events == ["1"])
    }

    @Test func subscribersAreReleasedAfterAnEndDuringAReplay() {
        let subject = ReplaySubject<Int>.create(bufferSize: 1)
        weak var early: RawObserver<Int>?
        weak var late: RawObserver<Int>?
        let subscriptions: [any Disposable] = {
            let observers = (
                RawObserver<Int>(),
                RawObserver<Int> {
                    ""
                } reaction: { _ in
                    subject.onCompleted()
                }
            )
            early = observers.0
            late = observers.1
            let first = subject.subscribe(observers.0)
            subject.onNext(1)
            return [first, subject.subscribe(observers.1)]
        }()
        #expect(early == nil && late == nil)
        for subscription in subscriptions { subscription.dispose() }
    }

    /// The end is sent by the caller, or by the delivery of an element that is under way.
    @Test(arguments: [false, true])
    func subscriberIsReleasedAfterTheEnd(sentInACallback: Bool) {
        let subject = BehaviorSubject(value: 0)
        weak var captured: RawObserver<Int>?
        _ = subject.subscribe(onNext: { if $0 == 1, sentInACallback { subject.onCompleted() } })
        let subscription: any Disposable = {
            let observer = RawObserver<Int>()
            captured = observer
            return subject.subscribe(observer)
        }()
        subject.onNext(1)
        if !sentInACallback { subject.onCompleted() }
        #expect(captured == nil)
        subscription.dispose()
    }

    @Test func elementsAreReleasedWithTheSubject() {
        weak var element: Box?
        do {
            let subject = BehaviorSubject(value: Box())
            element = try? subject.value()
            #expect(element != nil)
            subject.onNext(Box())
        }
        #expect(element == nil)
    }

    @Test func elementMayUseTheSubjectFromItsDeinit() {
        let subject = ReplaySubject<Box>.create(bufferSize: 1)
        var wasAsked = false
        subject.onNext(Box { wasAsked = !subject.hasObservers })
        subject.onNext(Box())
        #expect(wasAsked)
    }
}

private final class Box {
    private let onDeinit: () -> Void
    init(_ onDeinit: @escaping () -> Void = {}) { self.onDeinit = onDeinit }
    deinit { onDeinit() }
}
