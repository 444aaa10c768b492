// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Reactive
import Testing

@Suite struct BinderTests {
    @Test @MainActor func binderSetsItsTargetAtOnceOnTheMainQueue() {
        let label = Label()
        let binder = Binder(label) { $0.text = $1 }
        binder.onNext("a")
        binder.on(.next("b"))
        binder.onCompleted()
        #expect(label.text == "b")
    }

    @Test func binderGoesToTheMainQueueFromElsewhere() async {
        let wasSet = Guarded(false)
        let label = Label()
        let binder = Binder<String>(label) { _, _ in
            MainScheduler.ensureExecutingOnScheduler()
            wasSet.change { $0 = true }
        }
        binder.onNext("a")
        #expect(await eventually { wasSet.value })
        _ = label
    }

    @Test func binderDoesNotRetainItsTarget() {
        var label: Label? = Label()
        weak let observed = label
        var count = 0
        let binder = Binder<String>(label!, scheduler: CurrentThreadScheduler.instance) { _, _ in count += 1 }
        binder.onNext("a")
        label = nil
        #expect(observed == nil)
        binder.onNext("b")
        #expect(count == 1)
    }

    @Test @MainActor func everyPropertyOfAClassHasABinder() {
        let label = Label()
        _ = Observable.just("text").bind(to: label.rx.text)
        label.rx.size.onNext(12)
        #expect(label.text == "text")
        #expect(label.size == 12)
    }

    @Test func anyTypeGetsItsRoomByAnEmptyExtension() {
        #expect(Point(x: 1, y: 2).rx.sum == 3)
        #expect(Point.rx.origin == Point(x: 0, y: 0))
    }

    @Test func bindSendsToAllObserversAndToOptionalOnes() {
        let first = RawObserver<Int>()
        let second = RawObserver<Int>()
        let optional = RawObserver<Int?>()
        _ = Observable.of(1).bind(to: first, second)
        _ = Observable.of(2).bind(to: optional)
        #expect(first.events == ["1", "end"] && second.events == first.events)
        #expect(optional.events == ["Optional(2)", "end"])
    }

    @Test func bindAcceptsFunctions() {
        let doubled: Observable<Int> = Observable.of(2).bind(to: { $0.map { $0 * 2 } })
        #expect(doubled.immediateEvents() == ["4", "end"])
        let times: Observable<Int> = Observable.of(2).bind(
            to: { source in { factor in source.map { $0 * factor } } },
            curriedArgument: 5
        )
        #expect(times.immediateEvents() == ["10", "end"])
        var seen: [Int] = []
        _ = Observable.of(1, 2).bind { seen.append($0) }
        let label = Label()
        _ = Observable.of(3).bind(with: label) { $0.size = $1 }
        #expect(seen == [1, 2])
        #expect(label.size == 3)
    }

    @Test(.enabled(if: Resources.isTracking, "Errors are fatal in debug builds only."))
    func bindingAnErrorIsFatal() async {
        await #expect(processExitsWith: .failure) {
            Binder<Int>(Label()) { _, _ in }.onError(TestError())
        }
        await #expect(processExitsWith: .failure) {
            _ = Observable<Int>.error(TestError()).bind(to: PublishRelay())
        }
    }
}

private final class Label: ReactiveCompatible {
    var text = ""
    var size = 0
}

private struct Point: Equatable, ReactiveCompatible {
    let x: Int
    let y: Int
}

extension Reactive where Base == Point {
    fileprivate var sum: Int { base.x + base.y }
    fileprivate static var origin: Point { Point(x: 0, y: 0) }
}
