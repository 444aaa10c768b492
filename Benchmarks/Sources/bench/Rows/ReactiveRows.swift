// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Reactive

/// The cost of passing an element through an operator, in nanoseconds. Budgets are two to three times the result on a
/// busy machine with two cores; docs/reactive.md compares the same operators with RxSwift's.
enum ReactiveRows {
    static func rows(_ meter: Meter) -> [Row] {
        var meter = meter
        meter.rounds = 101
        let operators: [(name: String, budget: Double?, run: (Int) -> Void)] = [
            ("map and filter", 80, throughMapAndFilter),
            ("merge of 2", 160, throughMerge),
            ("share(replay: 1), 4 observers", 300, throughShare),
            ("flatMapLatest to just", 250, throughFlatMapLatest),
            ("combineLatest of 2", 220, throughCombineLatest),
            ("combineLatest of 5", 500, throughCombineLatestOfFive),
            ("zip of 2", 180, throughZip),
            ("observe(on:) a serial queue", 500, throughObserveOn),
            ("delay", nil, throughDelay),
        ]
        let figures = meter.measure(operators.map { Subject(name: $0.name, run: $0.run) })
        return operators.map { name, budget, _ in
            let (title, figure) = ("element through \(name)", figures[name] ?? .nan)
            guard let budget else { return .comparison(title, figure) }
            return .bound(title, figure, atMost: budget)
        }
    }

    private static func throughMapAndFilter(_ count: Int) {
        let source = PublishSubject<Int>()
        var sum = 0
        let subscription = source.map { $0 + 1 }.filter { $0 > 0 }.subscribe(onNext: { sum &+= $0 })
        for element in 0..<count { source.onNext(element) }
        subscription.dispose()
        keep(sum)
    }

    private static func throughMerge(_ count: Int) {
        alternating(count) { Observable.merge($0.asObservable(), $1.asObservable()) }
    }

    private static func throughCombineLatest(_ count: Int) {
        alternating(count) { Observable.combineLatest($0, $1) { $0 &+ $1 } }
    }

    private static func throughCombineLatestOfFive(_ count: Int) {
        alternating(count) {
            Observable.combineLatest($0, $1, Observable.just(1), Observable.just(2), Observable.just(3)) {
                $0 &+ $1 &+ $2 &+ $3 &+ $4
            }
        }
    }

    private static func throughZip(_ count: Int) {
        alternating(count) { Observable.zip($0, $1) { $0 &+ $1 } }
    }

    private static func throughShare(_ count: Int) {
        let source = PublishSubject<Int>()
        let shared = source.share(replay: 1)
        var sum = 0
        let subscriptions = (0..<4).map { _ in shared.subscribe(onNext: { sum &+= $0 }) }
        for element in 0..<count { source.onNext(element) }
        for subscription in subscriptions { subscription.dispose() }
        keep(sum)
    }

    private static func throughFlatMapLatest(_ count: Int) {
        let source = PublishSubject<Int>()
        var sum = 0
        let subscription = source.flatMapLatest { Observable.just($0) }.subscribe(onNext: { sum &+= $0 })
        for element in 0..<count { source.onNext(element) }
        subscription.dispose()
        keep(sum)
    }

    private static func throughObserveOn(_ count: Int) {
        let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "bench")
        acrossThreads(count) { $0.observe(on: scheduler) }
    }

    private static func throughDelay(_ count: Int) {
        let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "bench")
        acrossThreads(count) { $0.delay(.nanoseconds(1), scheduler: scheduler) }
    }

    /// Sends the elements through two sources alternately.
    private static func alternating(
        _ count: Int,
        _ combine: (PublishSubject<Int>, PublishSubject<Int>) -> Observable<Int>
    ) {
        let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
        var sum = 0
        let subscription = combine(first, second).subscribe(onNext: { sum &+= $0 })
        for element in 0..<count {
            if element & 1 == 0 { first.onNext(element) } else { second.onNext(element) }
        }
        subscription.dispose()
        keep(sum)
    }

    /// Sends the elements and waits until the last one has arrived.
    private static func acrossThreads(_ count: Int, _ move: (PublishSubject<Int>) -> Observable<Int>) {
        let source = PublishSubject<Int>()
        let isDone = DispatchSemaphore(value: 0)
        let subscription = move(source).subscribe(onNext: { if $0 == count - 1 { isDone.signal() } })
        for element in 0..<count { source.onNext(element) }
        isDone.wait()
        subscription.dispose()
    }
}
