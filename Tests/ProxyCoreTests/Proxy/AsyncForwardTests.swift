// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import ProxyTestSupport
import Reactive
import Synchronization
import Testing

@Suite(.leavesNothing) struct AsyncForwardTests {
    let recorder = Recorder()

    /// A delegate whose calls wait at a turnstile.
    private final class Loader: AsyncDelegate, AsyncExtra, Sendable {
        let turnstile = Turnstile()
        let finished = Atomic<Int>(0)
        let onEnd: @Sendable () -> Void

        init(isOpen: Bool = true, onEnd: @escaping @Sendable () -> Void = {}) {
            self.onEnd = onEnd
            if isOpen { turnstile.open() }
        }

        func load(_ name: String, count: Int) async throws -> String {
            await turnstile.pass()
            guard count >= 0 else { throw SampleError(code: count) }
            return String(repeating: name, count: count)
        }

        func save(_ name: String) async throws(SampleError) {
            if name.isEmpty { throw SampleError(code: 7) }
        }

        func finish() async {
            await turnstile.pass()
            finished.add(1, ordering: .relaxed)
            onEnd()
        }

        func rank(of name: String) async -> Int { name.count }
        func add(_ number: Int, to sum: inout Int) async { sum += number }
        func extra(_ number: Int) async -> Int { number * 2 }
    }

    private func makeProxy(_ target: Loader?, retain: Bool = true) -> AsyncProxy {
        let proxy = AsyncProxy(recorder: recorder, ownerName: "Owner")
        proxy.setForwardDelegate(target, retain: retain)
        return proxy
    }

    private func recorded() -> [Invocation] {
        recorder.flush()
        var query = InvocationQuery()
        query.order = .ascending
        query.limit = 1_000
        return recorder.invocations(query).items
    }

    @Test(arguments: [true, false]) func forwardsAndRecordsArgumentsAndResult(retain: Bool) async throws {
        let target = Loader()
        let proxy = makeProxy(target, retain: retain)
        #expect(try await proxy.load("ab", count: 2) == "abab")
        let call = try #require(recorded().first)
        #expect(call.selector.name == "load(_:count:)")
        #expect(call.arguments.map(\.value.content) == [.text("ab"), .signed(2)])
        #expect(call.result?.content == .text("abab"))
        #expect(call.returnPath == .target && call.state == .returned)
        #expect(call.parent == nil && call.depth == 0)
        withExtendedLifetime(target) {}
    }

    @Test func passesErrorsUnchangedAndRecordsThem() async throws {
        let proxy = makeProxy(Loader())
        await #expect(throws: SampleError(code: -1)) { try await proxy.load("", count: -1) }
        await #expect(throws: SampleError(code: 7)) { try await proxy.save("") }
        #expect(recorded().map(\.state) == [.threw, .threw])
    }

    @Test func passesInoutArgumentsByReference() async {
        let proxy = makeProxy(Loader())
        var sum = 40
        await proxy.add(2, to: &sum)
        #expect(sum == 42)
    }

    @Test func answersWithTheDefaultWhereNobodyDoes() async {
        let proxy = makeProxy(nil)
        #expect(await proxy.rank(of: "abc") == -1)
        await proxy.finish()
        #expect(recorded().map(\.returnPath) == [.default, .none])
    }

    @Test func asksWhatElseTheTargetIs() async {
        let proxy = makeProxy(Loader())
        #expect(await proxy.extra(4) == 8)
        proxy.setForwardDelegate(nil, retain: false)
        #expect(await proxy.extra(4) == 0)
        #expect(recorded().map(\.returnPath) == [.target, .default])
    }

