// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Reactive
import Testing

@Suite struct CombinationTests {
    private let scheduler = VirtualScheduler()

    @Test func combineLatestStartsWhenAllHaveSent() {
        let first = scheduler.hot((210, .next(1)), (230, .next(2)), (300, .completed))
        let second = scheduler.hot((220, .next(10)), (240, .next(20)), (250, .completed))
        let events = scheduler.record { Observable.combineLatest(first, second) { $0 + $1 } }
        #expect(events == ["220 11", "230 12", "240 22", "300 end"])
        #expect(second.subscriptions == ["200-250"])
    }

    @Test func combineLatestEndsWhenNothingCanComeAnyMore() {
        let first = scheduler.hot((210, .completed))
        let second = scheduler.hot((220, .next(1)), (230, .next(2)))
        #expect(scheduler.record { Observable.combineLatest(first, second) { $0 + $1 } } == ["220 end"])
    }

    @Test func combineLatestFailsWithASourceOrTheSelector() {
        let one = Observable.just(1)
        #expect(
            Observable.combineLatest(one, Observable<Int>.error(TestError())) { $0 + $1 }.immediateEvents() == [
                "error e1"
            ]
        )
        #expect(
            Observable<Int>.combineLatest(one, one) { _, _ in throw TestError() }.immediateEvents() == ["error e1"]
        )
    }

    @Test func combinationsComeInAllArities() {
        let sources = (1...4).map { Observable.just($0) }
        let (a, b, c, d) = (sources[0], sources[1], sources[2], sources[3])
        #expect(Observable.combineLatest(a, b).map { $0 + $1 }.immediateEvents() == ["3", "end"])
        #expect(Observable.combineLatest(a, b, c).map { $0 + $1 + $2 }.immediateEvents() == ["6", "end"])
        #expect(Observable.combineLatest(a, b, c, d).map { $0 + $1 + $2 + $3 }.immediateEvents() == ["10", "end"])
        #expect(Observable.zip(a, b).map { $0 * $1 }.immediateEvents() == ["2", "end"])
        #expect(Observable.zip(a, b, c) { $0 * $1 * $2 }.immediateEvents() == ["6", "end"])
        #expect(Observable.zip(a, b, c, d) { $0 * $1 * $2 * $3 }.immediateEvents() == ["24", "end"])
        #expect(Observable.combineLatest(sources).immediateEvents() == ["[1, 2, 3, 4]", "end"])
        #expect(Observable.zip(sources) { $0.reduce(0, +) }.immediateEvents() == ["10", "end"])
    }

    @Test func collectionsWithoutSources() {
        let none: [Observable<Int>] = []
        #expect(Observable.combineLatest(none).immediateEvents() == ["[]", "end"])
        #expect(Observable.zip(none).immediateEvents() == ["end"])
    }

    @Test func zipPairsElementsByPosition() {
        let first = scheduler.hot((210, .next(1)), (220, .next(2)), (230, .next(3)), (240, .completed))
        let second = scheduler.hot((225, .next(10)), (250, .next(20)), (260, .completed))
        let events = scheduler.record { Observable.zip(first, second) { $0 + $1 } }
        #expect(events == ["225 11", "250 22", "260 end"])
        #expect(first.subscriptions == ["200-240"])
    }

    @Test func zipOfTwoEndsWhenBothHaveEnded() {
        let first = scheduler.hot((210, .next(5)), (220, .completed))
        let second = scheduler.hot((210, .next(5)), (220, .next(6)), (230, .completed))
        #expect(scheduler.record { Observable.zip(first, second) { $0 + $1 } } == ["210 10", "230 end"])
    }

    @Test func withLatestFromIsDrivenByTheFirst() {
        let first = scheduler.hot((210, .next(1)), (230, .next(2)), (250, .next(3)), (260, .completed))
        let second = scheduler.hot((220, .next(10)), (240, .next(20)), (245, .completed))
        let events = scheduler.record { first.withLatestFrom(second) { "\($0)/\($1)" } }
        #expect(events == ["230 2/10", "250 3/20", "260 end"])
        #expect(second.subscriptions == ["200-245"])
    }

    @Test func withLatestFromFailsWithTheSecond() {
        let first = scheduler.hot((230, .next(2)))
        let second = scheduler.hot((220, .error(TestError())))
        #expect(scheduler.record { first.withLatestFrom(second) } == ["220 error e1"])
        #expect(first.subscriptions == ["200-220"])
    }

    @Test func combinationsOfUpToEightSources() {
        let s = (1...8).map { Observable.just($0) }
        #expect(
            Observable.combineLatest(s[0], s[1], s[2], s[3], s[4]) { $0 + $1 + $2 + $3 + $4 }.immediateEvents() == [
                "15", "end",
            ]
        )
        #expect(
            Observable.zip(s[0], s[1], s[2], s[3], s[4], s[5]) { $0 + $1 + $2 + $3 + $4 + $5 }.immediateEvents() == [
                "21", "end",
            ]
        )
        let fiveInTurn = Observable.zip(s[0], s[1], s[2], s[3], s[4]) { a, b, c, d, e in [a, b, c, d, e] }
        #expect(fiveInTurn.immediateEvents() == ["[1, 2, 3, 4, 5]", "end"])
        let six = Observable.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5]) { a, b, c, d, e, f in
            [a, b, c, d, e, f]
        }
        #expect(six.immediateEvents() == ["[1, 2, 3, 4, 5, 6]", "end"])
        let seven = Observable.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6])
        #expect(seven.map { $0.0 + $0.6 }.immediateEvents() == ["8", "end"])
        let sevenInTurn = Observable.zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6].map { "\($0)" })
        #expect(sevenInTurn.map { "\($0.0)\($0.6)" }.immediateEvents() == ["17", "end"])
        let eight = Observable.zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7].map { "\($0)" })
        #expect(eight.map { "\($0.0)\($0.7)" }.immediateEvents() == ["18", "end"])
        let all = Observable.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]) { a, b, c, d, e, f, g, h in
            [a, b, c, d, e, f, g, h]
        }
        #expect(all.immediateEvents() == ["[1, 2, 3, 4, 5, 6, 7, 8]", "end"])
    }

    @Test func zipKeepsManyElementsThatWait() {
        let (first, second) = (PublishSubject<Int>(), PublishSubject<String>())
        let observer = RawObserver<String>()
        _ = Observable.zip(first, second) { "\($0)\($1)" }.subscribe(observer)
        for round in 0..<3 {
            for element in 0..<3_000 { first.onNext(element) }
            for element in 0..<3_000 { second.onNext("-\(element)") }
            #expect(observer.events.suffix(3_000) == (0..<3_000).map { "\($0)-\($0)" }[...], "round \(round)")
        }
    }

    @Test func combinationsReleaseTheirElements() {
        final class Token {}
        weak var token: Token?
        let (first, second) = (PublishSubject<Token>(), PublishSubject<Token>())
        for combine in [
            { Observable.combineLatest(first, second) { _, _ in 1 } }, { Observable.zip(first, second) { _, _ in 1 } },
        ] {
            let subscription = combine().subscribe(onNext: { _ in })
            do {
                let sent = Token()
                token = sent
                first.onNext(sent)
            }
            #expect(token != nil)
            subscription.dispose()
            #expect(token == nil)
        }
    }
}
