// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTestSupport
import Synchronization
import Testing
import ThreadSanitizerSupport

@testable import ProxyCore

/// Rules that change while calls are made.
@Suite(.leavesNothing) struct RuleChangeTests {
    /// The sanitizer makes everything slower.
    private static let changes = thread_sanitizer_is_active() ? 1_000 : 10_000

    /// Two rules are replaced one after the other with the same number. A call that sees one set of rules gets an argument
    /// and a result whose numbers are the same, or one apart; a torn one sees any two.
    @Test func everyCallSeesOneSetOfRules() async throws {
        var configuration = RecorderConfiguration.unhurried
        configuration.overflowPolicy = .dropNewest
        let recorder = Recorder(configuration)
        let (proxy, rules) = (SumProxy(recorder: recorder), recorder.rules)
        proxy.setForwardDelegate(SumTarget(), retain: true)
        let count = Atomic<Int>(0)
        @Sendable func rule(_ action: Rule.Action, at point: Rule.Point) -> Rule {
            Rule(action, at: point, when: .of("add(_:to:)"))
        }
        @Sendable func edit(_ number: Int) -> Rule { rule(.edit("number", RuleValue(json: "\(number)")), at: .before) }
        @Sendable func result(_ number: Int) -> Rule { rule(.edit("result", RuleValue(json: "\(number)")), at: .after) }
        try rules.add(edit(0))
        try rules.add(result(0))
        let isDone = Atomic<Bool>(false)
        let torn = Guarded<[String]>([])
        async let callers: Void = onThreads(8) { _ in
            while !isDone.load(ordering: .relaxed) {
                var sum = 0
                let result = proxy.add(-1, to: &sum)
                // The target adds the argument to the sum, so that is the argument.
                let got = (argument: sum, result: result)
                if sum != result, sum != result + 1 { torn.change { $0.append("\(got)") } }
                count.add(1, ordering: .relaxed)
            }
        }
        #expect(await until { count.load(ordering: .relaxed) > 8 })
        await onThread {
            for number in 1...Self.changes / 2 {
                _ = try? rules.replace(1, with: edit(number))
                _ = try? rules.replace(2, with: result(number))
            }
            isDone.store(true, ordering: .relaxed)
        }
        await callers
        #expect(torn.value.isEmpty, "\(torn.value.prefix(5))")
        var sum = 0
        #expect(proxy.add(-1, to: &sum) == Self.changes / 2 && sum == Self.changes / 2)
        #expect(rules.rules.map(\.failed) == [0, 0])
    }

