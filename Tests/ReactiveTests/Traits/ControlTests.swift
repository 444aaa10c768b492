// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Reactive
import Testing

@Suite struct ControlTests {
    @Test @MainActor func controlEventPassesEventsOnAndSubscribesOnTheMainQueue() {
        let subject = PublishSubject<Int>()
        let event = ControlEvent(events: subject)
        let observer = RawObserver<Int>()
        let subscription = event.asControlEvent().subscribe(observer)
        subject.onNext(1)
        subject.onCompleted()
        #expect(observer.events == ["1", "end"])
        subscription.dispose()
    }

    @Test func controlEventIsSubscribedToOnTheMainQueueFromElsewhere() async {
        let isDone = Guarded(false)
        let source = Observable<Int>.create { observer in
            MainScheduler.ensureExecutingOnScheduler()
            observer.onCompleted()
            return Disposables.create()
        }
        _ = ControlEvent(events: source).subscribe(onCompleted: { isDone.change { $0 = true } })
        #expect(await eventually { isDone.value })
    }

    @Test @MainActor func controlPropertySendsValuesAndTakesThem() {
        let relay = BehaviorRelay<String?>(value: nil)
        let taken = RawObserver<String?>()
        let property = ControlProperty(values: relay, valueSink: taken)
        let values = RawObserver<String>()
        let changes = RawObserver<String?>()
        let bag = DisposeBag()
        property.orEmpty.subscribe(values).disposed(by: bag)
        property.changed.subscribe(changes).disposed(by: bag)
        relay.accept("a")
        property.orEmpty.onNext("b")
        property.onNext(nil)
        property.onCompleted()
        #expect(values.events == ["", "a"])
        #expect(changes.events == ["Optional(\"a\")"])
        #expect(taken.events == ["Optional(\"b\")", "nil", "end"])
    }
}
