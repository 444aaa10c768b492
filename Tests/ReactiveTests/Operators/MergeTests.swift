// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Reactive
import Testing

@Suite struct MergeTests {
    private let scheduler = VirtualScheduler()

    @Test func mergeSendsAsElementsComeAndEndsWithTheLastSource() {
        let first = scheduler.hot((210, .next(1)), (230, .next(3)), (240, .completed))
        let second = scheduler.hot((220, .next(2)), (250, .next(4)), (260, .completed))
        let merged = Observable.merge([first.asObservable(), second.asObservable()])
        #expect(scheduler.record { merged } == ["210 1", "220 2", "230 3", "250 4", "260 end"])
        #expect(first.subscriptions == ["200-240"])
        #expect(second.subscriptions == ["200-260"])
    }

    @Test func mergeFailsWithTheFirstErrorAndLetsGoOfTheOthers() {
        let first = scheduler.hot((210, .next(1)), (220, .error(TestError())))
        let second = scheduler.hot((230, .next(2)))
        #expect(scheduler.record { first.merge(with: second) } == ["210 1", "220 error e1"])
        #expect(second.subscriptions == ["200-220"])
    }

    @Test func mergeOfNothingEnds() {
        #expect(Observable<Int>.merge([]).immediateEvents() == ["end"])
        #expect(Observable.of(1).merge(with: [Observable<Int>]()).immediateEvents() == ["1", "end"])
    }

