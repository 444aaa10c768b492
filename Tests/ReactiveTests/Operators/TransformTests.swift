// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Reactive
import Testing

@Suite struct TransformTests {
    private let scheduler = VirtualScheduler()

    @Test func mapTransformsUntilItThrows() {
        let source = scheduler.hot((150, .next(1)), (210, .next(2)), (220, .next(3)), (230, .next(4)))
        let events = scheduler.record {
            source.map { number in
                if number == 4 { throw TestError() }
                return number * 10
            }
        }
        #expect(events == ["210 20", "220 30", "230 error e1"])
        #expect(source.subscriptions == ["200-230"])
    }

    @Test func filterAndCompactMapLeaveOut() {
        let source = scheduler.hot((210, .next(1)), (220, .next(2)), (230, .completed))
        let other = VirtualScheduler()
        let same = other.hot((210, .next(1)), (220, .next(2)), (230, .error(TestError())))
        #expect(scheduler.record { source.filter { $0 == 2 } } == ["220 2", "230 end"])
        #expect(other.record { same.compactMap { $0 == 1 ? "one" : nil } } == ["210 one", "230 error e1"])
        #expect(Observable.of(1).filter { _ in throw TestError() }.immediateEvents() == ["error e1"])
        #expect(Observable.of(1).compactMap { _ -> Int? in throw TestError() }.immediateEvents() == ["error e1"])
    }

    @Test func scanAccumulates() {
        #expect(Observable.of(1, 2, 3).scan(10, accumulator: +).immediateEvents() == ["11", "13", "16", "end"])
        #expect(
            Observable.of(1, 2).scan(into: [Int]()) { $0.append($1) }.immediateEvents() == ["[1]", "[1, 2]", "end"]
        )
        let throwing = Observable.of(1, 2).scan(0) { sum, element in
            if element == 2 { throw TestError() }
            return sum + element
        }
        #expect(throwing.immediateEvents() == ["1", "error e1"])
    }

    @Test func eachSubscriberScansForItself() {
        let scanned = Observable.of(1, 2).scan(into: [Int]()) { $0.append($1) }
        #expect(scanned.immediateEvents() == scanned.immediateEvents())
    }

    @Test func distinctUntilChangedComparesWithTheLastOneSent() {
        let source = Observable.of(1, 1, 2, 3, 1, 1)
        #expect(source.distinctUntilChanged().immediateEvents() == ["1", "2", "3", "1", "end"])
        #expect(source.distinctUntilChanged { $0 % 2 }.immediateEvents() == ["1", "2", "3", "end"])
        #expect(source.distinctUntilChanged { abs($0 - $1) < 2 }.immediateEvents() == ["1", "3", "1", "end"])
        #expect(source.distinctUntilChanged { _, _ in throw TestError() }.immediateEvents() == ["1", "error e1"])
        #expect(
            Observable.of("a", "b", "cc").distinctUntilChanged(at: \.count).immediateEvents() == ["a", "cc", "end"]
        )
    }

    @Test func startWithComesFirst() {
        let source = scheduler.hot((220, .next(3)), (250, .completed))
        #expect(scheduler.record { source.startWith(1, 2) } == ["200 1", "200 2", "220 3", "250 end"])
    }

    @Test func startWithDoesNotSubscribeToTheSourceAfterDisposal() {
        let probe = ProbeSource()
        #expect(probe.observable.startWith(1, 2).take(1).immediateEvents() == ["1", "end"])
        #expect(probe.subscribedCount == 0)
    }

    @Test func materializeAndDematerializeAreInverse() {
        let materialized = Observable<Int>.error(TestError()).startWith(1).materialize()
        #expect(materialized.immediateEvents() == ["next(1)", "error(e1)", "end"])
        #expect(materialized.dematerialize().immediateEvents() == ["1", "error e1"])
        #expect(Observable.of(1).materialize().dematerialize().immediateEvents() == ["1", "end"])
    }

    @Test func doCallsBesideTheEvents() {
        var log: [String] = []
        let source = Observable.of(1).do(
            onNext: { log.append("next \($0)") },
            afterNext: { log.append("after \($0)") },
            onCompleted: { log.append("completed") },
            afterCompleted: { log.append("after completed") },
            onSubscribe: { log.append("subscribe") },
            onSubscribed: { log.append("subscribed") },
            onDispose: { log.append("dispose") }
        )
        _ = source.subscribe { log.append(text(of: $0)) }
        #expect(
            log == [
                "subscribe", "subscribed", "next 1", "1", "after 1", "completed", "end", "after completed", "dispose",
            ]
        )
    }

    @Test(arguments: [Event<Int>.completed, .error(TestError())])
    func doDisposesAfterTheActionBehindTheEndOfASourceThatEndsLater(_ end: Event<Int>) {
        var log: [String] = []
        let subject = PublishSubject<Int>()
        let source = subject.do(
            afterError: { _ in log.append("after") },
            afterCompleted: { log.append("after") },
            onDispose: { log.append("dispose") }
        )
        _ = source.subscribe { log.append(text(of: $0)) }
        _ = source.map { $0 }.subscribe { log.append(text(of: $0)) }
        subject.on(end)
        #expect(log == [text(of: end), "after", "dispose", text(of: end), "after", "dispose"])
    }

    @Test func doDisposesAtOnceWithoutAnEnd() {
        var log: [String] = []
        let source = Observable<Int>.never().do(
            afterCompleted: { log.append("after") },
            onDispose: { log.append("dispose") }
        )
        source.subscribe(onNext: { _ in }).dispose()
        #expect(log == ["dispose"])
    }

    @Test func doTurnsWhatItThrowsIntoTheError() {
        #expect(Observable.of(1, 2).do(onNext: { _ in throw TestError() }).immediateEvents() == ["error e1"])
        #expect(Observable.of(1).do(afterNext: { _ in throw TestError() }).immediateEvents() == ["1", "error e1"])
        #expect(Observable.of(1).do(onCompleted: { throw TestError() }).immediateEvents() == ["1", "error e1"])
        let failed = Observable<Int>.error(TestError(1)).do(onError: { _ in throw TestError(2) })
        #expect(failed.immediateEvents() == ["error e2"])
    }

    @Test func singleWantsExactlyOne() {
        #expect(Observable.of(1).single().immediateEvents() == ["1", "end"])
        #expect(Observable<Int>.empty().single().immediateEvents() == ["error Sequence doesn't contain any elements."])
        #expect(Observable.of(1, 2, 3).single { $0 == 2 }.immediateEvents() == ["2", "end"])
        #expect(Observable.of(1, 2).single().immediateEvents().count == 2)
    }
}
