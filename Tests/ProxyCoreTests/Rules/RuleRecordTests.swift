// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CallModel
import ProxyTestSupport
import Testing

@testable import ProxyCore

/// What the record tells of rules, and what it must not tell.
@Suite(.leavesNothing) struct RuleRecordTests {
    private static let secret = "open sesame, it is a long one"

    // MARK: Calls that are not recorded

    @Test func rulesActWhileRecordingIsOff() async throws {
        let calls = RuledCalls()
        calls.recorder.pause()
        try actEverywhere(calls)
        #expect(calls.recorded.isEmpty && calls.rules.rules.allSatisfy { $0.applied > 0 })
    }

    @Test func rulesActOnCallsThatAreNotCaptured() async throws {
        var configuration = RecorderConfiguration.unhurried
        configuration.captureRules.exclude = ["RuledDelegate"]
        let calls = RuledCalls(configuration)
        try actEverywhere(calls)
        #expect(calls.recorded.isEmpty && calls.rules.rules.allSatisfy { $0.applied > 0 })
    }

    @Test func rulesActOnCallsBeyondTheRateLimit() async throws {
        var configuration = RecorderConfiguration.unhurried
        configuration.rateLimit = RateLimit(callsPerSecond: 1, keepOneIn: 1_000_000)
        let calls = RuledCalls(configuration)
        for _ in 0..<10 { try actEverywhere(calls) }
        let recorded = calls.recorded
        // One of each requirement in each second.
        #expect(recorded.count < 40 && calls.rules.rules.filter { $0.applied == 0 }.isEmpty)
        let statistics = try #require(calls.recorder.selectors.first { $0.selector.name == "load(_:)" })
        #expect(statistics.calls == 10 && statistics.errors == 10 && statistics.unanswered == 0)
    }

    /// Adds some rules, makes calls, and removes the rules of earlier ones.
    private func actEverywhere(_ calls: RuledCalls) throws {
        calls.rules.removeAll()
        try calls.rules.add(.edit("number", "7"), to: "note(_:named:)")
        try calls.rules.add(.comment("odd"), to: "note(_:named:)")
        try calls.rules.add(.answer("false"), to: "retries(after:)")
        try calls.rules.add(.throw(.text("no")), at: .after, to: "load(_:)")
        try calls.rules.add(.edit("sum", "10"), to: "add(_:to:)")
        calls.proxy.note(1, named: "a")
        #expect(calls.target.received.last == "note 7 a")
        #expect(!calls.proxy.retries(after: 9))
        #expect(throws: RuleError("no")) { try calls.proxy.load("p") }
        var sum = 1
        #expect(calls.proxy.add(5, to: &sum) == 15 && sum == 15)
    }

    // MARK: Marks and comments

    @Test func marksAndCommentsCanBeLookedForAndAreForgottenWithTheCalls() throws {
        let calls = RuledCalls()
        try calls.rules.add(.mark, to: "note(_:named:)")
        try calls.rules.add(.comment("odd"), at: .after, to: "note(_:named:)")
        calls.proxy.note(1, named: "a")
        _ = calls.proxy.title
        calls.recorder.flush()
        let found = calls.recorder.invocations(InvocationQuery(try InvocationFilter("is:marked comment:odd"))).items
        #expect(found.map(\.selector.name) == ["note(_:named:)"])
        calls.recorder.clear(includingMarked: false)
        #expect(calls.recorded.map(\.isMarked) == [true])
        calls.recorder.clear()
        #expect(calls.recorded.isEmpty)
    }

    @Test func theLongestCommentIsKeptWhole() throws {
        let calls = RuledCalls()
        let comment = String(repeating: "ö", count: 2_048)
        try calls.rules.add(.comment(comment), to: "note(_:named:)")
        calls.proxy.note(1, named: "a")
        #expect(try calls.last().comment == comment)
    }

    @Test func aLongValueThatARuleGivesIsCutLikeOthers() throws {
        let calls = RuledCalls()
        let long = String(repeating: "long ", count: 100_000)
        try calls.rules.add(.edit("name", RuleValue(json: "\"\(long)\"")), to: "note(_:named:)")
        calls.proxy.note(1, named: long)
        let call = try calls.last()
        #expect(calls.target.received == ["note 1 \(long)"])
        #expect(call.arguments[1].edited == call.arguments[1].value && call.arguments[1].edited?.truncation != nil)
        #expect(call.rule == 1)
    }

    // MARK: Redaction

    private func redacting(_ redactions: RedactionRule...) -> RuledCalls {
        var configuration = RecorderConfiguration.unhurried
        configuration.redactions = redactions
        return RuledCalls(configuration)
    }

    @Test func aValueThatARuleGivesIsHiddenLikeTheOneOfTheCaller() throws {
        let calls = redacting(.label("name"))
        try calls.rules.add(.edit("name", RuleValue(json: "\"\(Self.secret)\"")), to: "note(_:named:)")
        calls.proxy.note(1, named: Self.secret)
        let call = try calls.last()
        #expect(call.arguments[1].value.kind == .redacted && call.arguments[1].edited?.kind == .redacted)
        #expect(!"\(call)".contains(Self.secret))
    }

