// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Reactive

extension OperatorCase {
    static let all: [OperatorCase] = sources + stateless + filtering + combining + timed + chaining + sharing

    private static let sources: [OperatorCase] = [
        OperatorCase("just", sources: 0) { _, _ in Observable.just(1) },
        OperatorCase("just later", sources: 0) { _, t in Observable.just(1, scheduler: t) },
        OperatorCase("of", sources: 0) { _, _ in Observable.of(1, 2, 3) },
        OperatorCase("from", sources: 0) { _, t in Observable.from([1, 2, 3], scheduler: t) },
        OperatorCase("from optional", sources: 0) { _, _ in Observable.from(optional: 1) },
        OperatorCase("empty", sources: 0) { _, _ in Observable<Int>.empty() },
        OperatorCase("error", sources: 0) { _, _ in Observable<Int>.error(TestError()) },
        OperatorCase("never", sources: 0, outlivesSources: true) { _, _ in Observable<Int>.never() },
    ]

    private static let stateless: [OperatorCase] = [
        OperatorCase("map", serializes: false) { s, _ in s[0].map { $0 + 1 } },
        OperatorCase("filter", serializes: false) { s, _ in s[0].filter { $0 > 1 } },
        OperatorCase("compactMap", serializes: false) { s, _ in s[0].compactMap { $0 > 1 ? $0 : nil } },
        OperatorCase("do", serializes: false) { s, _ in s[0].do(onNext: { _ in }, onDispose: {}) },
        OperatorCase("materialize", serializes: false) { s, _ in s[0].materialize() },
        OperatorCase("dematerialize", serializes: false) { s, _ in s[0].materialize().dematerialize() },
        OperatorCase("ignoreElements", serializes: false) { s, _ in s[0].ignoreElements() },
        OperatorCase("startWith", serializes: false) { s, _ in s[0].startWith(8, 9) },
        OperatorCase("subscribeOn immediate", serializes: false) { s, _ in
            s[0].subscribe(on: CurrentThreadScheduler.instance)
        },
        OperatorCase("create", serializes: false) { s, _ in Observable.create { s[0].subscribe($0) } },
        OperatorCase("deferred", serializes: false) { s, _ in Observable.deferred { s[0] } },
    ]

    private static let filtering: [OperatorCase] = [
        OperatorCase("take") { s, _ in s[0].take(2) },
        OperatorCase("take all") { s, _ in s[0].take(1_000_000) },
        OperatorCase("skip") { s, _ in s[0].skip(1) },
        OperatorCase("take while") { s, _ in s[0].take(while: { $0 < 3 }) },
        OperatorCase("take until predicate") { s, _ in s[0].take(until: { $0 == 3 }, behavior: .inclusive) },
        OperatorCase("skip while") { s, _ in s[0].skip(while: { $0 < 2 }) },
        OperatorCase("take while inclusive") { s, _ in s[0].take(while: { $0 < 3 }, behavior: .inclusive) },
        OperatorCase("distinctUntilChanged by key") { s, _ in s[0].distinctUntilChanged { $0 / 2 } },
        OperatorCase("scan into") { s, _ in s[0].scan(into: 0) { $0 += $1 } },
        OperatorCase("distinctUntilChanged") { s, _ in s[0].distinctUntilChanged() },
        OperatorCase("scan") { s, _ in s[0].scan(0, accumulator: +) },
        OperatorCase("single") { s, _ in s[0].single { $0 == 2 } },
    ]

