// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTestSupport
import Reactive
import Testing

@testable import ProxyCore

/// A rule comes before the handler, the handler before the target.
@Suite(.leavesNothing) struct RulePrecedenceTests {
    private typealias Selectors = RuledProxy.Selectors

    // MARK: Handlers

    @Test func aRuleAnswersBeforeTheHandlerDoes() throws {
        let calls = RuledCalls()
        let handler = calls.proxy.handle(Selectors.row) { _ in "handler" }
        try calls.rules.add(.answer(#""rule""#), to: "subscript(_:).get")
        #expect(calls.proxy[1] == "rule" && calls.target.received.isEmpty)
        calls.rules.removeAll()
        #expect(calls.proxy[1] == "handler")
        handler.dispose()
        #expect(calls.proxy[1] == "row 1")
        #expect(calls.recorded.map(\.returnPath) == [.stub, .handler, .target])
    }

    @Test func aHandlerGetsTheArgumentsThatARuleChanged() throws {
        let calls = RuledCalls()
        let seen = Guarded<[Int]>([])
        let handler = calls.proxy.handle(Selectors.retries) { bytes in
            seen.change { $0.append(bytes) }
            return bytes == 7
        }
        try calls.rules.add(.edit("bytes", "7"), to: "retries(after:)")
        #expect(calls.proxy.retries(after: 1))
        #expect(seen.value == [7] && calls.target.received == ["retries 7"])
        let call = try calls.last()
        #expect(call.returnPath == .handler && call.rule == 1)
        #expect(call.arguments[0].value.content == .signed(1) && call.arguments[0].edited?.content == .signed(7))
        handler.dispose()
    }

    @Test func aHandlerOfAnAsyncRequirementGetsTheArgumentsThatARuleChanged() async throws {
        let calls = RuledCalls()
        let handler = calls.proxy.handle(Selectors.fetch) { page in
            await Task.yield()
            return "handled \(page)"
        }
        try calls.rules.add(.edit("page", "7"), to: "fetch(_:)")
        #expect(await calls.proxy.fetch(1) == "handled 7")
        #expect(calls.target.received == ["fetch 7"])
        handler.dispose()
    }

    @Test func theRecordKeepsWhatTheTargetAnsweredWhenHandlerAndRuleReplacedIt() throws {
        let calls = RuledCalls()
        let handler = calls.proxy.handle(Selectors.row) { _ in "handler" }
        try calls.rules.add(.edit("result", #""rule""#), at: .after, to: "subscript(_:).get")
        #expect(calls.proxy[1] == "rule" && calls.target.received == ["row 1"])
        let call = try calls.last()
        #expect(call.result?.content == .text("rule") && call.targetResult?.content == .text("row 1"))
        #expect(call.returnPath == .stub)
        handler.dispose()
    }

    @Test func aRecordWithoutATargetHasNoAnswerOfTheTarget() throws {
        let calls = RuledCalls(target: nil)
        try calls.rules.add(.answer(#""first""#), to: "subscript(_:).get")
        try calls.rules.add(.answer(#""second""#), at: .after, to: "subscript(_:).get")
        #expect(calls.proxy[1] == "second")
        let call = try calls.last()
        #expect(call.targetResult == nil && call.targetNanoseconds == nil && call.rule == 2)
    }

    // MARK: Several rules

    @Test func rulesActInTheirOrderAndTheFirstAnswerCounts() throws {
        let calls = RuledCalls()
        try calls.rules.add(.mark, to: "retries(after:)")
        try calls.rules.add(.answer("false"), to: "retries(after:)")
        try calls.rules.add(.answer("true"), to: "retries(after:)")
        #expect(!calls.proxy.retries(after: 9))
        let call = try calls.last()
        #expect(call.rule == 2 && call.isMarked)
        #expect(calls.rules.rules.map(\.applied) == [1, 1, 0])
    }

    @Test func aLaterRuleSeesWhatAnEarlierOneChanged() throws {
        let calls = RuledCalls()
        try calls.rules.add(.edit("number", "7"), to: "note(_:named:)")
        var comment = Rule(.comment("seven"), when: try InvocationFilter("selector:note arg.number:7"))
        comment.isEnabled = true
        try calls.rules.add(comment)
        try calls.rules.add(.edit("number", "8"), to: "note(_:named:)")
        calls.proxy.note(1, named: "a")
        #expect(calls.target.received == ["note 8 a"])
        let call = try calls.last()
        #expect(call.comment == "seven" && call.rule == 3)
        #expect(call.arguments[0].value.content == .signed(1) && call.arguments[0].edited?.content == .signed(8))
    }

    /// Regression test: no filter of a rule passed because of what another rule had done.
    @Test(arguments: [
        "rule:3", "has:rule", "has:edit", "is:marked", "has:comment", "comment:odd", "held:>0ns", "-rule:1",
    ]) func aLaterRuleKnowsWhatEarlierOnesDid(filter: String) throws {
        let calls = RuledCalls()
        try calls.rules.add(.edit("number", "7"), to: "note(_:named:)")
        try calls.rules.add(.mark, to: "note(_:named:)")
        try calls.rules.add(.comment("odd"), to: "note(_:named:)")
        let wait = Rule.Action.delay(.nanoseconds(1))
        if filter.hasPrefix("held") { try calls.rules.add(wait, to: "note(_:named:)", blocking: [.main, .tasks]) }
        for point in [Rule.Point.before, .after] {
            let later = Rule(.log("later"), at: point, when: try InvocationFilter("selector:note \(filter)"))
            try calls.rules.add(later)
        }
        let log = RuleEventLog(calls.rules)
        calls.proxy.note(1, named: "a")
        #expect(log.words.count == (filter == "rule:3" ? 1 : 2), "\(log.words)")
    }

    @Test(arguments: ["has:rule", "has:edit", "is:marked", "has:comment", "held:>=0ns"])
    func aRuleThatComesFirstKnowsOfNoOtherOne(filter: String) throws {
        let calls = RuledCalls()
        try calls.rules.add(Rule(.log("first"), when: try InvocationFilter("selector:note \(filter)")))
        try calls.rules.add(.edit("number", "7"), to: "note(_:named:)")
        try calls.rules.add(.mark, to: "note(_:named:)")
        try calls.rules.add(.comment("odd"), to: "note(_:named:)")
        calls.proxy.note(1, named: "a")
        #expect(try calls.last().rule == 4 && calls.rules.rule(1)?.seen == 0)
    }

    @Test func rulesAfterTheCallKnowWhatCameOfIt() throws {
        let calls = RuledCalls()
        let never = try InvocationFilter("state:threw")
        try calls.rules.add(Rule(.comment("failed"), at: .after, when: never))
        try calls.rules.add(Rule(.mark, at: .after, when: try InvocationFilter("result:p")))
        #expect(throws: SampleError(code: 2)) { try calls.proxy.load("") }
        #expect(try calls.proxy.load("p") == ["p"])
        let recorded = calls.recorded
        #expect(recorded.map(\.comment) == ["failed", nil] && recorded.map(\.isMarked) == [false, true])
    }

    @Test func rulesAfterTheCallKnowWhoAnswered() throws {
        let calls = RuledCalls()
        let handler = calls.proxy.handle(Selectors.row) { _ in "handler" }
        try calls.rules.add(Rule(.mark, at: .after, when: try InvocationFilter("path:handler")))
        try calls.rules.add(Rule(.comment("target"), at: .after, when: try InvocationFilter("path:target")))
        _ = calls.proxy[1]
        _ = calls.proxy.title
        let recorded = calls.recorded
        #expect(recorded.map(\.isMarked) == [true, false] && recorded.map(\.comment) == [nil, "target"])
        handler.dispose()
    }

    // MARK: Observers and capabilities

    @Test func observersSeeTheArgumentsThatTheTargetGets() throws {
        let calls = RuledCalls()
        let seen = Guarded<[String]>([])
        let bag = DisposeBag()
        calls.proxy.sentMessage(Selectors.note)
            .subscribe(onNext: { number, name in seen.change { $0.append("before \(number) \(name)") } })
            .disposed(by: bag)
        calls.proxy.methodInvoked(Selectors.note)
            .subscribe(onNext: { number, name in seen.change { $0.append("after \(number) \(name)") } })
            .disposed(by: bag)
        calls.proxy.returned(Selectors.row)
            .subscribe(onNext: { row, text in seen.change { $0.append("\(row) \(text)") } })
            .disposed(by: bag)
        try calls.rules.add(.edit("name", #""b""#), to: "note(_:named:)")
        try calls.rules.add(.answer(#""x""#), at: .after, to: "subscript(_:).get")
        calls.proxy.note(1, named: "a")
        _ = calls.proxy[3]
        #expect(seen.value == ["before 1 b", "after 1 b", "3 x"])
    }

    @Test func rulesDoNotChangeWhatAProxyRespondsTo() throws {
        let calls = RuledCalls(target: nil)
        let before = RuledProxy.requirements.map { calls.proxy.responds(to: $0) }
        try calls.rules.add(.skip, to: "note(_:named:)")
        try calls.rules.add(.answer("true"), to: "retries(after:)")
        #expect(RuledProxy.requirements.map { calls.proxy.responds(to: $0) } == before)
    }

    @Test func aRuleAnswersWhereThereIsNeitherATargetNorADefault() async throws {
        let calls = RuledCalls(target: nil)
        try calls.rules.add(.answer("true"), to: "retries(after:)")
        try calls.rules.add(.answer(#""x""#), to: "fetch(_:)")
        #expect(calls.proxy.retries(after: 1))
        #expect(await calls.proxy.fetch(1) == "x")
        let recorded = calls.recorded
        #expect(recorded.allSatisfy { $0.returnPath == .stub && $0.targetNanoseconds == nil && $0.findings.isEmpty })
    }

    @Test func anAnswerOfTheDefaultCanBeReplaced() throws {
        let recorder = Recorder(.unhurried)
        let proxy = SampleProxy(recorder: recorder)
        try recorder.rules.add(.answer("7"), at: .after, to: "answer(to:)")
        #expect(proxy.answer(to: "four") == 7)
        recorder.flush()
        let call = try #require(recorder.invocations().items.first)
        #expect(call.returnPath == .stub && call.result?.content == .signed(7) && call.targetResult == nil)
    }

    // MARK: Calls inside of calls

    @Test func callsThatTheTargetOfARuledCallMakesFollowRulesToo() throws {
        let proxy = Guarded<RuledProxy?>(nil)
        let answers = Guarded<[Bool]>([])
        let target = RuledTarget { number in
            let answer = proxy.value?.retries(after: number) ?? true
            answers.change { $0.append(answer) }
        }
        let calls = RuledCalls(target: target)
        proxy.change { $0 = calls.proxy }
        try calls.rules.add(.edit("number", "50"), to: "note(_:named:)")
        try calls.rules.add(.answer("false"), to: "retries(after:)")
        calls.proxy.note(1, named: "a")
        #expect(answers.value == [false] && target.received == ["note 50 a"])
        let recorded = calls.recorded
        #expect(recorded.map(\.rule) == [1, 2] && recorded[1].parent == recorded[0].id)
        #expect(recorded[1].arguments[0].value.content == .signed(50))
        proxy.change { $0 = nil }
    }

    @Test func aValueThatCallsTheProgramIsMadeWithoutTheRulesAndTheRecorder() throws {
        let recorder = Recorder(.unhurried)
        let proxy = ChattyProxy(recorder: recorder)
        Chatter.proxy.change { $0 = proxy }
        defer { Chatter.proxy.change { $0 = nil } }
        try recorder.rules.add(.edit("chatter", #"{"name": "new"}"#), to: "say(_:)")
        recorder.flush()
        let before = recorder.status.recorded
        proxy.say(Chatter(name: "old"))
        recorder.flush()
        #expect(recorder.status.recorded - before == 1)
        #expect(recorder.invocations().items.map { $0.arguments.first?.edited != nil } == [true])
    }

    // MARK: Requirements that don't tell their error

    @Test func anErrorThatTheRequirementCannotThrowNeverReachesTheCaller() async {
        await #expect(processExitsWith: .success) {
            let recorder = Recorder()
            let proxy = SilentProxy(recorder: recorder)
            _ = try? recorder.rules.add(.throw(.text("no")), to: "save(_:)")
            do throws(SampleError) { try proxy.save(1) } catch { preconditionFailure("the program never throws it") }
            let rule = recorder.rules.rules.first
            precondition(rule == nil || rule?.failed == 1 && rule?.applied == 0)
        }
    }
}

/// A value whose decoding makes a call.
private struct Chatter: Codable {
    static let proxy = Guarded<ChattyProxy?>(nil)
    let name: String

    init(name: String) { self.name = name }

    init(from decoder: any Decoder) throws {
        name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
        // One call of many would be enough.
        if Self.depth.change({
            $0 += 1; return $0
        }) < 8 {
            Self.proxy.value?.say(Chatter(name: "inner"))
        }
        Self.depth.change { $0 -= 1 }
    }

    private static let depth = Guarded(0)
}

private protocol ChattyDelegate: AnyObject { func say(_ chatter: Chatter) }

private final class ChattyProxy: ProtocolProxy<any ChattyDelegate>, ChattyDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    static let say = MethodSelector<ChattyProxy, Chatter, Void>(
        "say(_:)",
        of: "ChattyDelegate",
        parameter: "chatter",
        traits: .editable
    )

    override class var requirements: [AnyMethodSelector] { [AnyMethodSelector(say)] }

    func say(_ chatter: Chatter) {
        forward(Self.say, chatter) {
            $0.say(chatter)
        } edited: {
            $0.say($1)
        }
    }
}

private protocol SilentDelegate: AnyObject { func save(_ page: Int) throws(SampleError) }

/// Written by hand before there were rules: its selector doesn't tell the type of the error.
private final class SilentProxy: ProtocolProxy<any SilentDelegate>, SilentDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    static let save = MethodSelector<SilentProxy, Int, Void>(
        "save(_:)",
        of: "SilentDelegate",
        parameter: "page",
        traits: .throwing
    )

    override class var requirements: [AnyMethodSelector] { [AnyMethodSelector(save)] }

    func save(_ page: Int) throws(SampleError) {
        try forward(Self.save, page) { target throws(SampleError) in try target.save(page) }
    }
}
