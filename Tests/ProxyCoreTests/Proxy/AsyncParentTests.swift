// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import ProxyCore
import ProxyTestSupport
import Reactive
import Testing

@testable import FilterTestSupport

@Suite(.leavesNothing) struct AsyncParentTests {
    private let recorder = Recorder(.unhurried)

    private func makeProxy(_ recorder: Recorder? = nil) -> TreeProxy {
        TreeProxy(recorder: recorder ?? self.recorder, ownerName: "Owner")
    }

    /// The calls of a recorder by their paths.
    private func calls(of recorder: Recorder? = nil) -> [String: Invocation] {
        let recorder = recorder ?? self.recorder
        recorder.flush()
        var query = InvocationQuery()
        query.limit = 1_000
        var calls: [String: Invocation] = [:]
        for call in recorder.invocations(query).items + recorder.running {
            guard case .text(let path) = call.arguments[0].value.content else { continue }
            calls[path] = call
        }
        return calls
    }

    @Test func callsInsideAnAsyncCallHaveItAsParentBeforeAndAfterItSuspends() async throws {
        let proxy = makeProxy()
        let turnstile = Turnstile()
        let target = TreeTarget { path in
            guard path == "a" else { return }
            proxy.bud("a/before")
            await turnstile.pass()
            proxy.bud("a/after")
            await proxy.grow("a/async")
        }
        proxy.setForwardDelegate(target, retain: false)
        async let call: Void = proxy.grow("a")
        await turnstile.waitForTasks()
        turnstile.open()
        await call
        proxy.bud("later")
        let calls = calls()
        let parent = try #require(calls["a"])
        #expect(parent.parent == nil && parent.depth == 0)
        for path in ["a/before", "a/after", "a/async"] {
            #expect(calls[path]?.parent == parent.id && calls[path]?.depth == 1, "\(path)")
        }
        #expect(calls["later"]?.parent == nil && calls["later"]?.depth == 0)
        withExtendedLifetime(target) {}
    }

    @Test func callsInsideACallKeepItAsParentWhenTheAsyncCallAroundEndsFirst() async throws {
        let proxy = makeProxy()
        let tasks = Tasks()
        let entered = DispatchSemaphore(value: 0)
        let ended = DispatchSemaphore(value: 0)
        let target = TreeTarget { path in
            tasks.add(Task { proxy.bud("a/outer") })
            await onThread { entered.wait() }
        } onBud: { path in
            guard path == "a/outer" else { return }
            entered.signal()
            ended.wait()
            proxy.bud("a/outer/inner")
        }
        proxy.setForwardDelegate(target, retain: false)
        await proxy.grow("a")
        recorder.flush()
        ended.signal()
        await tasks.wait()
        let calls = calls()
        let outer = try #require(calls["a/outer"])
        #expect(outer.parent != nil && outer.parent == calls["a"]?.id)
        #expect(calls["a/outer/inner"]?.parent == outer.id && calls["a/outer/inner"]?.depth == 2)
        withExtendedLifetime(target) {}
    }

    @Test func callsOfOtherTasksOnTheSameThreadAreNotInsideASuspendedCall() async throws {
        let proxy = makeProxy()
        let turnstile = Turnstile()
        let target = TreeTarget { path in if path == "suspended" { await turnstile.pass() } }
        proxy.setForwardDelegate(target, retain: false)
        let tasks = Tasks()
        /// All begin on one thread, one after the other.
        func begin() {
            tasks.add(Task.immediate { await proxy.grow("suspended") })
            proxy.bud("other")
            tasks.add(Task.immediate { await proxy.grow("another") })
        }
        begin()
        await turnstile.waitForTasks()
        turnstile.open()
        await tasks.wait()
        let calls = calls()
        let threads = [calls["suspended"], calls["other"], calls["another"]].map(\.?.thread)
        #expect(Set(threads).count == 1 && threads[0] != nil)
        #expect(calls["other"]?.parent == nil && calls["another"]?.parent == nil)
        withExtendedLifetime(target) {}
    }

