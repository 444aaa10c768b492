// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import ProxyTestSupport
import Testing

@testable import ProxyCore

/// Calls that wait for a decision on their threads.
@Suite(.leavesNothing) struct RuleHoldTests {
    private let calls = RuledCalls()
    private var rules: RuleBook { calls.rules }
    private static let long = Rule.Action.hold(deadline: .seconds(600))

    /// A call on a thread of its own.
    private func begin(_ call: @escaping @Sendable (RuledProxy) -> CallOutcome) -> Task<CallOutcome, Never> {
        Task { [proxy = calls.proxy] in await onThread { call(proxy) } }
    }

    private func beginRetries() -> Task<CallOutcome, Never> { begin { proxy in .of { proxy.retries(after: 9) } } }

    // MARK: Decisions

    @Test(arguments: [
        (HeldDecision.goOn, "true", ["retries 9"]), (.answer("false"), "false", []),
        (.edit(["bytes": "1"]), "false", ["retries 1"]), (.edit(["after": "1"]), "false", ["retries 1"]),
        (.edit([:]), "true", ["retries 9"]),
    ]) func aPersonDecidesBeforeTheTarget(decision: HeldDecision, outcome: String, received: [String]) async throws {
        try rules.add(Self.long, to: "retries(after:)")
        let call = beginRetries()
        await calls.waitForHeld()
        let held = try #require(rules.held.first)
        #expect(calls.target.received.isEmpty)
        #expect(held.rule == 1 && held.point == .before && held.call.state == .running && held.call.held == held.number)
        #expect(held.possibilities == ["continue", "answer", "edit"] && held.resultJSON == nil)
        #expect(held.arguments.map(\.json) == ["9"] && held.arguments.map(\.name) == ["bytes"])
        #expect(held.remaining > .zero && held.remaining <= .seconds(600))
        try rules.release(held.number, decision)
        #expect(await call.value == .returned(outcome) && calls.target.received == received)
        #expect(rules.held.isEmpty)
        let record = try calls.last()
        #expect(record.returnPath == (decision.name == "answer" ? .intercept : .target))
        #expect(record.rule == 1 && record.heldNanoseconds ?? 0 > 0 && record.held == nil)
        #expect(record.id == held.call.id)
    }

    @Test func aPersonThrows() async throws {
        try rules.add(Self.long, to: "load(_:)")
        try rules.add(Self.long, to: "open(_:)")
        let load = begin { proxy in .of { try proxy.load("p") } }
        await calls.waitForHeld()
        try rules.release(1, .throw(.text("no network")))
        #expect(await load.value == .threw("no network"))
        let open = begin { proxy in .of { try proxy.open(1) } }
        await calls.waitForHeld()
        let held = try #require(rules.held.first)
        #expect(held.errorCases == ["locked", "jammed"] && held.throwRefusal == nil)
        #expect(RuleProblem.of { try rules.release(held.number, .throw(.text("x"))) }?.member == "text")
        #expect(RuleProblem.of { try rules.release(held.number, .throw(.named("open"))) }?.code == .valueInvalid)
        try rules.release(held.number, .throw(.named("jammed")))
        #expect(await open.value == .threw("jammed"))
        let recorded = calls.recorded
        #expect(recorded.map(\.returnPath) == [.intercept, .intercept] && calls.target.received.isEmpty)
        #expect(recorded.map(\.error?.typeName) == ["RuleError", "DoorError"])
    }

    @Test func aPersonSkips() async throws {
        try rules.add(Self.long, to: "note(_:named:)")
        let call = begin { proxy in .of { proxy.note(1, named: "a") } }
        await calls.waitForHeld()
        #expect(rules.held.first?.possibilities == ["continue", "edit", "skip"])
        try rules.release(1, .skip)
        #expect(await call.value == .returned("()") && calls.target.received.isEmpty)
        #expect(try calls.last().returnPath == .intercept)
    }

