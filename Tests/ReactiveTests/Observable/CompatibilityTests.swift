// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Reactive
import Testing

/// Source compatibility with code written for RxSwift.
@Suite struct CompatibilityTests {
    /// `Reactive.Event` would be a member of the type `Reactive`; a module selector names the module.
    @Test func moduleSelectorNamesWhatTheTypeHides() {
        let event: Reactive::Event<Int> = .next(1)
        #expect(event.element == 1)
        let sequence: Reactive::Observable<Int> = .just(2)
        #expect(sequence.immediateEvents() == ["2", "end"])
    }

    @available(*, deprecated, message: "It uses what is deprecated.")
    @Test func deprecatedSpellingsStillCompile() {
        let scheduler = CurrentThreadScheduler.instance
        let failing = Observable<Int>.error(TestError())
        let numbers = Observable.of(1, 2, 3)
        #expect(failing.catchError { _ in .just(1) }.immediateEvents() == ["1", "end"])
        #expect(failing.catchErrorJustReturn(1).immediateEvents() == ["1", "end"])
        #expect(Observable.catchError([failing, .just(1)]).immediateEvents() == ["1", "end"])
        #expect(failing.retryWhen { (errors: Observable<any Error>) in errors.take(0) }.immediateEvents() == ["end"])
        #expect(failing.retryWhen { (errors: Observable<TestError>) in errors.take(0) }.immediateEvents() == ["end"])
        #expect(numbers.observeOn(scheduler).immediateEvents() == ["1", "2", "3", "end"])
        #expect(numbers.subscribeOn(scheduler).immediateEvents() == ["1", "2", "3", "end"])
        #expect(numbers.skipWhile { $0 < 3 }.immediateEvents() == ["3", "end"])
        #expect(numbers.takeWhile { $0 < 2 }.immediateEvents() == ["1", "end"])
        #expect(numbers.takeUntil(.inclusive) { $0 == 2 }.immediateEvents() == ["1", "2", "end"])
        #expect(numbers.takeUntil(Observable<Int>.never()).immediateEvents() == ["1", "2", "3", "end"])
        #expect(numbers.skipUntil(Observable<Int>.never()).immediateEvents() == [])
        let timed = numbers.take(.seconds(100), scheduler: VirtualScheduler())
        #expect(timed.immediateEvents() == ["1", "2", "3", "end"])
    }
}
