// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import ProxyTestSupport
import Testing

@Suite(.leavesNothing) struct TaskTests {
    private let recorder = Recorder(.unhurried)
    private let proxy: TreeProxy

    init() { proxy = TreeProxy(recorder: recorder, ownerName: "Owner") }

    private func calls() -> [Invocation] {
        recorder.flush()
        var query = InvocationQuery()
        query.order = .ascending
        return recorder.invocations(query).items
    }

    @Test func theRecordHasTheNumberAndTheNameOfTheTask() async throws {
        let proxy = proxy
        await Task(name: "loader") {
            await proxy.grow("1")
            await proxy.grow("2")
        }.value
        await Task { await proxy.grow("3") }.value
        let tasks = try calls().map { try #require($0.task) }
        #expect(tasks.map(\.name) == ["loader", "loader", nil])
        #expect(tasks[0].id == tasks[1].id && tasks[0].id != tasks[2].id && tasks.allSatisfy { $0.id > 0 })
    }

    @Test func callsInsideAnAsyncCallNameTheirOwnTask() async throws {
        let proxy = proxy
        let target = TreeTarget { _ in
            proxy.bud("same")
            await Task(name: "child") { proxy.bud("other") }.value
        }
        proxy.setForwardDelegate(target, retain: false)
        await Task(name: "parent") { await proxy.grow("a") }.value
        let calls = calls()
        #expect(calls.map(\.task?.name) == ["parent", "parent", "child"])
        #expect(calls[0].task == calls[1].task && calls[1].task?.id != calls[2].task?.id)
        withExtendedLifetime(target) {}
    }

    @Test func callsOutsideOfAsyncCallsNameNoTask() async throws {
        let turnstile = Turnstile()
        let target = TreeTarget { _ in await turnstile.pass() }
        let proxy = proxy
        proxy.setForwardDelegate(target, retain: false)
        await Task(name: "loader") { proxy.bud("1") }.value
        async let running: Void = proxy.grow("2")
        await turnstile.waitForTasks()
        // Whether another task is inside an async call makes no difference.
        await Task(name: "loader") { proxy.bud("3") }.value
        turnstile.open()
        await running
        let named = calls().filter { $0.selector.name == "bud(_:)" }
        #expect(named.count == 2 && named.allSatisfy { $0.task == nil })
        withExtendedLifetime(target) {}
    }

    @Test func aRunningCallNamesItsTask() async throws {
        let turnstile = Turnstile()
        let target = TreeTarget { _ in await turnstile.pass() }
        let proxy = proxy
        proxy.setForwardDelegate(target, retain: false)
        let task = Task(name: "loader") { await proxy.grow("a") }
        await turnstile.waitForTasks()
        recorder.flush()
        let running = try #require(recorder.running.first)
        #expect(running.task?.name == "loader" && running.arguments[0].value.content == .text("a"))
        turnstile.open()
        await task.value
        #expect(calls().first?.task == running.task)
        withExtendedLifetime(target) {}
    }

    @Test(arguments: [0, 1, 2]) func longNamesAreCutBetweenCharacters(shift: Int) async throws {
        let proxy = proxy
        let name = String(repeating: "x", count: shift) + String(repeating: "€", count: 60)
        await Task(name: name) { await proxy.grow("a") }.value
        let kept = try #require(calls().first?.task?.name)
        #expect(name.hasPrefix(kept) && (118...120).contains(kept.utf8.count))
        #expect(calls().first?.arguments[0].value.content == .text("a"))
    }

    @Test func filtersAskForTasksByNameAndNumber() async throws {
        let proxy = proxy
        for name in ["loader", "Loader 2", nil] { await Task(name: name) { await proxy.grow("a") }.value }
        proxy.bud("b")
        let number = try #require(calls()[2].task?.id)
        func count(_ text: String) throws -> Int {
            let filter = try InvocationFilter(text)
            let count = recorder.count(matching: filter, within: .seconds(60)).matched
            #expect(calls().count { filter.matches($0) } == count, "\(text)")
            return count
        }
        #expect(try count("task:loader") == 2)
        #expect(try count("task:=loader") == 1)
        #expect(try count("task:l*2") == 1)
        #expect(try count("task:\(number)") == 1)
        #expect(try count("-task:loader") == 2)
        #expect(try count("has:task") == 3)
        #expect(try count("has:arguments") == 4)
    }
}
