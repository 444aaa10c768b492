// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Reactive
import Synchronization
import Testing

@Suite struct ShareTests {
    @Test func shareConnectsWithTheFirstAndDisconnectsWithTheLast() {
        let probe = ProbeSource()
        let shared = probe.observable.share()
        let first = shared.subscribe(onNext: { _ in })
        let second = shared.subscribe(onNext: { _ in })
        #expect(probe.subscribedCount == 1)
        first.dispose()
        first.dispose()
        #expect(probe.disposedCount == 0)
        second.dispose()
        #expect(probe.disposedCount == 1)
        shared.subscribe(onNext: { _ in }).dispose()
        #expect(probe.subscribedCount == 2 && probe.disposedCount == 2)
    }

    @Test func replayIsForgottenWithTheConnection() {
        let probe = ProbeSource()
        let shared = probe.observable.share(replay: 1)
        let first = shared.subscribe(onNext: { _ in })
        probe.send(.next(1))
        probe.send(.next(2))
        #expect(shared.immediateEvents() == ["2"])
        first.dispose()
        #expect(shared.immediateEvents() == [])
    }

    @Test func replayForeverOutlivesTheConnection() {
        let probe = ProbeSource()
        let shared = probe.observable.share(replay: 2, scope: .forever)
        let first = shared.subscribe(onNext: { _ in })
        for element in 1...3 { probe.send(.next(element)) }
        first.dispose()
        #expect(probe.disposedCount == 1)
        #expect(shared.immediateEvents() == ["2", "3"])
        #expect(probe.subscribedCount == 2)
    }

    @Test func endOfTheSourceStartsANewConnectionForLaterSubscribers() {
        let probe = ProbeSource()
        let shared = probe.observable.share(replay: 1)
        let observer = RawObserver<Int>()
        _ = shared.subscribe(observer)
        probe.send(.next(1))
        probe.send(.completed)
        #expect(observer.events == ["1", "end"])
        #expect(probe.disposedCount == 1)
        #expect(shared.immediateEvents() == [])
        #expect(probe.subscribedCount == 2)
    }

    @Test func endOfTheSourceIsReplayedForever() {
        for replay in [0, 1] {
            let probe = ProbeSource()
            let shared = probe.observable.share(replay: replay, scope: .forever)
            _ = shared.subscribe(RawObserver<Int>())
            probe.send(.next(1))
            probe.send(.error(TestError()))
            #expect(shared.immediateEvents() == (replay == 1 ? ["1"] : []) + ["error e1"])
            #expect(probe.subscribedCount == 1)
        }
    }

    @Test func subscribingAgainFromTheEndReconnects() {
        let probe = ProbeSource()
        let shared = probe.observable.share()
        let second = RawObserver<Int>()
        _ = shared.subscribe(onCompleted: { _ = shared.subscribe(second) })
        probe.send(.completed)
        #expect(probe.subscribedCount == 2)
        probe.send(.next(5))
        #expect(second.events == ["5"])
        probe.send(.completed)
    }

    @Test func sourceThatEndsWhileConnectingIsLetGoOf() {
        expectNoLeak {
            let shared = Observable.of(1, 2).share(replay: 1)
            #expect(shared.immediateEvents() == ["1", "2", "end"])
            #expect(Observable.just(3).share().immediateEvents() == ["3", "end"])
        }
    }

    @Test(arguments: [0, 1])
    func restartingSourceStopsWhenItsOnlySubscriberIsFinished(replay: Int) {
        expectNoLeak {
            var attempts = 0
            let source = Observable<Int>.create { observer in
                attempts += 1
                observer.onNext(attempts)
                // Stops failing at some point, so that the test fails instead of running forever.
                if attempts < 100 { observer.onError(TestError()) } else { observer.onCompleted() }
                return Disposables.create()
            }
            let shared = source.retry().share(replay: replay)
            #expect(shared.take(1).immediateEvents() == ["1", "end"])
            #expect(attempts == 1)
            // The next subscriber connects again.
            #expect(shared.take(1).immediateEvents() == ["2", "end"])
            #expect(attempts == 2)
        }
    }

    @Test func restartingSourceGoesOnForASubscriberThatCameMeanwhile() {
        var attempts = 0
        let source = Observable<Int>.create { observer in
            attempts += 1
            observer.onNext(attempts)
            if attempts < 3 { observer.onError(TestError()) } else { observer.onCompleted() }
            return Disposables.create()
        }
        let shared = source.retry().share()
        let second = RawObserver<Int>()
        _ = shared.take(1).subscribe(onNext: { _ in _ = shared.subscribe(second) })
        #expect(second.events == ["2", "3", "end"])
        #expect(attempts == 3)
    }

    @Test func nextSourceIsNotSubscribedToForAFinishedSubscriber() {
        let probe = ProbeSource()
        let shared = Observable.concat(.just(1), probe.observable).share()
        #expect(shared.take(1).immediateEvents() == ["1", "end"])
        #expect(probe.subscribedCount == 0)
        #expect(shared.immediateEvents() == ["1"])
        #expect(probe.subscribedCount == 1 && probe.disposedCount == 1)
    }

    @Test func subscribersThatComeAndGoOnThreadsLeaveNoConnection() {
        expectNoLeak {
            let probe = ProbeSource()
            let shared = probe.observable.share(replay: 1)
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                for _ in 0..<500 { shared.subscribe(onNext: { _ in }).dispose() }
            }
            #expect(probe.subscribedCount == probe.disposedCount)
        }
    }

    @Test(arguments: [0, 1])
    func lateEventsOfAnOldConnectionDoNotReachTheNewOne(replay: Int) {
        // A source that still sends to disposed observers, as a late thread would.
        let observers = Guarded<[AnyObserver<Int>]>([])
        let rude = RudeSource { observer in observers.change { $0.append(observer) } }
        let shared = rude.observable.share(replay: replay, scope: .forever)
        shared.subscribe(onNext: { _ in }).dispose()
        let present = RawObserver<Int>()
        _ = shared.subscribe(present)
        let (old, new) = (observers.value[0], observers.value[1])
        old.onNext(1)
        old.onCompleted()
        new.onNext(2)
        #expect(present.events == ["2"])
        new.onCompleted()
        #expect(present.events == ["2", "end"])
        #expect(shared.immediateEvents() == (replay == 1 ? ["2"] : []) + ["end"])
    }
}
