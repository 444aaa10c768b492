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
}
