// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import ProxyCore
import ProxyTestSupport
import Reactive
import Synchronization
import Testing

@testable import FilterTestSupport

@Suite struct CompletionTests {
    private let target = LateAnswerer()

    private func proxy(_ adjust: (inout RecorderConfiguration) -> Void = { _ in }) -> AskingProxy {
        var configuration = RecorderConfiguration.unhurried
        configuration.overflowPolicy = .wait
        adjust(&configuration)
        let proxy = AskingProxy(recorder: Recorder(configuration))
        proxy.setForwardDelegate(target, retain: true)
        return proxy
    }

    /// The only recorded call.
    private func call(of recorder: Recorder) throws -> Invocation {
        recorder.flush()
        return try #require(recorder.invocations().items.first)
    }

    private func matches(_ recorder: Recorder, _ filter: String) throws -> Int {
        recorder.flush()
        return recorder.count(matching: try InvocationFilter(filter)).matched
    }

    @Test func tellsWhenAndWhereAndWithWhatAClosureWasCalledAfterTheCallHadReturned() async throws {
        let proxy = proxy()
        let answered = Mutex<[Int]>([])
        proxy.ask("how many?") { number, _ in answered.withLock { $0.append(number) } }
        let before = try call(of: proxy.recorder)
        #expect(before.completion == .pending && before.completions.map(\.argument) == [1])
        let answer = try #require(target.takeAnswer())
        await onThread {
            // `Thread.name` has no effect until the thread's starter has noted the thread.
            try? "late".write(toFile: "/proc/thread-self/comm", atomically: false, encoding: .utf8)
            answer(42, "forty-two")
        }
        let after = try call(of: proxy.recorder)
        #expect(answered.withLock { $0 } == [42])
        #expect(after.completion == .called)
        let completion = try #require(after.completions.first)
        #expect(completion.count == 1 && completion.releasedAfterNanoseconds == nil)
        let call = try #require(completion.calls.first)
        #expect(call.afterNanoseconds >= after.durationNanoseconds ?? 0)
        #expect(call.thread.id > 0 && call.thread.name == "late" && !call.thread.isMain)
        #expect(call.arguments.map(\.typeName) == ["Int", "String?"])
        #expect(call.arguments.map(\.kind) == [.scalar, .string])
    }

    @Test func aTransformLeavesOutWhatBecomesOfAClosureNowAndLater() throws {
        let proxy = proxy {
            $0.transform = { call in
                var call = call
                call.completions = []
                return call
            }
        }
        proxy.ask("which token?") { _, _ in }
        #expect(try call(of: proxy.recorder).completions.isEmpty)
        let answer = try #require(target.takeAnswer())
        answer(1, "secret")
        let call = try call(of: proxy.recorder)
        #expect(call.completions.isEmpty && call.completion == nil && call.arguments.count == 2)
        #expect(try matches(proxy.recorder, "completion:called") == 0)
    }

    @Test func tellsOfAClosureThatIsCalledBeforeTheCallReturns() throws {
        final class AtOnce: AskingDelegate {
            func ask(_ question: String, answer: @escaping @Sendable (Int, String?) -> Void) { answer(1, nil) }
            func choose(
                _ question: String,
                accept: @escaping @Sendable () -> Void,
                refuse: (@Sendable (any Error) -> Void)?
            ) {}
        }
        let proxy = proxy()
        proxy.setForwardDelegate(AtOnce(), retain: true)
        proxy.ask("now?") { _, _ in }
        let call = try call(of: proxy.recorder)
        #expect(call.completion == .called)
        let completion = try #require(call.completions.first?.calls.first)
        #expect(completion.afterNanoseconds <= call.durationNanoseconds ?? 0)
        #expect(completion.arguments.last?.kind == .nil)
    }

    @Test func tellsOfASecondCallAndKeepsTheFirstOnesOnly() throws {
        let proxy = proxy()
        proxy.ask("again?") { _, _ in }
        let answer = try #require(target.takeAnswer())
        for number in 1...20 { answer(number, nil) }
        let completion = try #require(call(of: proxy.recorder).completions.first)
        #expect(completion.state == .twice && completion.count == 20)
        #expect(completion.calls.map { $0.arguments[0].content } == (1...8).map { .signed($0) })
        #expect(try matches(proxy.recorder, "completion:twice") == 1)
    }

