// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Testing

@testable import Reactive

/// What `flatMap` and its relatives send, in which order, when events meet.
@Suite struct FlatMapOrderTests {
    /// The selector sends an element, which finds the gate taken, and the callback the next one, which finds it free.
    @Test(arguments: [false, true])
    func elementDoesNotOvertakeOneThatWaitedForTheSelector(isImmediate: Bool) {
        let subject = PublishSubject<Int>()
        let observer = reacting { if $0 == 0 { subject.onNext(3) } }
        let flattened = subject.flatMap { number in
            if number == 0 { subject.onNext(1) }
            return isImmediate ? .just(number) : chatty([number])
        }
        _ = flattened.subscribe(observer)
        subject.onNext(0)
        #expect(observer.events == ["0", "1", "3"])
    }

    @Test(arguments: [Flattening.all, .oneAtATime, .latest])
    func errorOfTheSourceDoesNotOvertakeAnElementThatWaitedForTheSelector(_ flattening: Flattening) {
        let subject = PublishSubject<Int>()
        let observer = reacting { if $0 == 0 { subject.onError(TestError()) } }
        let flattened = flattening.flatten(subject) { number in
            if number == 0 { subject.onNext(1) }
            return .just(number)
        }
        _ = flattened.subscribe(observer)
        subject.onNext(0)
        #expect(observer.events == ["0", "1", "error e1"])
    }

    @Test(arguments: [Flattening.all, .oneAtATime, .twoAtATime], [false, true])
    func everyElementOfASenderArrivesInItsOrderWhileThreadsMeet(_ flattening: Flattening, isImmediate: Bool) {
        let (threadCount, count) = (3, 5_000)
        let subject = PublishSubject<Int>()
        var last = [Int](repeating: -1, count: threadCount)
        var swapCount = 0
        let flattened = flattening.flatten(subject) { isImmediate ? .just($0) : chatty([$0]) }
        let subscription = flattened.subscribe(onNext: { number in
            let (thread, index) = (number / count, number % count)
            if index != last[thread] + 1 { swapCount += 1 }
            last[thread] = index
        })
        DispatchQueue.concurrentPerform(iterations: threadCount) { thread in
            for index in 0..<count { subject.onNext(thread * count + index) }
        }
        subscription.dispose()
        #expect(swapCount == 0)
        #expect(last == [Int](repeating: count - 1, count: threadCount))
    }

    @Test func flatMapLatestEndsWithAnElementThatWasOnItsWayWhenTheSourceEnded() {
        let source = LateSource()
        let observer = RawObserver<Int>()
        _ = source.flatMapLatest { $0 == 1 ? Observable<Int>.never() : .just($0) }.subscribe(observer)
        source.send(.next(1))
        source.send(.completed)
        #expect(observer.events.isEmpty)
        source.send(.next(2))
        #expect(observer.events == ["2", "end"])
    }

    @Test func errorOfASequenceIsNotLostToASwitchInTheSameCallback() {
        let outer = PublishSubject<Observable<Int>>()
        let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
        let observer = reacting { number in
            guard number == 1 else { return }
            first.onError(TestError())
            outer.onNext(second.asObservable())
        }
        _ = outer.switchLatest().subscribe(observer)
        outer.onNext(first.asObservable())
        first.onNext(1)
        second.onNext(2)
        #expect(observer.events == ["1", "error e1"])
    }

    /// It waits for the callback's end, as does the switch's own element.
    @Test func elementOfASequenceIsNotLostToASwitchInTheSameCallback() {
        let outer = PublishSubject<Observable<Int>>()
        let first = PublishSubject<Int>()
        let observer = reacting { number in
            guard number == 1 else { return }
            first.onNext(2)
            outer.onNext(Observable.of(3, 4))
            first.onNext(5)
        }
        _ = outer.switchLatest().subscribe(observer)
        outer.onNext(first.asObservable())
        first.onNext(1)
        #expect(observer.events == ["1", "2", "3", "4"])
    }

    @Test func sequenceThatWaitsIsNotSubscribedToInTheCallbackOfAnError() {
        let outer = PublishSubject<Observable<Int>>()
        let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
        var isSubscribed = false
        let waiting = Observable<Int>.create { _ in
            isSubscribed = true
            return Disposables.create()
        }
        _ = outer.merge(maxConcurrent: 2).subscribe(onError: { _ in second.onCompleted() })
        for sequence in [first.asObservable(), second.asObservable(), waiting] { outer.onNext(sequence) }
        first.onError(TestError())
        #expect(!isSubscribed)
    }

    private func reacting(_ react: @escaping (Int) -> Void) -> RawObserver<Int> {
        RawObserver {
            ""
        } reaction: { event in
            if let element = event.element { react(element) }
        }
    }
}

/// A source that sends what it is told, also after its end, as one does whose threads are not in step.
private final class LateSource: Observable<Int>, @unchecked Sendable {
    // Proof: the observer is set once, before events are sent.
    private var observer: ObserverBase<Int>?

    override func attach(_ observer: ObserverBase<Int>) -> any Disposable {
        self.observer = observer
        return Disposables.create { self.observer = nil }
    }

    func send(_ event: Event<Int>) { observer?.on(event) }
}
