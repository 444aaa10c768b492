// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Reactive
import Testing

@Suite struct CreationTests {
    @Test func simpleSourcesSendWhatTheirNamesSay() {
        #expect(Observable.just(1).immediateEvents() == ["1", "end"])
        #expect(Observable<Int>.empty().immediateEvents() == ["end"])
        #expect(Observable<Int>.never().immediateEvents() == [])
        #expect(Observable<Int>.error(TestError()).immediateEvents() == ["error e1"])
        #expect(Observable.of(1, 2, 3).immediateEvents() == ["1", "2", "3", "end"])
        #expect(Observable.from([1, 2]).immediateEvents() == ["1", "2", "end"])
        #expect(Observable.from(Set([4])).immediateEvents() == ["4", "end"])
        #expect(Observable<Int>.from(optional: 1).immediateEvents() == ["1", "end"])
        #expect(Observable<Int>.from(optional: nil).immediateEvents() == ["end"])
    }

    @Test func sourcesOnASchedulerSendOneElementPerTurn() {
        let scheduler = VirtualScheduler()
        #expect(
            scheduler.record { Observable.of(1, 2, scheduler: scheduler) } == ["201 1", "202 2", "203 end"]
        )
        let other = VirtualScheduler()
        #expect(other.record { Observable.just(5, scheduler: other) } == ["201 5", "202 end"])
    }

    @Test func disposalStopsASourceOnAScheduler() {
        let scheduler = VirtualScheduler()
        let events = scheduler.record(disposed: 203) { Observable.from(1...100, scheduler: scheduler) }
        #expect(events == ["201 1", "202 2"])
        #expect(scheduler.pendingCount == 0)
    }

    @Test func interleavedSourcesTakeTurnsOnTheTrampoline() {
        let merged = Observable.merge(Observable.of(1, 2, 3), Observable.of(10, 20, 30))
        #expect(merged.immediateEvents() == ["1", "10", "2", "20", "3", "30", "end"])
    }

    @Test func createStopsAfterTheEndAndDisposesOfWhatItWasGiven() {
        var disposals = 0
        let source = Observable<Int>.create { observer in
            observer.onNext(1)
            observer.onCompleted()
            observer.onNext(2)
            observer.onError(TestError())
            return Disposables.create { disposals += 1 }
        }
        #expect(source.immediateEvents() == ["1", "end"])
        #expect(disposals == 1)
    }

    @Test func createKeepsNothingButItsClosure() {
        expectNoLeak {
            let source = Observable<Int>.create { _ in Disposables.create() }
            // Neither subscription ends, and nothing retains them afterwards.
            _ = source.subscribe(onNext: { _ in })
            _ = source.map { $0 }.filter { _ in true }.subscribe(onNext: { _ in })
        }
    }

    @Test func deferredMakesItsSourceForEachSubscriber() {
        var count = 0
        let source = Observable<Int>.deferred {
            count += 1
            if count == 3 { throw TestError() }
            return .just(count)
        }
        #expect(source.immediateEvents() == ["1", "end"])
        #expect(source.immediateEvents() == ["2", "end"])
        #expect(source.immediateEvents() == ["error e1"])
    }
}