    @Test func mergeLimitedLetsTheOthersWait() {
        let sources = (0..<3).map { index in scheduler.cold((10, .next(index)), (20, .completed)) }
        let outer = Observable.from(sources.map { $0.asObservable() })
        #expect(
            scheduler.record { outer.merge(maxConcurrent: 2) } == ["210 0", "210 1", "230 2", "240 end"]
        )
        #expect(sources.map(\.subscriptions) == [["200-220"], ["200-220"], ["220-240"]])
    }

    @Test func flatMapRunsAllSequences() {
        let outer = scheduler.hot((210, .next(1)), (220, .next(2)), (300, .completed))
        let inner = scheduler.cold((5, .next(0)), (30, .next(1)), (40, .completed))
        let events = scheduler.record { outer.flatMap { number in inner.map { "\(number).\($0)" } } }
        #expect(events == ["215 1.0", "225 2.0", "240 1.1", "250 2.1", "300 end"])
        #expect(inner.subscriptions == ["210-250", "220-260"])
    }

    @Test func flatMapEndsOnlyWhenTheSequencesHaveEnded() {
        let outer = scheduler.hot((210, .next(1)), (220, .completed))
        let inner = scheduler.cold((50, .next(5)), (60, .completed))
        #expect(scheduler.record { outer.flatMap { _ in inner } } == ["260 5", "270 end"])
    }

    @Test func flatMapFailsWithTheSelectorTheSourceOrASequence() {
        #expect(
            Observable.of(1).flatMap { _ -> Observable<Int> in throw TestError() }.immediateEvents() == ["error e1"]
        )
        #expect(Observable<Int>.error(TestError()).flatMap { Observable.of($0) }.immediateEvents() == ["error e1"])
        #expect(Observable.of(1).flatMap { _ in Observable<Int>.error(TestError()) }.immediateEvents() == ["error e1"])
    }

    @Test func flatMapFirstIgnoresElementsWhileBusy() {
        let outer = scheduler.hot((210, .next(1)), (220, .next(2)), (300, .next(3)), (310, .completed))
        let inner = scheduler.cold((5, .next(0)), (30, .completed))
        let events = scheduler.record { outer.flatMapFirst { number in inner.map { "\(number).\($0)" } } }
        #expect(events == ["215 1.0", "305 3.0", "330 end"])
    }

    @Test func flatMapLatestLetsGoOfThePreviousSequence() {
        let outer = scheduler.hot((210, .next(1)), (220, .next(2)), (300, .completed))
        let inner = scheduler.cold((5, .next(0)), (15, .next(1)), (40, .completed))
        let events = scheduler.record { outer.flatMapLatest { number in inner.map { "\(number).\($0)" } } }
        #expect(events == ["215 1.0", "225 2.0", "235 2.1", "300 end"])
        #expect(inner.subscriptions == ["210-220", "220-260"])
    }

    @Test func switchLatestWaitsForTheLastSequence() {
        let inner = scheduler.cold((50, .next(1)), (60, .completed))
        let outer = scheduler.hot((210, .next(0)), (220, .completed)).map { _ in inner }
        #expect(scheduler.record { outer.switchLatest() } == ["260 1", "270 end"])
    }

    @Test func concatMapTakesOneAfterTheOther() {
        let outer = scheduler.hot((210, .next(1)), (220, .next(2)), (230, .completed))
        let inner = scheduler.cold((10, .next(0)), (30, .completed))
        let events = scheduler.record { outer.concatMap { number in inner.map { "\(number).\($0)" } } }
        #expect(events == ["220 1.0", "250 2.0", "270 end"])
    }

    @Test func sequencesThatSendDuringTheirSubscriptionGetThroughAtOnce() {
        var log: [String] = []
        let chatty = Observable<Int>.create { observer in
            observer.onNext(1)
            log.append("sent")
            observer.onCompleted()
            return Disposables.create()
        }
        _ = Observable.of(0).flatMap { _ in chatty }.subscribe(onNext: { log.append("\($0)") })
        _ = Observable.of(0).concatMap { _ in chatty }.subscribe(onNext: { log.append("\($0)") })
        #expect(log == ["1", "sent", "1", "sent"])
    }

    @Test func manySequencesThatEndAtOnceDoNotGrowTheStack() {
        let count = 20_000
        var sum = 0
        _ = Observable.from(0..<count).concatMap { Observable.just($0) }.subscribe(onNext: { sum += $0 })
        #expect(sum == count * (count - 1) / 2)
    }

    @Test func feedbackIntoTheSourceIsServedAfterTheEventThatCausedIt() {
        let subject = PublishSubject<Int>()
        let observer = RawObserver<Int> {
            ""
        } reaction: { event in
            if let element = event.element, element < 4 { subject.onNext(element + 1) }
        }
        _ = subject.flatMap { Observable.just($0) }.subscribe(observer)
        subject.onNext(1)
        #expect(observer.events == ["1", "2", "3", "4"])
    }

    @Test func waitingSequencesThatEndDuringTheirSubscriptionDoNotGrowTheStack() {
        let count = 20_000
        let first = PublishSubject<Int>()
        var sum = 0
        _ = Observable.from(0...count)
            .concatMap { $0 == 0 ? first.asObservable() : chatty([$0]) }
            .subscribe(onNext: { sum += $0 })
        #expect(sum == 0)
        first.onCompleted()
        #expect(sum == count * (count + 1) / 2)
    }

    @Test func flatMapLatestSwitchesInTheCallbackOfAnElementSentDuringASubscription() {
        let subject = PublishSubject<Int>()
        let observer = RawObserver<Int> {
            ""
        } reaction: { event in
            if event.element == 10 { subject.onNext(2) }
        }
        _ = subject.flatMapLatest { Observable.of($0 * 10, $0 * 10 + 1) }.subscribe(observer)
        subject.onNext(1)
        #expect(observer.events == ["10", "20", "21"])
    }

    /// The first sequence is being subscribed to until the second one, which comes on another thread, has sent.
    @Test(arguments: [
        (Flattening.all, ["10", "20", "11"]), (.twoAtATime, ["10", "20", "11"]), (.latest, ["10", "20"]),
    ])
    func sequenceFromAnotherThreadDoesNotWaitForASubscription(_ flattening: Flattening, _ expected: [String]) {
        let subject = PublishSubject<Int>()
        let observer = RawObserver<Int>()
        let flattened = flattening.flatten(subject) { number in
            guard number == 1 else { return chatty([20]) }
            return Observable.create { inner in
                inner.onNext(10)
                // A queue of its own gets a thread even if other tests keep all those of the global queue busy.
                DispatchQueue(label: "sender").async { subject.onNext(2) }
                _ = waitUntil { observer.events.contains("20") }
                inner.onNext(11)
                return Disposables.create()
            }
        }
        let subscription = flattened.subscribe(observer)
        subject.onNext(1)
        #expect(observer.events == expected)
        subscription.dispose()
    }

    @Test(arguments: Flattening.allCases)
    func errorOfTheSourceDoesNotWaitForASubscription(_ flattening: Flattening) {
        let subject = PublishSubject<Int>()
        let observer = RawObserver<Int>()
        let flattened = flattening.flatten(subject) { _ in
            Observable.create { inner in
                inner.onNext(10)
                subject.onError(TestError())
                inner.onNext(11)
                return Disposables.create()
            }
        }
        _ = flattened.subscribe(observer)
        subject.onNext(1)
        #expect(observer.events == ["10", "error e1"])
    }
}

/// The operators that map elements to sequences.
enum Flattening: CaseIterable {
    case all, first, latest, oneAtATime, twoAtATime

    func flatten(
        _ source: some ObservableType<Int>,
        _ selector: @escaping (Int) -> Observable<Int>
    ) -> Observable<Int> {
        switch self {
        case .all: source.flatMap(selector)
        case .first: source.flatMapFirst(selector)
        case .latest: source.flatMapLatest(selector)
        case .oneAtATime: source.concatMap(selector)
        case .twoAtATime: source.map(selector).merge(maxConcurrent: 2)
        }
    }
}

/// A sequence that sends everything during the subscription.
func chatty(_ elements: [Int]) -> Observable<Int> {
    .create { observer in
        for element in elements { observer.onNext(element) }
        observer.onCompleted()
        return Disposables.create()
    }
}