    @Test func aHeldCallShowsNoHiddenArgument() async throws {
        let calls = redacting(.label("name"))
        try calls.rules.add(.hold(deadline: .seconds(600)), to: "note(_:named:)")
        let call = Task { await onThread { calls.proxy.note(1, named: Self.secret) } }
        await calls.waitForHeld()
        let held = try #require(calls.rules.held.first)
        #expect(held.arguments.map(\.json) == ["1", nil] && !"\(held)".contains(Self.secret))
        calls.rules.releaseAll()
        await call.value
    }

    @Test func aHeldCallShowsNoHiddenResult() async throws {
        let calls = redacting(.selector("subscript*"))
        try calls.rules.add(.hold(deadline: .seconds(600)), at: .after, to: "subscript(_:).get")
        let call = Task { await onThread { calls.proxy[1] } }
        await calls.waitForHeld()
        let held = try #require(calls.rules.held.first)
        #expect(held.call.result?.kind == .redacted && held.resultJSON == nil)
        calls.rules.releaseAll()
        #expect(await call.value == "row 1")
    }

    @Test(arguments: [RedactionRule.label("password"), .type(Password.self)])
    func aHeldCallShowsNoHiddenPartOfAValue(redaction: RedactionRule) async throws {
        var configuration = RecorderConfiguration.unhurried
        configuration.redactions = [redaction]
        let recorder = Recorder(configuration)
        let proxy = LoginProxy(recorder: recorder)
        let login = Login(user: "me", password: Password(rawValue: Self.secret))
        try recorder.rules.add(.hold(deadline: .seconds(600)), to: "use(_:_:)")
        try recorder.rules.add(.hold(deadline: .seconds(600)), at: .after, to: "use(_:_:)")
        let call = Task { await onThread { proxy.use(login, ["password": Self.secret]) } }
        #expect(await until { recorder.rules.held.count == 1 })
        let held = try #require(recorder.rules.held.first)
        let isShown = held.arguments.map { $0.json?.contains(Self.secret) ?? false }
        // What is hidden by the type is no such type in the dictionary.
        #expect(isShown[0] == false && isShown[1] == (redaction == .type(Password.self)))
        recorder.rules.releaseAll()
        #expect(await until { recorder.rules.held.first?.point == .after })
        #expect(recorder.rules.held.first?.resultJSON?.contains(Self.secret) != true)
        recorder.rules.releaseAll()
        #expect(await call.value == login)
    }

    @Test func filtersOfRulesSeeNoHiddenValue() throws {
        let calls = redacting(.label("name"))
        try calls.rules.add(Rule(.skip, when: try InvocationFilter("selector:note arg:sesame")))
        calls.proxy.note(1, named: Self.secret)
        #expect(calls.target.received.count == 1)
    }

    // MARK: Transforms

    private func transforming(_ transform: @escaping RecordTransform) -> RuledCalls {
        var configuration = RecorderConfiguration.unhurried
        configuration.transform = transform
        return RuledCalls(configuration)
    }

    @Test func aTransformSeesWhatRulesDidAndKeepsIt() throws {
        let seen = Guarded<[Invocation]>([])
        let calls = transforming { call in
            seen.change { $0.append(call) }
            var changed = call
            changed.result = nil
            return changed
        }
        try calls.rules.add(.edit("bytes", "1"), to: "retries(after:)")
        try calls.rules.add(.answer("true"), at: .after, to: "retries(after:)")
        try calls.rules.add(.comment("odd"), at: .after, to: "retries(after:)")
        #expect(calls.proxy.retries(after: 9))
        let call = try calls.last()
        #expect(seen.value.first?.rule == 2 && seen.value.first?.arguments[0].edited?.content == .signed(1))
        #expect(call.rule == 2 && call.returnPath == .stub && call.result == nil)
        #expect(call.arguments[0].edited?.content == .signed(1) && call.targetResult?.content == .bool(false))
    }

    @Test func aTransformTakesAwayTheValueThatARuleGave() throws {
        let calls = transforming { call in
            var changed = call
            for index in changed.arguments.indices { changed.arguments[index].edited = nil }
            return changed
        }
        try calls.rules.add(.edit("name", RuleValue(json: "\"\(Self.secret)\"")), to: "note(_:named:)")
        calls.proxy.note(1, named: "a")
        let call = try calls.last()
        #expect(call.rule == 1 && call.arguments[1].edited == nil && !"\(call)".contains(Self.secret))
    }

