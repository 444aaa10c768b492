// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTestSupport
import Reactive
import Testing

@testable import ProxyCore

/// Calls of async requirements that wait for a decision: they suspend, and block no thread.
@Suite(.leavesNothing) struct RuleSuspensionTests {
    private let calls = RuledCalls()
    private var rules: RuleBook { calls.rules }
    private static let long = Rule.Action.hold(deadline: .seconds(600))

    @Test func moreCallsAreHeldThanThereAreThreadsInThePool() async throws {
        try rules.add(Self.long, to: "fetch(_:)")
        let proxy = calls.proxy
        let all = (0..<64).map { number in Task { await proxy.fetch(number) } }
        // 16 are held. The others went on, and so did this task.
        #expect(await until { rules.rule(1)?.seen == 64 })
        await calls.waitForHeld(16)
        #expect(await until { rules.rule(1)?.failed == 48 })
        #expect(rules.releaseAll() == 16)
        for (number, call) in all.enumerated() { #expect(await call.value == "page \(number)") }
        let recorded = calls.recorded
        #expect(recorded.count == 64 && recorded.count { $0.heldNanoseconds != nil && $0.rule == 1 } == 16)
    }

    @Test func theMainActorIsFreeWhileACallOfItsOwnIsHeld() async throws {
        try rules.add(Self.long, to: "render(_:)")
        let proxy = calls.proxy
        let call = Task { @MainActor in await proxy.render(5) }
        await calls.waitForHeld()
        // It would not run if the actor waited.
        #expect(await MainActor.run { rules.held.count } == 1)
        try rules.release(1, .answer("9"))
        #expect(await call.value == 9)
        #expect(try calls.last().returnPath == .intercept && rules.rule(1)?.failed == 0)
    }

    @Test(arguments: [
        (HeldDecision.goOn, CallOutcome.returned("5")), (.answer("9"), .returned("9")),
        (.throw(.text("no")), .threw("no")), (.edit(["page": "7"]), .returned("7")),
    ]) func aPersonDecidesBeforeTheTarget(decision: HeldDecision, outcome: CallOutcome) async throws {
        try rules.add(Self.long, to: "upload(_:)")
        let proxy = calls.proxy
        let call = Task { await CallOutcome.of { try await proxy.upload(5) } }
        await calls.waitForHeld()
        #expect(rules.held.first?.possibilities == ["continue", "answer", "throw", "edit"])
        #expect(rules.held.first?.call.task != nil && calls.target.received.isEmpty)
        try rules.release(1, decision)
        #expect(await call.value == outcome)
        let record = try calls.last()
        #expect(record.returnPath == (["answer", "throw"].contains(decision.name) ? .intercept : .target))
        #expect(record.heldNanoseconds ?? 0 > 0 && record.durationNanoseconds ?? 0 >= record.heldNanoseconds ?? .max)
        let inTarget = record.targetNanoseconds ?? 0
        #expect(inTarget <= (record.durationNanoseconds ?? 0) - (record.heldNanoseconds ?? 0))
    }

    @Test func aPersonDecidesAfterTheTarget() async throws {
        try rules.add(Self.long, at: .after, to: "upload(_:)")
        let proxy = calls.proxy
        let call = Task { await CallOutcome.of { try await proxy.upload(-5) } }
        await calls.waitForHeld()
        #expect(calls.target.received == ["upload -5"] && rules.held.first?.call.error?.typeName == "SampleError")
        try rules.release(1, .edit(["result": "9"]))
        #expect(await call.value == .returned("9"))
        let record = try calls.last()
        #expect(record.targetError?.typeName == "SampleError" && record.returnPath == .intercept)
    }

    @Test func theDeadlinePasses() async throws {
        let log = RuleEventLog(rules)
        try rules.add(.hold(deadline: .milliseconds(100)), to: "fetch(_:)")
        #expect(await calls.proxy.fetch(1) == "page 1")
        #expect(log.words.last == "released 1 deadline continue")
        #expect(try calls.last().heldNanoseconds ?? 0 >= 100_000_000)
    }

    @Test func aTaskThatIsCancelledGoesOn() async throws {
        let log = RuleEventLog(rules)
        try rules.add(Self.long, to: "fetch(_:)")
        try rules.add(.delay(.seconds(60)), to: "fetch(_:)")
        let proxy = calls.proxy
        let call = Task { await proxy.fetch(1) }
        await calls.waitForHeld()
        call.cancel()
        #expect(await call.value == "page 1")
        #expect(log.words.contains("released 1 program continue"))
        // One that was cancelled before is not held at all.
        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await proxy.fetch(2)
        }
        #expect(await cancelled.value == "page 2")
        #expect(rules.held.isEmpty)
    }

