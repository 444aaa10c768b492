// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Reactive
import Testing

/// One kind of subject, ready for the laws.
struct SubjectCase: Sendable, CustomTestStringConvertible {
    /// A type-erased subject.
    struct Made: Sendable {
        let observable: Observable<Int>
        let observer: AnyObserver<Int>
        let hasObservers: @Sendable () -> Bool
    }

    let name: String
    /// Whether its events never overlap.
    let serializes: Bool
    let make: @Sendable () -> Made

    var testDescription: String { name }

    static let all: [SubjectCase] = [
        SubjectCase(name: "PublishSubject", serializes: false) {
            let subject = PublishSubject<Int>()
            return Made(observable: subject, observer: AnyObserver(subject)) { subject.hasObservers }
        },
        SubjectCase(name: "BehaviorSubject", serializes: true) {
            let subject = BehaviorSubject(value: 0)
            return Made(observable: subject, observer: AnyObserver(subject)) { subject.hasObservers }
        },
        SubjectCase(name: "ReplaySubject", serializes: true) {
            let subject = ReplaySubject<Int>.create(bufferSize: 2)
            return Made(observable: subject, observer: AnyObserver(subject)) { subject.hasObservers }
        },
        SubjectCase(name: "unbounded ReplaySubject", serializes: true) {
            let subject = ReplaySubject<Int>.createUnbounded()
            return Made(observable: subject, observer: AnyObserver(subject)) { subject.hasObservers }
        },
        SubjectCase(name: "AsyncSubject", serializes: true) {
            let subject = AsyncSubject<Int>()
            return Made(observable: subject, observer: AnyObserver(subject)) { subject.hasObservers }
        },
    ]

    /// The subject between a source and an observer, like an operator.
    var asOperator: OperatorCase {
        OperatorCase(name, serializes: serializes) { sources, _ in
            let subject = make()
            return Observable.create { observer in
                let out = subject.observable.subscribe(observer)
                return Disposables.create(sources[0].subscribe(subject.observer), out)
            }
        }
    }
}

func checkSubjectLaws(_ subjectCase: SubjectCase) {
    for terminal in [Event<Int>.completed, .error(TestError())] {
        expectNoLeak(subjectCase.name) { checkEndIsReplayed(subjectCase, terminal) }
    }
    expectNoLeak(subjectCase.name) { checkObserversAreForgotten(subjectCase) }
    expectNoLeak(subjectCase.name) { checkSubscribersRaceWithEvents(subjectCase) }
}

/// Late subscribers get the end, and nothing after it.
private func checkEndIsReplayed(_ subjectCase: SubjectCase, _ terminal: Event<Int>) {
    let subject = subjectCase.make()
    subject.observer.onNext(1)
    subject.observer.on(terminal)
    subject.observer.onNext(2)
    subject.observer.on(.error(TestError(9)))
    for _ in 0..<2 {
        let late = RawObserver<Int>()
        subject.observable.subscribe(late).dispose()
        #expect(late.events.last == text(of: terminal), "\(subjectCase.name) does not replay its end")
        #expect(!late.events.contains("2"))
    }
}

private func checkObserversAreForgotten(_ subjectCase: SubjectCase) {
    let subject = subjectCase.make()
    #expect(!subject.hasObservers())
    let first = subject.observable.subscribe(RawObserver<Int>())
    let second = subject.observable.subscribe(RawObserver<Int>())
    #expect(subject.hasObservers())
    first.dispose()
    first.dispose()
    #expect(subject.hasObservers())
    second.dispose()
    #expect(!subject.hasObservers())
    _ = subject.observable.subscribe(RawObserver<Int>())
    subject.observer.onCompleted()
    #expect(!subject.hasObservers())
}

/// A subscriber that joins while another thread sends gets a gapless, ordered tail of the events.
private func checkSubscribersRaceWithEvents(_ subjectCase: SubjectCase) {
    let count = 2_000
    let subject = subjectCase.make()
    let observers = Guarded<[RawObserver<Int>]>([])
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
        if thread == 0 {
            for element in 1...count { subject.observer.onNext(element) }
        } else {
            for _ in 0..<50 {
                let observer = RawObserver<Int>()
                _ = subject.observable.subscribe(observer)
                observers.change { $0.append(observer) }
            }
        }
    }
    subject.observer.onCompleted()
    for observer in observers.value {
        let elements = observer.events.compactMap { Int($0) }
        let expected = elements.first.map { Array($0...max($0, count)) } ?? []
        #expect(elements == expected || elements == Array(expected.suffix(1)), "\(subjectCase.name): gap or disorder")
        #expect(observer.events.last == "end")
    }
}
