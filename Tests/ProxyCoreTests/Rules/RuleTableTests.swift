// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTestSupport
import Testing

@testable import ProxyCore

/// Every action at every point for every kind of requirement: it works, or it is refused with the reason.
@Suite(.leavesNothing) struct RuleTableTests {
    /// One cell of the table.
    struct Cell: Sendable, CustomTestStringConvertible {
        let requirement: RuledRequirement
        let point: Rule.Point
        let action: RuledAction

        var refusal: String? { action.refusal(at: point, of: requirement) }
        var testDescription: String { "\(action.rawValue) \(point.rawValue) \(requirement.rawValue)" }

        static let all = RuledRequirement.allCases.flatMap { requirement in
            Rule.Point.allCases.flatMap { point in
                RuledAction.allCases.map { Cell(requirement: requirement, point: point, action: $0) }
            }
        }

        func add(to calls: RuledCalls) throws(RuleProblem) -> RuleStatus {
            try calls.rules.add(
                action.action(for: requirement),
                at: point,
                to: requirement.rawValue,
                blocking: requirement == .mainActor ? .main : []
            )
        }
    }

    @Test(arguments: RuledRequirement.allCases)
    func withoutARuleTheCallIsAsItWas(requirement: RuledRequirement) async throws {
        let calls = RuledCalls()
        #expect(await requirement.call(calls.proxy) == .returned(requirement.plain.outcome))
        #expect(calls.target.received == [requirement.plain.received])
        let call = try calls.last()
        #expect(call.rule == nil && call.heldNanoseconds == nil && call.returnPath == .target)
    }

    @Test(arguments: Cell.all.filter { $0.refusal != nil })
    func whatCannotBeDoneIsRefusedWithTheReason(cell: Cell) async throws {
        let calls = RuledCalls()
        let problem = try #require(RuleProblem.of { _ = try cell.add(to: calls) })
        let reason = try #require(cell.refusal)
        #expect(problem.description.contains(reason), "\(problem)")
        #expect(calls.rules.rules.isEmpty)
        #expect(await cell.requirement.call(calls.proxy) == .returned(cell.requirement.plain.outcome))
        #expect(try calls.last().rule == nil)
    }

    @Test(arguments: Cell.all.filter { $0.refusal == nil })
    func whatWorksDoesWhatItSays(cell: Cell) async throws {
        let calls = RuledCalls()
        let log = RuleEventLog(calls.rules)
        let deciding = calls.deciding { _ in .goOn }
        let rule = try cell.add(to: calls)
        #expect(rule.selectors.map(\.name) == [cell.requirement.rawValue] && rule.refused.isEmpty)
        let outcome = await cell.requirement.call(calls.proxy)
        let call = try calls.last()
        #expect(outcome == expectedOutcome(cell))
        #expect(calls.target.received == expectedReceipt(cell))
        check(call, cell, rule.number)
        let status = try #require(calls.rules.rule(rule.number))
        #expect(status.seen == 1 && status.applied == 1 && status.failed == 0)
        if cell.action == .log { #expect(log.words.contains { $0.hasPrefix("log 1 ") && $0.hasSuffix(": here") }) }
        // Other requirements are left alone, and this one without the rule.
        try calls.rules.remove(rule.number)
        #expect(await cell.requirement.call(calls.proxy) == .returned(cell.requirement.plain.outcome))
        #expect(try calls.last().rule == nil)
        deciding.cancel()
    }

    private func expectedOutcome(_ cell: Cell) -> CallOutcome {
        let requirement = cell.requirement
        switch cell.action {
        case .hold, .delay, .mark, .comment, .log: return .returned(requirement.plain.outcome)
        case .answer, .editResult:
            return .returned(cell.point == .before ? requirement.answer.before : requirement.answer.after)
        case .throw: return .threw(requirement.failure.text)
        case .skip: return .returned("()")
        case .editArgument: return .returned(requirement.edit.outcome)
        }
    }

    private func expectedReceipt(_ cell: Cell) -> [String] {
        switch cell.action {
        case .answer where cell.point == .before, .throw where cell.point == .before, .skip: []
        case .editArgument: [cell.requirement.edit.received]
        default: [cell.requirement.plain.received]
        }
    }

    private func check(_ call: Invocation, _ cell: Cell, _ rule: Int) {
        #expect(call.rule == rule)
        let replaces = [.answer, .throw, .skip, .editResult].contains(cell.action)
        #expect(call.returnPath == (replaces ? .stub : .target))
        let waits = cell.action == .hold || cell.action == .delay
        #expect((call.heldNanoseconds != nil) == waits)
        let duration = call.durationNanoseconds ?? 0
        #expect(duration >= call.heldNanoseconds ?? 0)
        if cell.action == .delay { #expect(call.heldNanoseconds ?? 0 >= 2_000_000) }
        let reachesTarget = !replaces || cell.point == .after
        #expect((call.targetNanoseconds != nil) == reachesTarget)
        // The time in the target has nothing of the time for which the call was held.
        #expect(call.targetNanoseconds ?? 0 <= duration - (call.heldNanoseconds ?? 0))
        let replacesResult = replaces && cell.point == .after && cell.requirement.hasResult
        #expect((call.targetResult != nil) == replacesResult)
        #expect(call.targetError == nil)
        #expect(call.state == (cell.action == .throw ? .threw : .returned))
        #expect(call.isMarked == (cell.action == .mark))
        #expect(call.comment == (cell.action == .comment ? "odd" : nil))
        for (index, argument) in call.arguments.enumerated() {
            let isEdited = cell.action == .editArgument && index == cell.requirement.edit.index
            #expect((argument.edited != nil) == isEdited)
            if isEdited { #expect(argument.edited != argument.value) }
        }
    }
}