    @Test func tellsOfAClosureThatWasReleasedWithoutACall() throws {
        let proxy = proxy()
        proxy.ask("never?") { _, _ in }
        #expect(try matches(proxy.recorder, "completion:pending") == 1)
        #expect(try matches(proxy.recorder, "completion:never") == 0)
        _ = target.takeAnswer()
        let completion = try #require(call(of: proxy.recorder).completions.first)
        #expect(completion.state == .never && completion.calls.isEmpty)
        #expect(completion.releasedAfterNanoseconds ?? 0 > 0)
        #expect(try matches(proxy.recorder, "completion:never") == 1)
        #expect(proxy.recorder.neverCompleted().map(\.selector.name) == ["ask(_:answer:)"])
        #expect(proxy.recorder.neverCompleted().map(\.calls) == [1])
    }

    @Test func aCallIsCompletedWhenOneOfItsClosuresWasCalled() throws {
        struct Refusal: Error {}
        let proxy = proxy()
        let said = Mutex<[String]>([])
        proxy.choose(
            "yes or no?",
            accept: { said.withLock { $0.append("yes") } },
            refuse: { error in
                said.withLock { $0.append("\(type(of: error))") }
            }
        )
        try #require(target.takeChoice()).refuse?(Refusal())
        let call = try call(of: proxy.recorder)
        #expect(said.withLock { $0 } == ["Refusal"])
        #expect(call.completions.map(\.state) == [.never, .called] && call.completion == .called)
        #expect(call.completions[1].calls[0].arguments[0].typeName.hasSuffix("Refusal"))
    }

    @Test func anOptionalClosureThatIsNotThereIsNotFollowed() throws {
        let proxy = proxy()
        proxy.choose("yes?", accept: {}, refuse: nil)
        let call = try call(of: proxy.recorder)
        #expect(call.completions.map(\.argument) == [1])
        let choice = try #require(target.takeChoice())
        #expect(choice.refuse == nil)
    }

