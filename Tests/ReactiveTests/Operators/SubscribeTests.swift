// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Reactive
import Testing

@Suite struct SubscribeTests {
    @Test func closuresAreCalledInOrder() {
        var log: [String] = []
        _ = Observable.of(1, 2).subscribe(
            onNext: { log.append("\($0)") },
            onError: { log.append("\($0)") },
            onCompleted: { log.append("end") },
            onDisposed: { log.append("disposed") }
        )
        _ = Observable<Int>.error(TestError()).subscribe(
            onError: { log.append("\($0)") },
            onDisposed: { log.append("disposed") }
        )
        #expect(log == ["1", "2", "end", "disposed", "e1", "disposed"])
    }

    @Test func disposalIsReportedOnceAndAfterTheSourceHasGone() {
        var log: [String] = []
        let source = Observable<Int>.create { _ in Disposables.create { log.append("source") } }
        let subscription = source.subscribe(onDisposed: { log.append("disposed") })
        subscription.dispose()
        subscription.dispose()
        #expect(log == ["source", "disposed"])
    }

    @Test func disposalInACallbackIsTheLastThingThatHappens() {
        let subject = PublishSubject<Int>()
        var log: [String] = []
        let subscription = SerialDisposable()
        subscription.disposable = subject.map { $0 }.subscribe(
            onNext: {
                log.append("\($0)")
                subscription.dispose()
            },
            onCompleted: { log.append("end") },
            onDisposed: { log.append("disposed") }
        )
        subject.onNext(1)
        subject.onNext(2)
        subject.onCompleted()
        #expect(log == ["1", "disposed"])
    }

    @Test func closuresAreReleasedAtTheEndEvenIfTheHandleIsKept() {
        weak var captured: Box?
        let subject = PublishSubject<Int>()
        let handle: any Disposable = {
            let box = Box()
            captured = box
            return subject.map { $0 }.subscribe(onNext: { box.values.append($0) }, onDisposed: { box.values = [] })
        }()
        subject.onNext(1)
        #expect(captured?.values == [1])
        subject.onCompleted()
        #expect(captured == nil)
        handle.dispose()
    }

    @Test func objectIsHeldWeaklyAndSilencesItsSubscription() {
        let subject = PublishSubject<Int>()
        var box: Box? = Box()
        weak let observed = box
        _ = subject.subscribe(with: box!, onNext: { $0.values.append($1) }, onCompleted: { $0.values.append(-1) })
        subject.onNext(1)
        #expect(box?.values == [1])
        box = nil
        #expect(observed == nil)
        subject.onNext(2)
        subject.onCompleted()
    }

    @Test func wholeEventsCanBeObserved() {
        var log: [String] = []
        _ = Observable.of(1).subscribe { log.append(text(of: $0)) }
        #expect(log == ["1", "end"])
    }

    @Test func errorOfASubscriptionWithAnObjectGoesToItsClosure() {
        var box: Box? = Box()
        let subject = PublishSubject<Int>()
        _ = Observable<Int>.error(TestError(5)).subscribe(
            with: box!,
            onError: { box, error in box.values.append((error as? TestError)?.number ?? 0) }
        )
        #expect(box?.values == [5])
        var count = 0
        _ = subject.subscribe(with: box!, onError: { _, _ in count += 1 })
        box = nil
        subject.onError(TestError())
        #expect(count == 0)
    }

    @Test func eventsTellWhatTheyAre() {
        let next = Event.next(1)
        let failed = Event<Int>.error(TestError())
        #expect(next.element == 1 && next.error == nil && !next.isStopEvent && !next.isCompleted)
        #expect(failed.element == nil && failed.error as? TestError == TestError() && failed.isStopEvent)
        #expect(Event<Int>.completed.isCompleted && Event<Int>.completed.isStopEvent)
        #expect(text(of: next.map { $0 + 1 }) == "2")
        #expect(text(of: next.map { _ in throw TestError(3) } as Event<Int>) == "error e3")
        #expect("\(next) \(failed)" == "next(1) error(e1)")
    }

    @Test func observersCanBeMappedAndErased() {
        let target = RawObserver<Int>()
        let mapped: AnyObserver<String> = target.mapObserver { text in
            guard let number = Int(text) else { throw TestError() }
            return number
        }
        mapped.onNext("4")
        mapped.asObserver().onNext("x")
        #expect(target.events == ["4", "error e1"])
    }
}

private final class Box {
    var values: [Int] = []
}
