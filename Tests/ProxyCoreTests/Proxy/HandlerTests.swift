// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import ProxyTestSupport
import Reactive
import Testing

@Suite(.leavesNothing) struct HandlerTests {
    private typealias Selectors = SampleProxy.Selectors
    private let recorder = Recorder()
    private let proxy: SampleProxy
    private let target = SampleTarget()

    init() {
        proxy = SampleProxy(recorder: recorder)
        proxy.setForwardDelegate(target, retain: true)
    }

    @Test func aHandlerAnswersAndTheTargetStillActs() {
        let handler = proxy.handle(Selectors.answer) { $0.count * 100 }
        #expect(proxy.answer(to: "four") == 400)
        #expect(target.calls == ["answer four"])
        handler.dispose()
        #expect(proxy.answer(to: "four") == 4)
        recorder.flush()
        #expect(recorder.invocations().items.map(\.returnPath) == [.target, .handler])
    }

    @Test func aHandlerThatStandsAloneKeepsTheTargetOut() {
        let handler = proxy.handle(Selectors.answer, callingTarget: false) { _ in 1 }
        #expect(proxy.answer(to: "four") == 1 && target.calls.isEmpty)
        handler.dispose()
    }

    @Test func aHandlerThatSuspendsStopsTheProgramIfTheRequirementIsNotAsync() async {
        await #expect(processExitsWith: .failure) {
            let proxy = SampleProxy()
            _ = proxy.handle(SampleProxy.Selectors.answer) { text in
                await Task.yield()
                return text.count
            }
            print(proxy.answer(to: "four"))
        }
    }

    @Test func whatTheTargetThrowsBehindAHandlerGoesNowhere() throws {
        let handler = proxy.handle(Selectors.load) { [$0, "handled"] }
        #expect(try proxy.load("") == ["", "handled"])
        #expect(target.calls == ["load "])
        handler.dispose()
        #expect(throws: SampleError(code: 2)) { try proxy.load("") }
    }

    @Test func theRecordKeepsWhatTheTargetAnsweredBehindAHandler() throws {
        let handler = proxy.handle(Selectors.answer) { $0.count * 100 }
        _ = proxy.answer(to: "four")
        handler.dispose()
        let thrower = proxy.handle(Selectors.load) { [$0, "handled"] }
        _ = try proxy.load("")
        thrower.dispose()
        recorder.flush()
        let calls = recorder.invocations().items
        #expect(calls[1].result?.content == .signed(400) && calls[1].targetResult?.content == .signed(4))
        #expect(calls[1].targetError == nil && calls[1].returnPath == .handler)
        #expect(calls[0].targetError?.typeName == "SampleError" && calls[0].targetResult == nil)
        #expect(calls[0].state == .returned && calls[0].error == nil)
    }

    @Test func closuresOfAnActorThatAreCalledElsewhereStopTheProgram() async {
        await #expect(processExitsWith: .success) {
            let proxy = SampleProxy(recorder: Recorder())
            let clerk = Clerk()
            await clerk.answer(proxy)
            await MainActor.run { precondition(proxy.answer(to: "who") == 1) }
        }
        await #expect(processExitsWith: .failure) {
            let proxy = SampleProxy(recorder: Recorder())
            let clerk = Clerk()
            await clerk.answer(proxy)
            await onThread { _ = proxy.answer(to: "who") }
        }
        await #expect(processExitsWith: .failure) {
            let proxy = SampleProxy(recorder: Recorder())
            let clerk = Clerk()
            await clerk.watch(proxy)
            await onThread { proxy.count(1, named: "n") }
        }
    }

    @Test func aHandlerMayThrow() {
        let handler = proxy.handle(Selectors.load) { _ in throw SampleError(code: 9) }
        #expect(throws: SampleError(code: 9)) { try proxy.load("x") }
        handler.dispose()
        recorder.flush()
        #expect(recorder.invocations().items.first?.error?.typeName == "SampleError")
    }

    @Test func theNewestHandlerAnswersUntilItIsTakenAway() {
        let first = proxy.handle(Selectors.answer) { _ in 1 }
        let second = proxy.handle(Selectors.answer) { _ in 2 }
        #expect(proxy.answer(to: "") == 2)
        second.dispose()
        second.dispose()
        #expect(proxy.answer(to: "") == 1)
        first.dispose()
        #expect(proxy.answer(to: "") == 0)
    }

    @Test func everySignalOfARequirementSeesEveryCall() {
        var seen: [String] = []
        let first = proxy.stream(for: Selectors.count, map: \.0).subscribe(onNext: { seen.append("first \($0)") })
        let second = proxy.stream(for: Selectors.count, map: \.1).subscribe(onNext: { seen.append("second \($0)") })
        proxy.count(1, named: "one")
        #expect(seen == ["first 1", "second one"] && target.calls == ["count 1 one"])
        first.dispose()
        proxy.count(2, named: "two")
        #expect(seen.last == "second two" && seen.count == 3)
        second.dispose()
    }

    @Test func subscribersOfOneSignalShareOneAnswer() {
        var dispatched = 0
        let signal = proxy.signal(for: Selectors.answer) { (subject: PublishSubject<String>, question) in
            dispatched += 1
            subject.onNext(question)
            return 9
        }
        var seen: [String] = []
        let first = signal.subscribe(onNext: { seen.append($0) })
        let second = signal.subscribe(onNext: { seen.append($0) })
        #expect(proxy.answer(to: "a") == 9)
        #expect(dispatched == 1 && seen == ["a", "a"])
        first.dispose()
        #expect(proxy.answer(to: "b") == 9 && seen.count == 3)
        second.dispose()
        #expect(proxy.answer(to: "four") == 4 && dispatched == 2)
    }

    /// The call has found the second signal's handler before the first one's subscriber lets go of it.
    @Test func aSignalWhoseLastSubscriberLeavesDuringACallIsNotDispatchedForNothing() {
        var dispatched = 0
        let second = SerialDisposable()
        let first = proxy.stream(for: Selectors.count).subscribe(onNext: { _ in second.dispose() })
        second.disposable = proxy.stream(for: Selectors.count) { _ in dispatched += 1 }.subscribe()
        proxy.count(1, named: "one")
        #expect(second.isDisposed && dispatched == 0)
        first.dispose()
    }

    @Test func aPropertyAnswersWithItsValueAtTheTimeOfTheCall() {
        let factor = BehaviorRelay(value: 2)
        let feed = proxy.feed(property: factor, to: Selectors.answer) { factor, question in factor * question.count }
        #expect(proxy.answer(to: "four") == 8)
        factor.accept(3)
        #expect(proxy.answer(to: "four") == 12)
        feed.dispose()
        #expect(proxy.answer(to: "four") == 4)
    }

    @Test func forwardToHoldsItsDelegateWeakly() {
        proxy.setForwardDelegate(nil, retain: false)
        var other: SampleTarget? = SampleTarget()
        proxy.forwardTo = other
        #expect(proxy.answer(to: "four") == 4 && proxy.forwardTo === other)
        other = nil
        #expect(proxy.answer(to: "four") == 42 && proxy.forwardTo == nil)
    }

    @Test func whatAHandlerHoldsIsLetGoWithIt() {
        weak var weakTarget: SampleTarget?
        let handler: any Disposable
        do {
            let held = SampleTarget()
            weakTarget = held
            handler = proxy.handle(Selectors.answer) { held.answer(to: $0) }
        }
        #expect(weakTarget != nil)
        handler.dispose()
        #expect(weakTarget == nil)
    }

    @Test func aHandlerMayTakeItselfAwayAndCallTheProxyAgain() {
        let handler = SerialDisposable()
        handler.disposable = proxy.handle(Selectors.answer) { [proxy] question in
            handler.dispose()
            return proxy.answer(to: question) + 100
        }
        #expect(proxy.answer(to: "four") == 104)
        #expect(proxy.answer(to: "four") == 4)
    }
}

/// Keeps its books on the main actor.
@MainActor private final class Clerk {
    private var count = 0
    private let bag = DisposeBag()

    func answer(_ proxy: SampleProxy) {
        proxy.handle(SampleProxy.Selectors.answer) { _ in
            self.count += 1
            return self.count
        }
        .disposed(by: bag)
    }

    func watch(_ proxy: SampleProxy) {
        proxy.stream(for: SampleProxy.Selectors.count) { self.count += $0.0 }.subscribe().disposed(by: bag)
    }
}