    @Test func tasksCreatedInACallMakeCallsInsideItWhileItRuns() async throws {
        let proxy = makeProxy()
        let turnstile = Turnstile()
        let outlives = Turnstile()
        let left = Tasks()
        let target = TreeTarget { path in
            guard path == "a" else { return }
            async let child: Void = proxy.bud("a/child")
            await withTaskGroup { group in
                group.addTask { await proxy.grow("a/group") }
            }
            await child
            await Task { proxy.bud("a/task") }.value
            await Task.detached { proxy.bud("detached") }.value
            left.add(
                Task {
                    await outlives.pass()
                    proxy.bud("outlived")
                    await proxy.grow("outlived/async")
                }
            )
        }
        proxy.setForwardDelegate(target, retain: false)
        await proxy.grow("a")
        // Another async call is running, so that each call asks for its own.
        async let other: Void = TreeProxy.suspend(turnstile, recorder)
        await turnstile.waitForTasks()
        outlives.open()
        await left.wait()
        turnstile.open()
        await other
        let calls = calls()
        let parent = try #require(calls["a"]?.id)
        for path in ["a/child", "a/group", "a/task"] { #expect(calls[path]?.parent == parent, "\(path)") }
        for path in ["detached", "outlived", "outlived/async"] {
            #expect(calls[path] != nil && calls[path]?.parent == nil && calls[path]?.depth == 0, "\(path)")
        }
        #expect(calls["outlived"]?.task == nil && calls["outlived/async"]?.task != nil)
        withExtendedLifetime(target) {}
    }

    @Test func theInnermostOfCallsOnTheThreadAndInTheTaskIsTheParent() async throws {
        let proxy = makeProxy()
        let turnstile = Turnstile()
        let left = Tasks()
        let target = TreeTarget { path in
            guard path == "a/b" else { return }
            proxy.bud("a/b/c")
            await turnstile.pass()
            proxy.bud("a/b/d")
        } onBud: { path in
            // The task starts inside this call, on its thread, and leaves it behind.
            if path == "a" { left.add(Task.immediate { await proxy.grow("a/b") }) }
        }
        proxy.setForwardDelegate(target, retain: false)
        proxy.bud("a")
        await turnstile.waitForTasks()
        turnstile.open()
        await left.wait()
        let calls = calls()
        #expect(calls["a"]?.parent == nil)
        #expect(calls["a/b"]?.parent == calls["a"]?.id && calls["a/b"]?.depth == 1)
        for path in ["a/b/c", "a/b/d"] {
            #expect(calls[path]?.parent == calls["a/b"]?.id && calls[path]?.depth == 2, "\(path)")
        }
        withExtendedLifetime(target) {}
    }

    @Test func observersAndHandlersOfAnAsyncCallMakeCallsInsideIt() async throws {
        let proxy = makeProxy()
        let handler = proxy.handle(TreeProxy.Selectors.grow) { path in proxy.bud("\(path)/handler") }
        let observer = proxy.methodInvoked(TreeProxy.Selectors.grow).subscribe(onNext: { proxy.bud("\($0)/observer") })
        await proxy.grow("a")
        observer.dispose()
        handler.dispose()
        let calls = calls()
        for path in ["a/handler", "a/observer"] { #expect(calls[path]?.parent == calls["a"]?.id, "\(path)") }
    }

    @Test func eachRecorderHasItsOwnParents() async throws {
        let other = Recorder(.unhurried)
        let proxy = makeProxy()
        let otherProxy = makeProxy(other)
        let target = TreeTarget { path in
            switch path {
            case "a": await otherProxy.grow("b")
            case "b": await proxy.grow("a/c")
            case "a/c": await otherProxy.grow("b/d")
            default:
                proxy.bud("a/c/e")
                otherProxy.bud("b/d/f")
            }
        }
        proxy.setForwardDelegate(target, retain: false)
        otherProxy.setForwardDelegate(target, retain: false)
        await proxy.grow("a")
        let first = calls()
        let second = calls(of: other)
        #expect(first["a/c"]?.parent == first["a"]?.id && first["a/c/e"]?.parent == first["a/c"]?.id)
        #expect(second["b"]?.parent == nil && second["b/d"]?.parent == second["b"]?.id)
        #expect(second["b/d/f"]?.parent == second["b/d"]?.id && second["b/d/f"]?.depth == 2)
        withExtendedLifetime(target) {}
    }

    @Test func randomTreesOfManyTasksAreRecordedAsTheyGrew() async throws {
        let proxy = makeProxy()
        let target = TreeTarget { path in
            await Self.branch(path) { child, isAsync in
                if isAsync { await proxy.grow(child) } else { proxy.bud(child) }
            }
        } onBud: { path in
            for child in Self.children(of: path) { proxy.bud(child) }
        }
        proxy.setForwardDelegate(target, retain: false)
        await withTaskGroup { group in
            for tree in 0..<40 { group.addTask { await proxy.grow("\(tree)") } }
        }
        let calls = calls()
        #expect(calls.count > 100)
        for (path, call) in calls {
            let parent = path.lastIndex(of: "/").map { String(path[..<$0]) }
            #expect(call.parent == parent.flatMap { calls[$0]?.id }, "\(path)")
            #expect(call.depth == path.count { $0 == "/" }, "\(path)")
        }
        withExtendedLifetime(target) {}
    }

    /// Up to three paths below one, at most four levels deep; always the same ones.
    private static func children(of path: String) -> [String] {
        guard path.count(where: { $0 == "/" }) < 4 else { return [] }
        var random = SeededGenerator(seed: path.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
        return (0..<Int.random(in: 0...3, using: &random)).map { "\(path)/\($0)" }
    }

    /// Makes the calls below a path, some of them in tasks, and lets other tasks run in between.
    private nonisolated(nonsending) static func branch(
        _ path: String,
        _ call: @escaping @Sendable (_ child: String, _ isAsync: Bool) async -> Void
    ) async {
        for (index, child) in children(of: path).enumerated() {
            await Task.yield()
            switch (path.utf8.count + index) % 4 {
            case 0: await call(child, false)
            case 1: await call(child, true)
            case 2:
                async let task: Void = call(child, true)
                await task
            default: await Task { await call(child, index == 0) }.value
            }
        }
    }
}

extension TreeProxy {
    /// Makes a recorded call that runs until the turnstile opens.
    fileprivate static func suspend(_ turnstile: Turnstile, _ recorder: Recorder) async {
        let target = TreeTarget { _ in await turnstile.pass() }
        let proxy = TreeProxy(recorder: recorder, ownerName: "Owner")
        proxy.setForwardDelegate(target, retain: false)
        await proxy.grow("suspended")
        withExtendedLifetime(target) {}
    }
}