    @Test func callsFromSeveralThreadsAtOnceAreAllCounted() throws {
        let proxy = proxy()
        let sum = Atomic<Int>(0)
        proxy.ask("all?") { number, _ in sum.add(number, ordering: .relaxed) }
        let answer = try #require(target.takeAnswer())
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<500 { answer(1, "one") }
        }
        #expect(sum.load(ordering: .relaxed) == 4_000)
        let completion = try #require(call(of: proxy.recorder).completions.first)
        #expect(completion.count == 4_000 && completion.calls.count == Invocation.Completion.callLimit)
    }

    @Test func theWrapperKeepsNothingAliveThatTheClosureDidNot() throws {
        final class Held: Sendable {}
        let proxy = proxy()
        weak var held: Held?
        do {
            let object = Held()
            held = object
            proxy.ask("hold?") { _, _ in withExtendedLifetime(object) {} }
        }
        _ = try call(of: proxy.recorder)
        #expect(held != nil)
        target.takeAnswer()?(1, nil)
        #expect(held == nil)
    }

    @Test func aClosureOutlivesTheRecorder() throws {
        var proxy: AskingProxy? = proxy()
        let number = Mutex(0)
        weak let recorder = proxy?.recorder
        proxy?.ask("still there?") { answer, _ in number.withLock { $0 = answer } }
        proxy = nil
        let deadline = ContinuousClock.Instant.patience
        while recorder != nil, ContinuousClock.now < deadline { sched_yield() }
        #expect(recorder == nil)
        target.takeAnswer()?(7, nil)
        #expect(number.withLock { $0 } == 7)
    }

    @Test func passesTheClosureOnAsItIsWhileNothingIsRecorded() throws {
        let proxy = proxy()
        proxy.recorder.pause()
        #expect(proxy.watchClosures(of: AskingProxy.Selectors.ask) == nil)
        proxy.ask("off?") { _, _ in }
        proxy.recorder.resume()
        target.takeAnswer()?(1, nil)
        proxy.ask("on?") { _, _ in }
        proxy.recorder.flush()
        let calls = proxy.recorder.invocations().items
        #expect(calls.count == 1 && calls[0].completion == .pending)
    }

    @Test func aCallThatARateLimitSkipsHasNoRecordAndWorks() throws {
        let proxy = proxy { $0.rateLimit = RateLimit(callsPerSecond: 1, keepOneIn: 1_000_000) }
        let answers = Atomic<Int>(0)
        for _ in 0..<2_000 { proxy.ask("?") { _, _ in answers.add(1, ordering: .relaxed) } }
        while let answer = target.takeAnswer() { answer(1, nil) }
        proxy.recorder.flush()
        let stored = proxy.recorder.invocations(InvocationQuery()).items
        #expect(stored.count < 2_000 && answers.load(ordering: .relaxed) == 2_000)
        #expect(stored.allSatisfy { $0.completion == .called })
    }

    @Test func aClosureOfAnEvictedCallIsForgottenWithIt() throws {
        let proxy = proxy { $0.storedCountLimit = 16 }
        for _ in 0..<200 { proxy.ask("?") { _, _ in } }
        proxy.recorder.flush()
        func storedBytes() -> Int {
            let status = proxy.recorder.status
            return status.bytes - status.ringBytes
        }
        let bytes = storedBytes()
        var answered = 0
        while let answer = target.takeAnswer() {
            answer(1, "late")
            answered += 1
        }
        proxy.recorder.flush()
        #expect(answered == 200)
        #expect(proxy.recorder.status.stored <= 16)
        #expect(proxy.recorder.invocations().items.allSatisfy { $0.completion == .called })
        proxy.recorder.clear()
        #expect(storedBytes() < bytes)
    }

    @Test func whatClosuresAreCalledWithKeepsTheMemoryLimit() throws {
        let proxy = proxy { $0.storedBytesLimit = 1 << 20 }
        let text = String(repeating: "x", count: 4_000)
        for _ in 0..<2_000 {
            proxy.ask("?") { _, _ in }
            target.takeAnswer()?(1, text)
        }
        proxy.recorder.flush()
        let status = proxy.recorder.status
        #expect(status.evicted > 0 && status.bytes - status.ringBytes <= 2 << 20)
    }

    @Test func aRedactedClosureHidesWhatItIsCalledWith() throws {
        let proxy = proxy { $0.redactions = [.label("answer")] }
        proxy.ask("secret?") { _, _ in }
        target.takeAnswer()?(1, "secret")
        let completion = try #require(call(of: proxy.recorder).completions.first)
        #expect(completion.calls[0].arguments.map(\.kind) == [.redacted, .redacted])
    }

    @Test func aHandlerThatAnswersIsFollowedToo() throws {
        let proxy = proxy()
        let handler = proxy.handle(AskingProxy.Selectors.ask) { _, answer in answer(3, nil) }
        proxy.ask("handled?") { _, _ in }
        handler.dispose()
        let call = try call(of: proxy.recorder)
        #expect(call.returnPath == .handler && call.completion == .called)
    }

    @Test func aCallThatIsStillRunningTellsOfItsClosure() throws {
        final class Blocking: AskingDelegate {
            let isCalled = DispatchSemaphore(value: 0)
            let mayReturn = DispatchSemaphore(value: 0)
            func ask(_ question: String, answer: @escaping @Sendable (Int, String?) -> Void) {
                isCalled.signal()
                mayReturn.wait()
                answer(1, nil)
            }
            func choose(
                _ question: String,
                accept: @escaping @Sendable () -> Void,
                refuse: (@Sendable (any Error) -> Void)?
            ) {}
        }
        let blocking = Blocking()
        let proxy = proxy()
        proxy.setForwardDelegate(blocking, retain: true)
        let isDone = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            proxy.ask("running?") { _, _ in }
            isDone.signal()
        }
        blocking.isCalled.wait()
        proxy.recorder.flush()
        let running = proxy.recorder.running
        blocking.mayReturn.signal()
        isDone.wait()
        #expect(running.map(\.completion) == [.pending])
        #expect(try call(of: proxy.recorder).completion == .called)
    }

    @Test func tellsObserversOfProgressWhichCallsChanged() throws {
        let proxy = proxy()
        proxy.ask("one?") { _, _ in }
        proxy.ask("two?") { _, _ in }
        proxy.recorder.flush()
        let start = proxy.recorder.lastCompletionChange
        let isTold = DispatchSemaphore(value: 0)
        let token = proxy.recorder.onProgress { isTold.signal() }
        defer { token.cancel() }
        _ = target.takeAnswer()
        target.takeAnswer()?(2, nil)
        try #require(isTold.wait(timeout: .now() + 10) == .success)
        proxy.recorder.flush()
        let updates = proxy.recorder.completionUpdates(after: start)
        #expect(updates.items.map(\.seq) == [1, 2])
        #expect(updates.items.map(\.completion) == [.never, .called])
        #expect(proxy.recorder.completionUpdates(after: updates.last).items.isEmpty)
    }
}