    @Test func letsHandlersAnswerAndObserversSee() async throws {
        let target = Loader()
        let proxy = makeProxy(target)
        var seen: [String] = []
        let bag = DisposeBag()
        proxy.sentMessage(AsyncProxy.Selectors.load).subscribe(onNext: { seen.append("sent \($0)") }).disposed(by: bag)
        proxy.methodInvoked(AsyncProxy.Selectors.load).subscribe(onNext: { seen.append("invoked \($0)") })
            .disposed(by: bag)
        proxy.returned(AsyncProxy.Selectors.load).subscribe(onNext: { seen.append("returned \($0.1)") })
            .disposed(by: bag)
        #expect(try await proxy.load("a", count: 3) == "aaa")
        let handler = proxy.handle(AsyncProxy.Selectors.load) { arguments in "handled \(arguments.0)" }
        #expect(try await proxy.load("b", count: 1) == "handled b")
        handler.dispose()
        await #expect(throws: SampleError(code: -2)) { try await proxy.load("c", count: -2) }
        #expect(
            seen == [
                #"sent ("a", 3)"#, #"invoked ("a", 3)"#, "returned aaa", #"sent ("b", 1)"#, #"invoked ("b", 1)"#,
                "returned handled b", #"sent ("c", -2)"#, #"invoked ("c", -2)"#,
            ]
        )
        #expect(recorded().map(\.returnPath) == [.target, .handler, .target])
    }

    @Test func aHandlerMaySuspendAndThrowWhileTheCallWaits() async throws {
        let proxy = makeProxy(Loader())
        let turnstile = Turnstile()
        let handler = proxy.handle(AsyncProxy.Selectors.load) { name, count in
            await turnstile.pass()
            guard count < 9 else { throw SampleError(code: count) }
            return "late \(name)"
        }
        async let answer = proxy.load("a", count: 1)
        turnstile.open()
        #expect(try await answer == "late a")
        await #expect(throws: SampleError(code: 9)) { try await proxy.load("b", count: 9) }
        let newer = proxy.handle(AsyncProxy.Selectors.load, callingTarget: false) { name, _ in "prompt \(name)" }
        #expect(try await proxy.load("c", count: 1) == "prompt c")
        newer.dispose()
        handler.dispose()
        #expect(try await proxy.load("d", count: 2) == "dd")
        let calls = recorded()
        #expect(calls.map(\.returnPath) == [.handler, .handler, .handler, .target])
        #expect(calls.map { $0.targetResult.map { ValueText.full($0) } } == ["a", "bbbbbbbbb", nil, nil])
    }

    @Test func keepsAWeakTargetAliveForACallUnderWay() async {
        let ended = Atomic<Int>(0)
        let turnstile: Turnstile
        let proxy: AsyncProxy
        do {
            let target = Loader(isOpen: false)
            turnstile = target.turnstile
            proxy = makeProxy(target, retain: false)
        }
        // Nobody but the property would hold it: the proxy's reference is weak.
        #expect(proxy.forwardDelegate == nil)
        var target: Loader? = Loader(isOpen: false) { ended.add(1, ordering: .relaxed) }
        let gate = target!.turnstile
        proxy.setForwardDelegate(target, retain: false)
        async let call: Void = proxy.finish()
        await gate.waitForTasks()
        target = nil
        #expect(proxy.forwardDelegate != nil)
        gate.open()
        await call
        #expect(ended.load(ordering: .relaxed) == 1)
        #expect(proxy.forwardDelegate == nil)
        turnstile.open()
    }

    @Test func finishesWithTheTargetThatItBeganWith() async throws {
        let first = Loader(isOpen: false)
        let second = Loader()
        let proxy = makeProxy(first)
        async let call = proxy.load("a", count: 1)
        await first.turnstile.waitForTasks()
        proxy.setForwardDelegate(second, retain: true)
        #expect(try await proxy.load("b", count: 2) == "bb")
        first.turnstile.open()
        #expect(try await call == "a")
        // Completion order: the second call came back first.
        let calls = recorded()
        #expect(calls.map { $0.arguments[0].value.content } == [.text("a"), .text("b")])
        #expect(calls.map(\.position) == [2, 1])
    }

    @Test func showsACallWhileItIsSuspended() async throws {
        let target = Loader(isOpen: false)
        let proxy = makeProxy(target)
        async let call: Void = proxy.finish()
        await target.turnstile.waitForTasks()
        recorder.flush()
        let running = recorder.running
        #expect(running.map(\.selector.name) == ["finish()"])
        #expect(running.map(\.state) == [.running])
        target.turnstile.open()
        await call
        recorder.flush()
        #expect(recorder.running.isEmpty)
        #expect(recorded().count == 1)
    }

    @Test func recordsManyOverlappingCallsExactlyOnceEach() async {
        let count = 500
        let target = Loader(isOpen: false)
        let proxy = makeProxy(target)
        await withTaskGroup { group in
            for _ in 0..<count { group.addTask { await proxy.finish() } }
            await target.turnstile.waitForTasks(count)
            target.turnstile.open()
        }
        let calls = recorded()
        #expect(calls.count == count)
        #expect(calls.allSatisfy { $0.state == .returned && $0.parent == nil })
        #expect(Set(calls.map(\.seq)) == Set(1...UInt64(count)))
        #expect(target.finished.load(ordering: .relaxed) == count)
    }

    @Test func passesOnWithoutARecordWhileTheRecorderIsPaused() async throws {
        let proxy = makeProxy(Loader())
        recorder.pause()
        #expect(try await proxy.load("a", count: 1) == "a")
        recorder.resume()
        #expect(recorded().isEmpty)
        #expect(recorder.status.suppressed == 1)
    }
}