    @Test func callsInsideAHeldCallHaveItAsParent() async throws {
        try rules.add(Self.long, to: "fetch(_:)")
        let tree = TreeProxy(recorder: calls.recorder, ownerName: "Tree")
        let handler = calls.proxy.handle(RuledProxy.Selectors.fetch, callingTarget: false) { page in
            tree.bud("inside")
            return "\(page)"
        }
        let proxy = calls.proxy
        let call = Task { await proxy.fetch(1) }
        await calls.waitForHeld()
        tree.bud("elsewhere")
        rules.releaseAll()
        #expect(await call.value == "1")
        let recorded = calls.recorded
        let fetch = try #require(recorded.first { $0.selector.name == "fetch(_:)" })
        let parents = recorded.filter { $0.selector.name != "fetch(_:)" }.map(\.parent)
        #expect(parents == [nil, fetch.id])
        handler.dispose()
    }

    @Test func aTargetThatIsLetGoWhileItsCallIsHeldStillAnswersIt() async throws {
        let recorder = Recorder(.unhurried)
        let proxy = RuledProxy(recorder: recorder)
        let target = Guarded<RuledTarget?>(RuledTarget())
        proxy.setForwardDelegate(target.value, retain: false)
        try recorder.rules.add(Self.long, to: "fetch(_:)")
        let call = Task { await proxy.fetch(1) }
        #expect(await until { recorder.rules.held.count == 1 })
        target.change { $0 = nil }
        recorder.rules.releaseAll()
        #expect(await call.value == "page 1")
    }

    @Test func aDelayDoesNotBlock() async throws {
        try rules.add(.delay(.seconds(60)), to: "fetch(_:)")
        let (proxy, recorder) = (calls.proxy, calls.recorder)
        await withTaskGroup { group in
            for number in 0..<100 { group.addTask { await proxy.fetch(number) } }
            // One thread of the pool can't have all of them at once unless each leaves it.
            #expect(await until { recorder.rules.rule(1)?.applied == 100 })
            group.cancelAll()
            #expect(await group.reduce(into: 0) { count, _ in count += 1 } == 100)
        }
    }

    @Test func aRequirementOfAFacetIsHeldToo() async throws {
        let recorder = Recorder(.unhurried)
        let proxy = FacetProxy(recorder: recorder)
        proxy.setForwardDelegate(FacetTarget(), retain: true)
        try recorder.rules.add(.edit("number", "7"), to: "extra(_:)")
        try recorder.rules.add(Self.long, at: .after, to: "extra(_:)")
        let call = Task { await proxy.extra(1) }
        #expect(await until { recorder.rules.held.count == 1 })
        #expect(recorder.rules.held.first?.resultJSON == "14")
        try recorder.rules.release(1, .answer("3"))
        #expect(await call.value == 3)
    }
}

private final class FacetTarget: AsyncDelegate, AsyncExtra {
    func load(_ name: String, count: Int) async throws -> String { name }
    func save(_ name: String) async throws(SampleError) {}
    func finish() async {}
    func rank(of name: String) async -> Int { 0 }
    func add(_ number: Int, to sum: inout Int) async {}
    func extra(_ number: Int) async -> Int { number * 2 }
}

private final class FacetProxy: ProtocolProxy<any AsyncDelegate>, AsyncExtra, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    static let extra = MethodSelector<FacetProxy, Int, Int>(
        "extra(_:)",
        of: "AsyncExtra",
        parameter: "number",
        traits: [.async, .editable]
    )
    static let facet = DelegateFacet<any AsyncExtra>()

    override class var facets: [AnyDelegateFacet] { [AnyDelegateFacet(facet)] }
    override class var requirements: [AnyMethodSelector] { [AnyMethodSelector(extra)] }

    func extra(_ number: Int) async -> Int {
        await forward(as: Self.facet, Self.extra, number, default: 0) {
            await $0.extra(number)
        } edited: {
            await $0.extra($1)
        }
    }
}
