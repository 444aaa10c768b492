// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTestSupport
import Testing

@testable import ProxyCore

/// How often a rule acts.
@Suite(.leavesNothing) struct RuleLimitTests {
    private let calls = RuledCalls()
    private var rules: RuleBook { calls.rules }

    private func answers(_ count: Int) -> [Bool] { (0..<count).map { _ in calls.proxy.retries(after: 9) } }

    private func addAnswer(_ change: (inout Rule) -> Void) throws -> Int {
        try rules.add(.answer("false"), to: "retries(after:)", change).number
    }

    @Test func aRuleWithATimesLimitActsSoOftenAndNoMore() throws {
        let log = RuleEventLog(rules)
        let number = try addAnswer { $0.limits.times = 2 }
        #expect(answers(4) == [false, false, true, true])
        let status = try #require(rules.rule(number))
        #expect(status.applied == 2 && status.seen == 4 && status.failed == 0)
        #expect(log.words == ["added 1", "exhausted 1"])
    }

    @Test func eightThreadsTogetherMakeARuleActAsOftenAsItMay() async throws {
        let log = RuleEventLog(rules)
        let number = try addAnswer { $0.limits.times = 100 }
        let answered = Guarded(0)
        await onThreads(8) { _ in
            let own = (0..<200).count { _ in !calls.proxy.retries(after: 9) }
            answered.change { $0 += own }
        }
        #expect(answered.value == 100)
        let status = try #require(rules.rule(number))
        #expect(status.applied == 100 && status.seen == 1_600)
        #expect(log.words.filter { $0 == "exhausted 1" }.count == 1)
        #expect(calls.recorded.count { $0.returnPath == .stub } <= 100)
    }

    @Test func aRuleThatActsOnOneInSoManyBeginsWithTheFirst() throws {
        _ = try addAnswer { $0.limits.every = 3 }
        #expect(answers(7) == [false, true, true, false, true, true, false])
    }

    @Test func limitsAddUp() throws {
        _ = try addAnswer {
            $0.limits.every = 2
            $0.limits.times = 2
        }
        #expect(answers(6) == [false, true, false, true, true, true])
    }

    @Test func aRuleDoesNotActAfterItsEnd() throws {
        _ = try addAnswer { $0.limits.untilNanoseconds = 1 }
        #expect(answers(1) == [true])
        rules.removeAll()
        _ = try addAnswer { $0.limits.untilNanoseconds = .max }
        #expect(answers(1) == [false])
    }

    @Test func aRuleForConnectedPeopleActsOnlyWhileThereIsOne() throws {
        _ = try addAnswer { $0.limits.connectedOnly = true }
        #expect(answers(1) == [true])
        rules.connect()
        rules.connect()
        #expect(answers(1) == [false] && rules.isConnected)
        rules.disconnect()
        #expect(answers(1) == [false])
        rules.disconnect()
        #expect(answers(1) == [true] && !rules.isConnected)
    }

    @Test func aRuleThatIsOffDoesNothing() throws {
        let number = try addAnswer { $0.isEnabled = false }
        #expect(answers(1) == [true] && rules.rule(number)?.seen == 0)
        #expect(rules.rule(number)?.rule.isEnabled == false)
    }

    @Test func aReplacedRuleKeepsItsNumberAndCountsAnew() throws {
        let log = RuleEventLog(rules)
        let number = try addAnswer { $0.limits.times = 1 }
        #expect(answers(2) == [false, true])
        var again = Rule(.answer("false"), when: .of("retries(after:)"))
        again.limits.times = 1
        let status = try rules.replace(number, with: again)
        #expect(status.number == number && status.seen == 0 && status.applied == 0)
        #expect(answers(2) == [false, true])
        #expect(log.words == ["added 1", "exhausted 1", "changed 1", "exhausted 1"])
    }

    @Test func numbersAreNeverUsedTwice() throws {
        let first = try addAnswer { _ in }
        try rules.remove(first)
        #expect(try addAnswer { _ in } == first + 1)
        #expect(RuleProblem.of { try rules.remove(first) }?.code == .ruleUnknown)
        #expect(RuleProblem.of { _ = try rules.replace(first, with: Rule(.mark)) }?.code == .ruleUnknown)
        rules.removeAll()
        #expect(rules.rules.isEmpty && answers(1) == [true])
    }

