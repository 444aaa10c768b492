// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Reactive
import Synchronization
import Testing

/// Callbacks that subscribe, dispose and send, and threads that hold a lock of their own meanwhile.
@Suite struct ReentrancyTests {
    /// The program holds its lock while it sends events, and acquires it in the callback. If the library held a lock
    /// during the callback, two threads would deadlock.
    @Test(arguments: SubjectCase.all)
    func foreignLockIsNeverHeldTogetherWithOurs(_ subjectCase: SubjectCase) {
        let subject = subjectCase.make()
        let foreign = Mutex(0)
        _ = subject.observable.scan(0) { $0 + $1 }.subscribe(onNext: { _ in foreign.withLock { $0 += 1 } })
        DispatchQueue.concurrentPerform(iterations: 2) { thread in
            for element in 0..<500 {
                if thread == 0 {
                    subject.observer.onNext(element)
                } else {
                    foreign.withLock { _ in
                        subject.observable.subscribe(onDisposed: {}).dispose()
                        _ = subject.hasObservers()
                    }
                }
            }
        }
        subject.observer.onCompleted()
    }

    /// With a lock of ours held, the error's deinitialiser would stop the program; so a process of its own tries it.
    @Test func theErrorOfADisposedSubjectDiesOutsideTheLock() async {
        await #expect(processExitsWith: .success) {
            let deaths = Guarded(0)
            let published = PublishSubject<Int>()
            published.onError(
                DyingError {
                    _ = published.isDisposed
                    deaths.change { $0 += 1 }
                }
            )
            published.dispose()
            let replayed = ReplaySubject<Int>.create(bufferSize: 1)
            replayed.onError(
                DyingError {
                    _ = replayed.isDisposed
                    deaths.change { $0 += 1 }
                }
            )
            replayed.dispose()
            precondition(deaths.value == 2)
        }
    }

    @Test func combinedSubjectsThatFeedEachOtherOnThreadsComeToAnEnd() {
        for _ in 0..<30 {
            let left = BehaviorSubject(value: 0)
            let right = BehaviorSubject(value: 0)
            let bag = CompositeDisposable(
                Observable.combineLatest(left, right) { max($0, $1) }.distinctUntilChanged()
                    .subscribe(onNext: { if $0 < 20 { left.onNext($0 + 1) } }),
                Observable.merge(left, right).distinctUntilChanged()
                    .subscribe(onNext: { if $0 < 20 { right.onNext($0 + 1) } })
            )
            DispatchQueue.concurrentPerform(iterations: 2) { $0 == 0 ? left.onNext(1) : right.onNext(1) }
            bag.dispose()
        }
    }

    @Test func disposingOfTheWholeChainInsideItIsSafe() {
        expectNoLeak {
            let subject = PublishSubject<Int>()
            let chain = SerialDisposable()
            let observer = RawObserver<Int>()
            let source = subject.scan(0, accumulator: +).flatMapLatest { element in
                Observable.of(element, element + 1).do(onNext: { if $0 == 3 { chain.dispose() } })
            }
            chain.disposable = source.share(replay: 1).take(10).subscribe(observer)
            for element in [1, 1, 1, 1] { subject.onNext(element) }
            #expect(observer.events == ["1", "2", "2"])
            #expect(!subject.hasObservers)
        }
    }

    @Test func statefulOperatorsSurviveSeveralSenders() {
        let subject = PublishSubject<Int>()
        var count = 0
        var last = 0
        let subscription = subject.scan(0, accumulator: +).subscribe(onNext: {
            // Not atomic: the operator guarantees that events do not overlap.
            count += 1
            last = $0
        })
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<5_000 { subject.onNext(1) }
        }
        subscription.dispose()
        #expect(count == 20_000)
        #expect(last == 20_000)
    }

    @Test func behaviorSubjectEndsWithTheSameValueForAll() {
        for _ in 0..<10 {
            let subject = BehaviorSubject(value: 0)
            let observers = (0..<3).map { _ in RawObserver<Int>() }
            for observer in observers { _ = subject.subscribe(observer) }
            DispatchQueue.concurrentPerform(iterations: 4) { thread in
                for element in 1...100 { subject.onNext(thread * 1_000 + element) }
            }
            let value = (try? subject.value()).map { "\($0)" }
            #expect(observers.allSatisfy { $0.events.last == value && $0.events.count == 401 })
            #expect(Set(observers.map(\.events)).count == 1)
        }
    }

    @Test func releasedElementMayCallBackIntoTheModule() {
        let relay = BehaviorRelay<Bell?>(value: nil)
        var rings = 0
        relay.accept(
            Bell {
                rings += 1
                relay.accept(nil)
            }
        )
        relay.accept(nil)
        #expect(rings == 1)
    }
}

private final class Bell {
    private let ring: () -> Void
    init(_ ring: @escaping () -> Void) { self.ring = ring }
    deinit { ring() }
}

/// Does something when it dies.
private final class DyingError: Error, @unchecked Sendable {
    // Proof: used on one thread.
    private let onDeath: () -> Void

    init(onDeath: @escaping () -> Void) { self.onDeath = onDeath }

    deinit { onDeath() }
}
