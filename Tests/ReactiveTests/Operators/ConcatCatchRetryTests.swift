// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Reactive
import Testing

@Suite struct ConcatCatchRetryTests {
    private let scheduler = VirtualScheduler()

    @Test func concatTakesOneSourceAfterTheOther() {
        let first = scheduler.cold((10, .next(1)), (20, .completed))
        let second = scheduler.cold((10, .next(2)), (20, .completed))
        #expect(scheduler.record { first.concat(second) } == ["210 1", "230 2", "240 end"])
        #expect(first.subscriptions == ["200-220"])
        #expect(second.subscriptions == ["220-240"])
    }

    @Test func concatStopsAtAnError() {
        let second = ProbeSource()
        #expect(Observable<Int>.error(TestError()).concat(second.observable).immediateEvents() == ["error e1"])
        #expect(second.subscribedCount == 0)
    }

    @Test func concatAcceptsAnyNumberOfSources() {
        #expect(Observable<Int>.concat([]).immediateEvents() == ["end"])
        #expect(Observable.concat(.just(1), .just(2), .of(3, 4)).immediateEvents() == ["1", "2", "3", "4", "end"])
        #expect(Observable.concat([Observable.just(1), .just(2)]).immediateEvents() == ["1", "2", "end"])
        #expect(Observable.of(Observable.just(1), Observable.just(2)).concat().immediateEvents() == ["1", "2", "end"])
    }

    @Test func concatAsksForASourceWhenItIsItsTurn() {
        var asked = 0
        let sources = AnySequence {
            AnyIterator {
                asked += 1
                return Observable.just(asked)
            }
        }
        #expect(Observable.concat(sources).take(3).immediateEvents() == ["1", "2", "3", "end"])
        #expect(asked == 3)
    }

    @Test func concatOfManySourcesDoesNotGrowTheStack() {
        var count = 0
        _ = Observable.concat((0..<20_000).lazy.map { Observable.just($0) }).subscribe(onNext: { _ in count += 1 })
        #expect(count == 20_000)
    }

    @Test func catchContinuesWithTheHandlersSequence() {
        let failing = scheduler.cold((10, .next(1)), (20, .error(TestError(5))))
        let events = scheduler.record {
            failing.catch { error in .just((error as? TestError)?.number ?? 0) }
        }
        #expect(events == ["210 1", "220 5", "220 end"])
        #expect(failing.subscriptions == ["200-220"])
    }

    @Test func catchDoesNotHandleTheErrorOfTheHandler() {
        let first = Observable<Int>.error(TestError(1))
        #expect(first.catch { _ in .error(TestError(2)) }.immediateEvents() == ["error e2"])
        #expect(first.catch { _ in throw TestError(3) }.immediateEvents() == ["error e3"])
        #expect(first.catchAndReturn(7).immediateEvents() == ["7", "end"])
        #expect(Observable.of(1).catchAndReturn(7).immediateEvents() == ["1", "end"])
    }

    @Test func catchSequenceTriesOneAfterTheOther() {
        let sources: [Observable<Int>] = [.error(TestError(1)), .just(2), .just(3)]
        #expect(Observable.catch(sequence: sources).immediateEvents() == ["2", "end"])
        let failing: [Observable<Int>] = [.error(TestError(1)), .error(TestError(2))]
        #expect(Observable.catch(sequence: failing).immediateEvents() == ["error e2"])
        #expect(Observable<Int>.catch(sequence: []).immediateEvents() == ["end"])
    }

    @Test func retryTriesAgain() {
        let source = scheduler.cold((10, .next(1)), (20, .error(TestError())))
        #expect(
            scheduler.record(disposed: 255) { source.retry() } == ["210 1", "230 1", "250 1"]
        )
        #expect(source.subscriptions == ["200-220", "220-240", "240-255"])
    }

    @Test(arguments: [(0, ["end"]), (1, ["1", "error e1"]), (3, ["1", "1", "1", "error e1"])])
    func retryCountsAttempts(_ count: Int, _ expected: [String]) {
        let source = Observable.concat(.just(1), .error(TestError()))
        #expect(source.retry(count).immediateEvents() == expected)
    }

    @Test func retryOfASourceThatFailsAtOnceDoesNotGrowTheStack() {
        var attempts = 0
        let source = Observable<Int>.create { observer in
            attempts += 1
            if attempts == 20_000 { observer.onNext(attempts) }
            observer.onError(TestError())
            return Disposables.create()
        }
        #expect(source.retry().take(1).immediateEvents() == ["20000", "end"])
    }

    @Test func retryReconnectsASharedSource() {
        var attempts = 0
        let shared = Observable<Int>.create { observer in
            attempts += 1
            observer.onNext(attempts)
            if attempts < 3 { observer.onError(TestError()) } else { observer.onCompleted() }
            return Disposables.create()
        }.share(replay: 1)
        #expect(shared.retry().immediateEvents() == ["1", "2", "3", "end"])
    }

    @Test func errorOfTheHandlersSequenceIsSentAtOnce() {
        // The error is sent while that sequence is being subscribed to; the rest of its closure runs later.
        let other = PublishSubject<Int>()
        let failing = Observable<Int>.error(TestError(1)).catch { _ in
            Observable.create { observer in
                observer.onNext(1)
                observer.onError(TestError(2))
                other.onNext(3)
                return Disposables.create()
            }
        }
        let observer = RawObserver<Int>()
        _ = Observable.merge(other.asObservable(), failing).subscribe(observer)
        #expect(observer.events == ["1", "error e2"])
    }

    @Test func handlerIsCalledAtOnce() {
        let other = PublishSubject<Int>()
        let failing = Observable<Int>.create { observer in
            observer.onError(TestError(1))
            other.onNext(3)
            return Disposables.create()
        }
        #expect(failing.catch { _ in other.asObservable() }.immediateEvents() == ["3"])
    }
}