    @Test func thereIsALimitToTheNumberOfRules() throws {
        let recorder = Recorder(.unhurried)
        let rules = recorder.rules
        for _ in 0..<RuleBook.countLimit { try rules.add(.mark, to: "answer(to:)") }
        let problem = try #require(RuleProblem.of { _ = try rules.add(Rule(.mark)) })
        #expect(problem.code == .tooManyRules && rules.rules.count == RuleBook.countLimit)
        #expect(SampleProxy(recorder: recorder).answer(to: "four") == 42)
        #expect(rules.rules.allSatisfy { $0.applied == 1 })
    }

    @Test(arguments: [
        (Rule.Action.hold(deadline: .milliseconds(99)), "deadlineMilliseconds"),
        (.hold(deadline: .seconds(601)), "deadlineMilliseconds"),
        (.delay(.zero), "milliseconds"), (.delay(.seconds(61)), "milliseconds"), (.delay(.seconds(-1)), "milliseconds"),
        (.comment(String(repeating: "x", count: 4_097)), "text"), (.log(String(repeating: "x", count: 4_097)), "text"),
        (.throw(.text(String(repeating: "x", count: 4_097))), "text"),
    ]) func whatIsOutOfBoundsIsRefused(action: Rule.Action, member: String) throws {
        let problem = try #require(RuleProblem.of { _ = try rules.add(Rule(action, when: .of("none"))) })
        #expect(problem.code == .ruleInvalid && problem.member == member)
    }

    @Test(arguments: ["limits.times", "limits.every"]) func aLimitBelowOneIsRefused(member: String) throws {
        var rule = Rule(.mark, when: .of("none"))
        if member == "limits.times" { rule.limits.times = 0 } else { rule.limits.every = -1 }
        #expect(RuleProblem.of { _ = try rules.add(rule) }?.member == member)
    }

    @Test(arguments: [
        ("9999999999999999999", "Int"), ("1.5", "Int"), (#""7""#, "Int"), ("null", "Int"), ("[]", "Int"), ("NaN", ""),
        ("{", ""), ("", ""), ("7 7", ""),
    ]) func aValueOfAnotherTypeIsRefusedWhenTheRuleIsSet(json: String, type: String) throws {
        let problem = try #require(
            RuleProblem.of { try rules.add(.edit("bytes", RuleValue(json: json)), to: "retries(after:)") }
        )
        #expect(problem.code == .valueInvalid && problem.description.contains(type) && problem.position != nil)
        #expect(rules.rules.isEmpty && answers(1) == [true])
    }

    @Test func aProxyThatComesLaterFollowsTheRulesThatSuitIt() throws {
        try rules.add(Rule(.answer("7")), ifPossible: false)
        let number = try rules.add(Rule(.answer("7"), when: .of("answer(to:)"))).number
        #expect(rules.rule(number)?.selectors.isEmpty == true)
        let late = SampleProxy(recorder: calls.recorder)
        #expect(late.answer(to: "four") == 7)
        let status = try #require(rules.rule(number))
        #expect(status.selectors.map(\.name) == ["answer(to:)"] && status.applied == 1)
    }

    @Test func aRuleThatDoesNotSuitAProxyThatComesLaterSaysSo() throws {
        let number = try rules.add(Rule(.answer("true"), when: .of("answer(to:)"))).number
        let late = SampleProxy(recorder: calls.recorder)
        #expect(late.answer(to: "four") == 42)
        let status = try #require(rules.rule(number))
        #expect(status.selectors.isEmpty && status.applied == 0)
        #expect(status.refused.map(\.selector.name) == ["answer(to:)"])
        #expect(status.refused.first?.reason.contains("Int") == true)
    }
}

extension RuleBook {
    /// Tries to add a rule, which is refused.
    fileprivate func add(_ rule: Rule, ifPossible isPossible: Bool) throws {
        #expect((RuleProblem.of { _ = try add(rule) } == nil) == isPossible)
    }
}
