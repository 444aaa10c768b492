// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// Compiled twice, with each of the two modules.

import Dispatch

#if RXSWIFT
import RxSwift
#else
import Reactive
#endif

/// Passes a number of elements through an operator.
package struct Passage {
    package let name: String
    package let run: (Int) -> Void

    private init(_ name: String, _ run: @escaping (Int) -> Void) {
        self.name = name
        self.run = run
    }

    package static var all: [Passage] {
        let own = SerialDispatchQueueScheduler(internalSerialQueueName: "own")
        let concurrent = ConcurrentDispatchQueueScheduler(qos: .default)
        return [
            Passage("PublishSubject") { through($0) { $0.asObservable() } },
            Passage("map, filter") { through($0) { $0.map { $0 + 1 }.filter { $0 > 0 } } },
            Passage("merge") { alternating($0) { Observable.merge($0.asObservable(), $1.asObservable()) } },
            Passage("share(replay: 1), 4 observers") { shared($0, observers: 4) },
            Passage("share(replay: 1), 1 observer") { shared($0, observers: 1) },
            Passage("flatMapLatest to just") { through($0) { $0.flatMapLatest { Observable.just($0) } } },
            Passage("combineLatest of 2") { alternating($0) { Observable.combineLatest($0, $1) { $0 &+ $1 } } },
            Passage("combineLatest of 4") {
                alternating($0) {
                    Observable.combineLatest($0, $1, Observable.just(1), Observable.just(2)) { $0 &+ $1 &+ $2 &+ $3 }
                }
            },
            Passage("combineLatest of 8") {
                alternating($0) {
                    let one = Observable.just(1)
                    return Observable.combineLatest($0, $1, one, one, one, one, one, one) {
                        $0 &+ $1 &+ $2 &+ $3 &+ $4 &+ $5 &+ $6 &+ $7
                    }
                }
            },
            Passage("zip of 2") { alternating($0) { Observable.zip($0, $1) { $0 &+ $1 } } },
            Passage("zip of 4") { count in
                alternating(count) {
                    Observable.zip($0, $1, Observable.from(Array(0..<count)), Observable.from(Array(0..<count))) {
                        $0 &+ $1 &+ $2 &+ $3
                    }
                }
            },
            Passage("observe(on:), the current thread") {
                through($0) { $0.observe(on: CurrentThreadScheduler.instance) }
            },
            Passage("observe(on:), a serial queue of the scheduler's own") { across($0) { $0.observe(on: own) } },
            Passage("observe(on:), a concurrent queue") { across($0) { $0.observe(on: concurrent) } },
            Passage("observe(on:), the main queue") { across($0) { $0.observe(on: MainScheduler.instance) } },
            Passage("observe(on:), one element at a time") { oneByOne($0 / 10) { $0.observe(on: own) } },
        ]
    }

    private static func through(_ count: Int, _ pass: (PublishSubject<Int>) -> Observable<Int>) {
        let source = PublishSubject<Int>()
        var sum = 0
        let subscription = pass(source).subscribe(onNext: { sum &+= $0 })
        for element in 0..<count { source.onNext(element) }
        subscription.dispose()
        precondition(sum > 0)
    }

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
        precondition(sum > 0)
    }

    private static func shared(_ count: Int, observers: Int) {
        let source = PublishSubject<Int>()
        let shared = source.share(replay: 1)
        var sum = 0
        let subscriptions = (0..<observers).map { _ in shared.subscribe(onNext: { sum &+= $0 }) }
        for element in 0..<count { source.onNext(element) }
        for subscription in subscriptions { subscription.dispose() }
        precondition(sum > 0)
    }

    /// Waits for the last element only.
    private static func across(_ count: Int, _ move: (PublishSubject<Int>) -> Observable<Int>) {
        let source = PublishSubject<Int>()
        let isDone = DispatchSemaphore(value: 0)
        let subscription = move(source).subscribe(onNext: { if $0 == count - 1 { isDone.signal() } })
        for element in 0..<count { source.onNext(element) }
        isDone.wait()
        subscription.dispose()
    }

    /// Waits for each element.
    private static func oneByOne(_ count: Int, _ move: (PublishSubject<Int>) -> Observable<Int>) {
        let source = PublishSubject<Int>()
        let isDone = DispatchSemaphore(value: 0)
        let subscription = move(source).subscribe(onNext: { _ in isDone.signal() })
        for element in 0..<count {
            source.onNext(element)
            isDone.wait()
        }
        subscription.dispose()
    }
}