    @Test(arguments: [
        (HeldDecision.goOn, "true"), (.answer("false"), "false"), (.edit(["result": "false"]), "false"),
    ]) func aPersonDecidesAfterTheTarget(decision: HeldDecision, outcome: String) async throws {
        try rules.add(Self.long, at: .after, to: "retries(after:)")
        let call = beginRetries()
        await calls.waitForHeld()
        let held = try #require(rules.held.first)
        #expect(calls.target.received == ["retries 9"] && held.point == .after)
        #expect(held.call.result?.content == .bool(true) && held.resultJSON == "true" && held.arguments.isEmpty)
        #expect(held.possibilities == ["continue", "answer", "edit"])
        #expect(RuleProblem.of { try rules.release(1, .skip) }?.member == "action")
        #expect(RuleProblem.of { try rules.release(1, .edit(["bytes": "1"])) }?.member == "bytes")
        try rules.release(1, decision)
        #expect(await call.value == .returned(outcome))
        let record = try calls.last()
        #expect(record.returnPath == (decision == .goOn ? .target : .intercept))
        #expect(record.targetResult?.content == (decision == .goOn ? nil : .bool(true)))
        #expect(record.targetNanoseconds ?? .max <= (record.durationNanoseconds ?? 0) - (record.heldNanoseconds ?? 0))
    }