    @Test func rulesThatComeAndGoActWhollyOrNotAtAll() async throws {
        let calls = RuledCalls()
        let (proxy, rules) = (calls.proxy, calls.rules)
        let isDone = Atomic<Bool>(false)
        let odd = Guarded<Set<String>>([])
        async let callers: Void = onThreads(4) { _ in
            while !isDone.load(ordering: .relaxed) {
                do {
                    let doors = try proxy.load("p")
                    if doors != ["p"], doors != ["q"], doors != ["r"] { odd.change { _ = $0.insert("\(doors)") } }
                } catch {
                    if "\(error)" != "no" { odd.change { _ = $0.insert("\(error)") } }
                }
            }
        }
        await onThreads(2) { thread in
            for number in 0..<Self.changes / 20 {
                let actions: [Rule.Action] = [
                    .edit("path", #""q""#), .answer(#"["r"]"#), .throw(.text("no")), .mark, .delay(.nanoseconds(1)),
                    .hold(deadline: .milliseconds(100)),
                ]
                let action = actions[(number + thread) % actions.count]
                let added = try? rules.add(action, at: number % 2 == 0 ? .before : .after, to: "load(_:)")
                if let added { try? rules.remove(added.number) }
            }
        }
        isDone.store(true, ordering: .relaxed)
        await callers
        #expect(odd.value.isEmpty)
        #expect(rules.rules.isEmpty && rules.held.isEmpty)
        #expect(try proxy.load("p") == ["p"])
    }

    @Test func proxiesThatAppearWhileRulesChangeFollowTheLastOnes() async throws {
        let recorder = Recorder(.unhurried)
        // Without a rule, the answer is 42.
        try recorder.rules.add(.answer("1000"), to: "answer(to:)")
        async let changes: Void = onThread {
            for number in 1_001...1_200 {
                _ = try? recorder.rules.replace(
                    1,
                    with: Rule(.answer(RuleValue(json: "\(number)")), when: .of("answer(to:)"))
                )
            }
        }
        await onThreads(4) { _ in
            for _ in 0..<100 {
                let proxy = SampleProxy(recorder: recorder)
                let first = proxy.answer(to: "")
                precondition(first >= 1_000 && first <= proxy.answer(to: ""))
            }
        }
        await changes
        #expect(SampleProxy(recorder: recorder).answer(to: "") == 1_200)
    }

    /// A call that begins while a rule takes another's place may be held by the new one before the change is done.
    @Test func aRuleKeepsTheCallsThatItHoldsWhileItTakesAnothersPlace() async throws {
        let calls = RuledCalls()
        let (proxy, rules) = (calls.proxy, calls.rules)
        let filter = InvocationFilter.of("load(_:)")
        let (mark, hold) = (Rule(.mark, when: filter), Rule(.hold(deadline: .seconds(600)), when: filter))
        try rules.add(mark)
        let begun = Atomic<Int>(0)
        let returned = Atomic<Int>(0)
        let rounds = 400
        async let caller: Void = onThread {
            for round in 1...rounds {
                while begun.load(ordering: .acquiring) < round {}
                // The change takes some microseconds; the call begins sooner or later.
                for _ in 0..<round * 10 { _ = begun.load(ordering: .acquiring) }
                _ = try? proxy.load("p")
                returned.store(round, ordering: .releasing)
            }
        }
        for round in 1...rounds {
            await onThread {
                begun.store(round, ordering: .releasing)
                _ = try? rules.replace(1, with: hold)
            }
            #expect(await until { returned.load(ordering: .acquiring) == round || !rules.held.isEmpty })
            if let held = rules.held.first { try rules.release(held.number, .answer(#"["q"]"#)) }
            #expect(await until { returned.load(ordering: .acquiring) == round })
            try rules.replace(1, with: mark)
        }
        await caller
        let held = calls.recorded.filter { $0.heldNanoseconds != nil }
        #expect(!held.isEmpty && held.allSatisfy { $0.returnPath == .intercept })
    }

    @Test func callsAreHeldAndReleasedWhileTheirRulesAreReplaced() async throws {
        let calls = RuledCalls()
        let (proxy, rules) = (calls.proxy, calls.rules)
        @Sendable func hold() -> Rule { Rule(.hold(deadline: .seconds(600)), when: .of("retries(after:)")) }
        try rules.add(hold())
        let isDone = Atomic<Bool>(false)
        async let changes: Void = onThread {
            while !isDone.load(ordering: .relaxed) { _ = try? rules.replace(1, with: hold()) }
        }
        await onThreads(8) { _ in
            for _ in 0..<Self.changes / 200 { precondition(proxy.retries(after: 9)) }
        }
        isDone.store(true, ordering: .relaxed)
        await changes
        #expect(rules.held.isEmpty)
        #expect(calls.target.received.count == 8 * (Self.changes / 200))
    }
}

private protocol SumDelegate: AnyObject { func add(_ number: Int, to sum: inout Int) -> Int }

private final class SumTarget: SumDelegate {
    func add(_ number: Int, to sum: inout Int) -> Int {
        sum += number
        return sum
    }
}

/// A proxy with one requirement: changes of its rules are quick.
private final class SumProxy: ProtocolProxy<any SumDelegate>, SumDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    static let add = MethodSelector<SumProxy, (Int, InoutArgument<Int>), Int>(
        "add(_:to:)",
        of: "SumDelegate",
        parameters: ["number", "sum"],
        traits: [.needsAnswer, .editable]
    )

    override class var requirements: [AnyMethodSelector] { [AnyMethodSelector(add)] }

    func add(_ number: Int, to sum: inout Int) -> Int {
        forward(Self.add, (number, InoutArgument(sum))) {
            $0.add(number, to: &sum)
        } edited: {
            sum = $1.1.after
            return $0.add($1.0, to: &sum)
        }
    }
}