    @Test func aTransformThatHidesTheArgumentHidesTheValueThatARuleGave() throws {
        let calls = transforming { call in
            var changed = call
            changed.arguments = []
            return changed
        }
        try calls.rules.add(.edit("name", RuleValue(json: "\"\(Self.secret)\"")), to: "note(_:named:)")
        try calls.rules.add(.mark, to: "note(_:named:)")
        calls.proxy.note(1, named: Self.secret)
        let call = try calls.last()
        #expect(call.arguments.map(\.value.kind) == [.redacted, .redacted] && call.rule == 2 && call.isMarked)
        #expect(!"\(call)".contains(Self.secret))
    }

    @Test func aTransformThatDropsTheRecordLeavesNothingOfIt() throws {
        let calls = transforming { $0.selector.name == "title.get" ? $0 : nil }
        try calls.rules.add(.comment("odd"), to: "note(_:named:)")
        for number in 0..<100 { calls.proxy.note(number, named: "a") }
        #expect(calls.recorded.isEmpty)
        #expect(calls.recorder.engine.withDrain { $0.store.marks.count } == 0)
    }

    // MARK: Other forms

    @Test func theRecordIsTheSameAfterJSON() throws {
        let calls = RuledCalls()
        try calls.rules.add(.edit("number", "7"), to: "note(_:named:)")
        try calls.rules.add(.delay(.milliseconds(1)), to: "note(_:named:)", blocking: [.main, .tasks])
        try calls.rules.add(.answer("true"), at: .after, to: "retries(after:)")
        try calls.rules.add(.edit("sum", "10"), to: "add(_:to:)")
        calls.proxy.note(1, named: "a")
        _ = calls.proxy.retries(after: 1)
        var sum = 1
        _ = calls.proxy.add(5, to: &sum)
        for call in calls.recorded {
            let text = String(decoding: InvocationEncoder.encode(call, .all), as: UTF8.self)
            var copy = text
            let read = try copy.withUTF8 { utf8 in
                let reader = JSONReader()
                return try RecordReader().invocation(reader.read(UnsafeRawBufferPointer(utf8)))
            }
            #expect(read.rule == call.rule && read.heldNanoseconds == call.heldNanoseconds, "\(text)")
            #expect(read.returnPath == call.returnPath && read.targetResult == call.targetResult)
            #expect(read.arguments.map(\.edited) == call.arguments.map(\.edited))
            #expect(String(decoding: InvocationEncoder.encode(read, .all), as: UTF8.self) == text)
        }
        #expect(calls.recorded.map(\.rule) == [2, 3, 4])
    }

    @Test(arguments: [
        ("rule:1", ["note(_:named:)"]), ("rule:>1", ["retries(after:)", "load(_:)"]),
        ("has:rule", ["note(_:named:)", "retries(after:)", "load(_:)"]), ("has:edit", ["note(_:named:)"]),
        ("path:stub", ["retries(after:)", "load(_:)"]), ("path:intercept", []), ("held:>1us", []),
        ("-has:rule", ["title.get"]),
        ("-rule:1 -path:stub", ["title.get"]),
    ]) func theRecordCanBeLookedForByWhatRulesDid(filter: String, names: [String]) throws {
        let calls = RuledCalls()
        try calls.rules.add(.edit("number", "7"), to: "note(_:named:)")
        try calls.rules.add(.answer("true"), at: .after, to: "retries(after:)")
        try calls.rules.add(.throw(.text("no")), to: "load(_:)")
        calls.proxy.note(1, named: "a")
        _ = calls.proxy.retries(after: 1)
        _ = try? calls.proxy.load("p")
        _ = calls.proxy.title
        calls.recorder.flush()
        var query = InvocationQuery(try InvocationFilter(filter))
        query.order = .ascending
        #expect(calls.recorder.invocations(query).items.map(\.selector.name) == names)
        #expect(calls.recorded.filter { query.filter.matches($0) }.map(\.selector.name) == names)
    }

    @Test func statisticsCountAnswersOfRulesAsAnswers() throws {
        let calls = RuledCalls(target: nil)
        try calls.rules.add(.answer("true"), to: "retries(after:)")
        _ = calls.proxy.retries(after: 1)
        calls.recorder.flush()
        let statistics = try #require(calls.recorder.selectors.first)
        #expect(statistics.calls == 1 && statistics.unanswered == 0)
    }
}

private struct Password: RawRepresentable, Codable, Equatable {
    let rawValue: String
}

private struct Login: Codable, Equatable {
    let user: String
    let password: Password
}

private protocol LoginDelegate: AnyObject { func use(_ login: Login, _ options: [String: String]) -> Login }

private final class LoginProxy: ProtocolProxy<any LoginDelegate>, LoginDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    static let use = MethodSelector<LoginProxy, (Login, [String: String]), Login>(
        "use(_:_:)",
        of: "LoginDelegate",
        parameters: ["login", "options"],
        traits: .editable
    )

    override class var requirements: [AnyMethodSelector] { [AnyMethodSelector(use)] }

    func use(_ login: Login, _ options: [String: String]) -> Login {
        forward(Self.use, (login, options), default: login) {
            $0.use(login, options)
        } edited: {
            $0.use($1.0, $1.1)
        }
    }
}