    @Test func aPersonReplacesAnErrorByAnAnswer() async throws {
        try rules.add(Self.long, at: .after, to: "load(_:)")
        let call = begin { proxy in .of { try proxy.load("") } }
        await calls.waitForHeld()
        #expect(rules.held.first?.call.error?.typeName == "SampleError" && rules.held.first?.resultJSON == nil)
        try rules.release(1, .answer(#"["saved"]"#))
        #expect(await call.value == .returned(#"["saved"]"#))
        let record = try calls.last()
        #expect(record.state == .returned && record.targetError?.typeName == "SampleError" && record.error == nil)
    }

    @Test func aDecisionThatCannotBeCarriedOutLeavesTheCallHeld() async throws {
        try rules.add(Self.long, to: "note(_:named:)")
        let call = begin { proxy in .of { proxy.note(1, named: "a") } }
        await calls.waitForHeld()
        for (decision, member) in [
            (HeldDecision.answer("1"), "action"), (.throw(.text("x")), "action"), (.edit(["number": "1.5"]), "number"),
            (.edit(["number": "2", "name": "3"]), "name"), (.edit(["age": "2"]), "age"),
            (.edit(["result": "2"]), "result"),
        ] {
            #expect(RuleProblem.of { try rules.release(1, decision) }?.member == member, "\(decision)")
        }
        #expect(rules.held.count == 1)
        // All or nothing: the first of them would have been possible.
        try rules.release(1, .goOn)
        #expect(await call.value == .returned("()") && calls.target.received == ["note 1 a"])
    }

    @Test func twoNamesOfOneArgumentAreRefused() async throws {
        try rules.add(Self.long, to: "note(_:named:)")
        let call = begin { proxy in .of { proxy.note(1, named: "a") } }
        await calls.waitForHeld()
        let both = HeldDecision.edit(["number": "2", "0": "3"])
        #expect(RuleProblem.of { try rules.release(1, both) }?.code == .ruleInvalid)
        rules.releaseAll()
        _ = await call.value
        #expect(calls.target.received == ["note 1 a"])
    }

    @Test func onlyOneOfManyDecisionsCounts() async throws {
        try rules.add(Self.long, to: "retries(after:)")
        for round in 1...20 {
            let call = beginRetries()
            await calls.waitForHeld()
            let (number, winners, losers) = (try #require(rules.held.first?.number), Guarded<[Int]>([]), Guarded(0))
            await onThreads(4) { thread in
                let problem = RuleProblem.of {
                    try rules.release(number, .answer(RuleValue(json: thread % 2 == 0 ? "true" : "false")))
                }
                guard let problem else { return winners.change { $0.append(thread) } }
                if problem.code == .alreadyReleased, problem.cause == .client { losers.change { $0 += 1 } }
            }
            #expect(winners.value.count == 1 && losers.value == 3)
            #expect(await call.value == .returned(winners.value.first.map { $0 % 2 == 0 } == true ? "true" : "false"))
            #expect(number == UInt64(round))
        }
        #expect(RuleProblem.of { try rules.release(20, .goOn) }?.cause == .client)
        #expect(RuleProblem.of { try rules.release(21, .goOn) }?.code == .heldUnknown)
        #expect(RuleProblem.of { try rules.release(0, .goOn) }?.code == .heldUnknown)
    }

    @Test(arguments: Rule.Point.allCases) func aHeldCallThatWasDelayedTellsWhenItBegan(point: Rule.Point) async throws {
        try rules.add(.delay(.milliseconds(20)), to: "retries(after:)")
        try rules.add(Self.long, at: point, to: "retries(after:)")
        let call = beginRetries()
        await calls.waitForHeld()
        let held = try #require(rules.held.first)
        #expect(held.rule == 2 && held.point == point)
        #expect(held.sinceNanoseconds - held.call.startedAtNanoseconds >= 20_000_000)
        rules.releaseAll()
        #expect(await call.value == .returned("true"))
    }

    // MARK: The end of a hold

    @Test func aCallGoesOnUnchangedWhenNobodyDecidesInTime() async throws {
        let log = RuleEventLog(rules)
        try rules.add(.hold(deadline: .milliseconds(100)), to: "retries(after:)")
        #expect(await beginRetries().value == .returned("true"))
        let record = try calls.last()
        #expect(record.returnPath == .target && record.heldNanoseconds ?? 0 >= 100_000_000 && record.rule == 1)
        #expect(record.targetNanoseconds ?? .max < (record.durationNanoseconds ?? 0) - 99_000_000)
        #expect(log.words == ["added 1", "held 1", "released 1 deadline continue"])
        #expect(RuleProblem.of { try rules.release(1, .goOn) }?.cause == .deadline)
    }

    @Test func aReplacedOrRemovedRuleLetsItsCallsGoOn() async throws {
        let log = RuleEventLog(rules)
        try rules.add(Self.long, to: "retries(after:)")
        let first = beginRetries()
        await calls.waitForHeld()
        try rules.replace(1, with: Rule(Self.long, when: .of("retries(after:)")))
        #expect(await first.value == .returned("true"))
        let second = beginRetries()
        await calls.waitForHeld()
        try rules.remove(1)
        #expect(await second.value == .returned("true"))
        try rules.add(Self.long, to: "retries(after:)")
        let third = beginRetries()
        await calls.waitForHeld()
        var off = Rule(Self.long, when: .of("retries(after:)"))
        off.isEnabled = false
        try rules.replace(2, with: off)
        #expect(await third.value == .returned("true"))
        try rules.replace(2, with: Rule(Self.long, when: .of("retries(after:)")))
        let fourth = beginRetries()
        await calls.waitForHeld()
        rules.removeAll()
        #expect(await fourth.value == .returned("true"))
        #expect(log.words.filter { $0.hasSuffix("ruleRemoved continue") }.count == 4)
        #expect(calls.recorded.allSatisfy { $0.returnPath == .target && $0.heldNanoseconds != nil })
    }

    @Test func theRemovalOfARuleLeavesTheCallsOfOthersHeld() async throws {
        try rules.add(Self.long, to: "retries(after:)")
        try rules.add(Self.long, to: "note(_:named:)")
        let first = beginRetries()
        await calls.waitForHeld()
        let second = begin { proxy in .of { proxy.note(1, named: "a") } }
        await calls.waitForHeld(2)
        try rules.remove(1)
        #expect(await first.value == .returned("true"))
        #expect(rules.held.map(\.rule) == [2])
        #expect(rules.releaseAll(.stopped) == 1)
        #expect(await second.value == .returned("()"))
    }

    @Test func callsGoOnWhenTheLastPersonLeaves() async throws {
        let log = RuleEventLog(rules)
        rules.connect()
        rules.connect()
        try rules.add(Self.long, to: "retries(after:)") { $0.limits.connectedOnly = true }
        let first = beginRetries()
        await calls.waitForHeld()
        let second = beginRetries()
        await calls.waitForHeld(2)
        rules.disconnect()
        #expect(rules.held.count == 2)
        rules.disconnect()
        #expect(await [first.value, second.value] == [.returned("true"), .returned("true")])
        #expect(log.words.filter { $0.hasSuffix("disconnected continue") }.count == 2)
        #expect(await beginRetries().value == .returned("true"))
    }

    @Test func sixteenAreHeldAndTheNextOneGoesOn() async throws {
        let status = try rules.add(Self.long, to: "retries(after:)")
        let all = (0..<HeldCalls.limit).map { _ in beginRetries() }
        await calls.waitForHeld(16)
        #expect(await beginRetries().value == .returned("true"))
        var now = try #require(rules.rule(status.number))
        #expect(now.failed == 1 && now.applied == 16 && now.seen == 17 && rules.held.count == 16)
        let start = ContinuousClock.now
        #expect(rules.releaseAll(.stopped) == 16)
        for call in all { #expect(await call.value == .returned("true")) }
        #expect(ContinuousClock.now - start < .seconds(10))
        #expect(rules.held.isEmpty && rules.releaseAll() == 0)
        let again = beginRetries()
        await calls.waitForHeld()
        rules.releaseAll()
        _ = await again.value
        now = try #require(rules.rule(status.number))
        #expect(now.failed == 1 && now.applied == 17)
        #expect(calls.recorded.count { $0.heldNanoseconds == nil && $0.rule == nil } == 1)
    }

    @Test func aCallThatCannotBeHeldLeavesItsTurnToTheNextOne() async throws {
        try rules.add(Self.long, to: "retries(after:)") { $0.limits.times = 1 }
        // On a thread of the pool.
        #expect(calls.proxy.retries(after: 9))
        #expect(rules.rule(1)?.failed == 1)
        let call = beginRetries()
        await calls.waitForHeld()
        rules.releaseAll()
        _ = await call.value
        #expect(rules.rule(1)?.applied == 1)
        #expect(await beginRetries().value == .returned("true"))
    }

    // MARK: Threads

    @Test func theMainThreadIsHeldOnlyIfTheRuleSaysSo() async throws {
        let deciding = calls.deciding { _ in .answer("9") }
        try rules.add(Self.long, to: "show(_:)")
        try rules.add(.delay(.seconds(60)), to: "show(_:)")
        #expect(await MainActor.run { calls.proxy.show(5) } == 5)
        #expect(rules.rules.map(\.failed) == [1, 1] && rules.rules.map(\.applied) == [0, 0])
        #expect(try calls.last().rule == nil)
        rules.removeAll()
        let status = try rules.add(Self.long, to: "show(_:)", blocking: .main)
        #expect(status.warnings.contains { $0.contains("main thread") })
        #expect(await MainActor.run { calls.proxy.show(5) } == 9)
        // A block of its queue is no task.
        rules.removeAll()
        let onQueue = try rules.add(Self.long, to: "retries(after:)", blocking: .tasks)
        let proxy = calls.proxy
        let answer: Bool = await withCheckedContinuation { continuation in
            DispatchQueue.main.async { continuation.resume(returning: proxy.retries(after: 9)) }
        }
        #expect(answer && rules.rule(onQueue.number)?.failed == 1)
        deciding.cancel()
    }

    @Test func threadsOfThePoolAreHeldOnlyIfTheRuleSaysSo() async throws {
        let deciding = calls.deciding { _ in .answer("false") }
        try rules.add(Self.long, to: "retries(after:)")
        try rules.add(.delay(.seconds(60)), to: "retries(after:)", blocking: .main)
        let proxy = calls.proxy
        #expect(await Task.detached { proxy.retries(after: 9) }.value)
        #expect(rules.rules.map(\.failed) == [1, 1])
        rules.removeAll()
        let status = try rules.add(Self.long, to: "retries(after:)", blocking: .tasks)
        #expect(status.warnings.contains { $0.contains("cooperative pool") })
        #expect(await Task.detached { proxy.retries(after: 9) }.value == false)
        // Queues of Dispatch are ordinary threads.
        rules.removeAll()
        try rules.add(Self.long, to: "retries(after:)")
        let answer: Bool = await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: proxy.retries(after: 9)) }
        }
        #expect(!answer)
        deciding.cancel()
    }

    // MARK: Holds in holds

    @Test func aHeldCallMayMakeACallThatIsHeld() async throws {
        let proxy = Guarded<RuledProxy?>(nil)
        let target = RuledTarget { number in _ = proxy.value?.retries(after: number) }
        let calls = RuledCalls(target: target)
        proxy.change { $0 = calls.proxy }
        try calls.rules.add(Self.long, to: "note(_:named:)")
        try calls.rules.add(Self.long, at: .after, to: "note(_:named:)")
        try calls.rules.add(Self.long, to: "retries(after:)")
        let call = Task { await onThread { calls.proxy.note(1, named: "a") } }
        for (number, decision) in [(1, HeldDecision.edit(["number": "9"])), (2, .answer("false")), (3, .goOn)] {
            await calls.waitForHeld()
            let held = try #require(calls.rules.held.first)
            #expect(held.number == UInt64(number))
            if number == 2 { #expect(held.call.arguments[0].value.content == .signed(9) && held.call.depth == 1) }
            try calls.rules.release(held.number, decision)
            _ = await until { calls.rules.held.first?.number != held.number }
        }
        await call.value
        let recorded = calls.recorded
        #expect(recorded.map(\.rule) == [2, 3] && recorded.map(\.returnPath) == [.target, .intercept])
        #expect(recorded[1].parent == recorded[0].id)
        #expect(recorded[0].targetNanoseconds ?? 0 >= recorded[1].durationNanoseconds ?? .max)
        proxy.change { $0 = nil }
    }

    @Test func whoIsToldOfAHeldCallMayDecideAtOnceAndCallTheProxy() async throws {
        let proxy = calls.proxy
        let token = rules.onEvent { [rules] event in
            guard case .held(let held) = event else { return }
            _ = proxy.title
            try? rules.release(held.number, .answer("false"))
            try? rules.remove(held.rule)
        }
        try rules.add(Self.long, to: "retries(after:)")
        #expect(await beginRetries().value == .returned("false"))
        #expect(rules.rules.isEmpty)
        token.cancel()
    }

    // MARK: What happens meanwhile

    @Test func theRecorderIsPausedAndClearedWhileACallIsHeld() async throws {
        try rules.add(Self.long, to: "retries(after:)")
        let call = beginRetries()
        await calls.waitForHeld()
        let seq = try #require(rules.held.first?.call.seq)
        calls.recorder.pause()
        calls.recorder.clear()
        #expect(rules.held.first?.call.seq == seq)
        try rules.release(1, .answer("false"))
        #expect(await call.value == .returned("false"))
        let record = try calls.last()
        #expect(record.seq == seq && record.returnPath == .intercept && record.rule == 1)
        // Nothing is recorded, and rules still act.
        let unrecorded = beginRetries()
        await calls.waitForHeld()
        #expect(rules.held.first?.call.seq == 0 && rules.held.first?.arguments.map(\.json) == ["9"])
        rules.releaseAll()
        _ = await unrecorded.value
        #expect(calls.recorded.count == 1)
    }

    @Test func theTargetOfAHeldCallIsReplaced() async throws {
        try rules.add(Self.long, to: "retries(after:)")
        let call = beginRetries()
        await calls.waitForHeld()
        let other = RuledTarget()
        calls.proxy.setForwardDelegate(other, retain: true)
        try rules.release(1, .goOn)
        #expect(await call.value == .returned("true"))
        #expect(calls.target.received == ["retries 9"] && other.received.isEmpty)
    }

    @Test func theProxyOfAHeldCallLosesItsTarget() async throws {
        try rules.add(Self.long, to: "note(_:named:)")
        let call = begin { proxy in .of { proxy.note(1, named: "a") } }
        await calls.waitForHeld()
        calls.proxy.setForwardDelegate(nil, retain: false)
        try rules.release(1, .goOn)
        #expect(await call.value == .returned("()") && calls.target.received == ["note 1 a"])
    }

    @Test func aTargetThatIsLetGoWhileItsCallIsHeldStillAnswersIt() async {
        // The requirement has no default: without its target, the program would be stopped.
        await #expect(processExitsWith: .success) {
            let recorder = Recorder()
            let proxy = RuledProxy(recorder: recorder)
            let target = Guarded<RuledTarget?>(RuledTarget())
            proxy.setForwardDelegate(target.value, retain: false)
            try recorder.rules.add(.hold(deadline: .seconds(60)), to: "retries(after:)")
            let call = Task { await onThread { proxy.retries(after: 9) } }
            _ = await until { recorder.rules.held.count == 1 }
            target.change { $0 = nil }
            try recorder.rules.release(1, .goOn)
            let answer = await call.value
            precondition(answer)
        }
    }

    @Test func aProxyThatIsUninstalledWhileItsCallIsHeldFinishesTheCall() async throws {
        let recorder = Recorder(.unhurried)
        let panel = Panel()
        let mock = PanelMock()
        let proxy = PanelDelegateProxy(panel: panel, recorder: recorder)
        proxy.setForwardDelegate(mock, retain: true)
        try recorder.rules.add(Rule(Self.long, when: try InvocationFilter("selector:widthOf")))
        nonisolated(unsafe) let caller = panel
        let call = Task { await onThread { proxy.panel(caller, widthOf: 3) } }
        #expect(await until { recorder.rules.held.count == 1 })
        proxy.uninstall()
        recorder.rules.releaseAll()
        #expect(await call.value == 30)
    }
}
