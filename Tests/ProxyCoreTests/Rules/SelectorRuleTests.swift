// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTestSupport
import Testing

@testable import ProxyCore

/// Rules of the program itself, in the types of one requirement.
@Suite(.leavesNothing) struct SelectorRuleTests {
    private typealias Selectors = RuledProxy.Selectors
    private let calls = RuledCalls()

    @Test func anAnswerOfTheRequirementsOwnTypeIsGiven() throws {
        let status = try calls.rules.add(.answer(false, to: Selectors.retries))
        #expect(status.selectors.map(\.name) == ["retries(after:)"])
        #expect(!calls.proxy.retries(after: 9) && calls.target.received.isEmpty)
        #expect(try calls.last().returnPath == .stub)
        #expect(calls.proxy.title == "t")
    }

    @Test func aFilterAndLimitsNarrowTheCalls() throws {
        var limits = Rule.Limits()
        limits.times = 1
        let filter = try InvocationFilter("arg:9")
        try calls.rules.add(.answer(false, to: Selectors.retries), when: filter, limits: limits)
        #expect(calls.proxy.retries(after: 8) && !calls.proxy.retries(after: 9) && calls.proxy.retries(after: 9))
    }

    @Test func errorsAreThrownAndOtherActionsDone() throws {
        try calls.rules.add(.throw("no", from: Selectors.load))
        #expect(throws: RuleError("no")) { try calls.proxy.load("p") }
        try calls.rules.add(.action(.edit("name", #""b""#), on: Selectors.note), at: .before)
        calls.proxy.note(1, named: "a")
        #expect(calls.target.received == ["note 1 b"])
    }

    @Test func whatTheRequirementCannotDoIsRefused() throws {
        let problem = RuleProblem.of { try calls.rules.add(.throw("no", from: Selectors.retries)) }
        #expect(problem?.description.contains("does not throw") == true)
        #expect(calls.rules.rules.isEmpty)
    }
}