    private static let combining: [OperatorCase] = [
        OperatorCase("take until", sources: 2) { s, _ in s[0].take(until: s[1].filter { $0 == 3 }) },
        OperatorCase("skip until", sources: 2) { s, _ in s[0].skip(until: s[1]) },
        OperatorCase("merge", sources: 2) { s, _ in Observable.merge(s) },
        OperatorCase("merge with", sources: 2) { s, _ in s[0].merge(with: s[1]) },
        OperatorCase("merge limited", sources: 2) { s, _ in Observable.from(s).merge(maxConcurrent: 1) },
        OperatorCase("combineLatest", sources: 2) { s, _ in Observable.combineLatest(s[0], s[1]) },
        OperatorCase("combineLatest collection", sources: 3) { s, _ in Observable.combineLatest(s) },
        OperatorCase("zip", sources: 2) { s, _ in Observable.zip(s[0], s[1]) },
        OperatorCase("combineLatest of four", sources: 4) { s, _ in
            Observable.combineLatest(s[0], s[1], s[2], s[3]) { $0 + $1 + $2 + $3 }
        },
        OperatorCase("zip of three", sources: 3) { s, _ in Observable.zip(s[0], s[1], s[2]) },
        OperatorCase("zip of four", sources: 4) { s, _ in
            Observable.zip(s[0], s[1], s[2], s[3]) { $0 + $1 + $2 + $3 }
        },
        OperatorCase("combineLatest of eight", sources: 8) { s, _ in
            Observable.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]) { a, b, c, d, e, f, g, h in
                [a, b, c, d, e, f, g, h]
            }
        },
        OperatorCase("zip of five", sources: 5) { s, _ in Observable.zip(s[0], s[1], s[2], s[3], s[4]) },
        OperatorCase("merge of sequences", sources: 2) { s, _ in Observable.from(s).merge() },
        OperatorCase("switchLatest", sources: 2) { s, _ in s[0].map { _ in s[1] }.switchLatest() },
        OperatorCase("zip collection", sources: 3) { s, _ in Observable.zip(s) },
        OperatorCase("withLatestFrom", sources: 2) { s, _ in s[0].withLatestFrom(s[1]) { $0 + $1 } },
        OperatorCase("flatMap", sources: 2) { s, _ in s[0].flatMap { _ in s[1] } },
        OperatorCase("flatMapLatest to just") { s, _ in s[0].flatMapLatest { Observable.just($0) } },
        OperatorCase("concatMap to just or empty") { s, _ in s[0].concatMap { $0 > 1 ? Observable.just($0) : .empty() }
        },
        OperatorCase("flatMapFirst", sources: 2) { s, _ in s[0].flatMapFirst { _ in s[1] } },
        OperatorCase("flatMapLatest", sources: 2) { s, _ in s[0].flatMapLatest { _ in s[1] } },
        OperatorCase("concatMap", sources: 2, outlivesSources: true) { s, _ in s[0].concatMap { _ in s[1].take(2) } },
    ]

    private static let timed: [OperatorCase] = [
        OperatorCase("observeOn") { s, t in s[0].observe(on: t) },
        onQueue("observeOn serial queue", SerialDispatchQueueScheduler(internalSerialQueueName: "laws")),
        onQueue(
            "observeOn queue of others",
            SerialDispatchQueueScheduler(internalSerialQueueName: "laws", serialQueueConfiguration: { _ in })
        ),
        OperatorCase("subscribeOn", serializes: false) { s, t in s[0].subscribe(on: t) },
        OperatorCase("debounce") { s, t in s[0].debounce(.seconds(2), scheduler: t) },
        OperatorCase("throttle") { s, t in s[0].throttle(.seconds(2), scheduler: t) },
        OperatorCase("throttle first") { s, t in s[0].throttle(.seconds(2), latest: false, scheduler: t) },
        OperatorCase("delay") { s, t in s[0].delay(.seconds(2), scheduler: t) },
        OperatorCase("timeout") { s, t in s[0].timeout(.seconds(500), scheduler: t) },
        OperatorCase("timeout switches", sources: 2) { s, t in
            s[0].timeout(.seconds(1), other: s[1], scheduler: t)
        },
        OperatorCase("buffer") { s, t in s[0].buffer(timeSpan: .seconds(3), count: 2, scheduler: t) },
        OperatorCase("take for") { s, t in s[0].take(for: .seconds(30), scheduler: t) },
        OperatorCase("skip for") { s, t in s[0].skip(.seconds(2), scheduler: t) },
    ]

    private static let chaining: [OperatorCase] = [
        OperatorCase("concat", sources: 2, serializes: false) { s, _ in s[0].concat(s[1]) },
        OperatorCase("concat of sequences", sources: 2) { s, _ in Observable.from(s).concat() },
        OperatorCase("concat collection", sources: 2, serializes: false) { s, _ in Observable.concat(s) },
        OperatorCase("catch sequence", sources: 2, serializes: false) { s, _ in Observable.catch(sequence: s) },
        OperatorCase("catch", sources: 2, serializes: false) { s, _ in s[0].catch { _ in s[1] } },
        OperatorCase("catchAndReturn", serializes: false) { s, _ in s[0].catchAndReturn(0) },
        OperatorCase("retry", serializes: false, outlivesSources: true) { s, _ in s[0].retry() },
        OperatorCase("retry when", sources: 2, serializes: false, outlivesSources: true) { s, _ in
            s[0].retry(when: { errors in errors.flatMap { _ in s[1] } })
        },
        OperatorCase("retry twice", serializes: false, outlivesSources: true) { s, _ in s[0].retry(2) },
    ]

    private static let sharing: [OperatorCase] = [
        OperatorCase("share", serializes: false) { s, _ in s[0].share() },
        OperatorCase("share replay") { s, _ in s[0].share(replay: 1) },
        OperatorCase("share replay forever") { s, _ in s[0].share(replay: 2, scope: .forever) },
    ]

    private static func onQueue(_ name: String, _ scheduler: SerialDispatchQueueScheduler) -> OperatorCase {
        var operatorCase = OperatorCase(name) { s, _ in s[0].observe(on: scheduler) }
        operatorCase.settle = {
            let isDone = DispatchSemaphore(value: 0)
            // From a thread outside the test's `ResourceScope`: what this itself makes may live a little longer.
            DispatchQueue.global().async {
                _ = scheduler.schedule(()) {
                    isDone.signal()
                    return Disposables.create()
                }
            }
            isDone.wait()
        }
        return operatorCase
    }
}
