// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import ProxyTestSupport
import Reactive
import Testing

/// Objects with several properties, threads of their own, or nothing that could answer.
@Suite(.leavesNothing) struct PropertyTests {
    @Test func twoPropertiesOfOneDelegateTypeHaveTwoProxies() throws {
        let pair = Pair()
        let (left, right) = (TickCounter(), TickCounter())
        (pair.left, pair.right) = (left, right)
        let leftProxy = try LeftProxy.proxy(for: pair)
        let rightProxy = try RightProxy.proxy(for: pair)
        #expect(pair.left === leftProxy && pair.right === rightProxy)
        pair.left?.tick()
        pair.left?.tick()
        pair.right?.tick()
        #expect(left.count == 2 && right.count == 1)
        leftProxy.uninstall()
        #expect(pair.left === left && pair.right === rightProxy)
        rightProxy.uninstall()
        DelegateProxyRegistry.sweep()
    }

    @Test func aProxyOfTheMainThreadIsRefusedElsewhere() async throws {
        let refused = await onThread { code { _ = try MainProxy.proxy(for: Pair()) } }
        #expect(refused == .offMainThread)
    }

    @Test func aCallOnTheWrongThreadIsMarkedInItsRecord() async throws {
        let recorder = Recorder()
        let pair = Pair()
        let proxy = MainProxy(pair: pair, recorder: recorder)
        await onThread { proxy.tick() }
        recorder.flush()
        #expect(recorder.invocations().items.map(\.findings) == [[.offMain]])
    }

    /// Regression test: the filter never passed, since a call had no findings before it was recorded.
    @Test(arguments: [Rule.Point.before, .after])
    func aRuleActsOnACallOnTheWrongThread(point: Rule.Point) async throws {
        let recorder = Recorder()
        let pair = Pair()
        let proxy = MainProxy(pair: pair, recorder: recorder)
        try recorder.rules.add(Rule(.mark, at: point, when: try InvocationFilter("finding:off_main")))
        try recorder.rules.add(Rule(.comment("in its place"), at: point, when: try InvocationFilter("-has:finding")))
        await onThread { proxy.tick() }
        recorder.flush()
        let call = try #require(recorder.invocations().items.first)
        #expect(call.isMarked && call.comment == nil)
    }

    @Test func aProxyThatCouldNotAnswerIsRefusedAndNotLeftBehind() throws {
        let asker = Asker()
        let error = try #require(throws: DelegateProxyError.self) { try AskerProxy.proxy(for: asker) }
        #expect(error.code == .noAnswer)
        #expect(error.description.contains("answer(to:)") && error.description.contains("Asker.delegate"))
        #expect(asker.delegate == nil)
        let answerer = Answerer()
        asker.delegate = answerer
        let proxy = try AskerProxy.proxy(for: asker, retain: .always)
        #expect(asker.delegate?.answer(to: "four") == 4)
        proxy.uninstall()
    }

    @Test func aProxyStandsInForItsOwnProtocolOnly() {
        let proxy = SampleProxy(recorder: Recorder())
        #expect(proxy.conforms(to: (any SampleDelegate).self))
        #expect(!proxy.conforms(to: (any PanelDelegate).self))
        #expect(!proxy.conforms(to: (any DelegateWrapper).self))
        #expect(!proxy.conforms(to: AnyObject.self))
        #expect(!proxy.conforms(to: Any.self))
    }
}

// MARK: Two properties

protocol TickDelegate: AnyObject {
    func tick()
}

final class TickCounter: TickDelegate {
    private(set) var count = 0
    func tick() { count += 1 }
}

final class Pair: @unchecked Sendable {
    // Sendable: each test uses its own, from one thread at a time.
    weak var left: (any TickDelegate)?
    weak var right: (any TickDelegate)?
}

class TickProxy: DelegateProxy<Pair, any TickDelegate>, TickDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    static let selector = MethodSelector<TickProxy, (), Void>("tick()", of: "TickDelegate", parameters: [])

    override class var requirements: [AnyMethodSelector] { [AnyMethodSelector(selector)] }

    func tick() { forward(Self.selector, ()) { $0.tick() } }
}

private final class LeftProxy: TickProxy, DelegateProxyType, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    static let propertyName = "left"
    static func registerKnownImplementations() { register { LeftProxy(pair: $0) } }
    static func currentDelegate(for object: Pair) -> (any TickDelegate)? { object.left }
    static func setCurrentDelegate(_ delegate: (any TickDelegate)?, to object: Pair) { object.left = delegate }

    init(pair: Pair) { super.init(parentObject: pair, delegateProxy: LeftProxy.self, recorder: Recorder()) }
}

private final class RightProxy: TickProxy, DelegateProxyType, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    static let propertyName = "right"
    static func registerKnownImplementations() { register { RightProxy(pair: $0) } }
    static func currentDelegate(for object: Pair) -> (any TickDelegate)? { object.right }
    static func setCurrentDelegate(_ delegate: (any TickDelegate)?, to object: Pair) { object.right = delegate }

    init(pair: Pair) { super.init(parentObject: pair, delegateProxy: RightProxy.self, recorder: Recorder()) }
}

private final class MainProxy: TickProxy, DelegateProxyType, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    static let propertyName = "main"
    static let threadRule = DelegateThreadRule.main
    static func registerKnownImplementations() { register { MainProxy(pair: $0, recorder: Recorder()) } }
    static func currentDelegate(for object: Pair) -> (any TickDelegate)? { object.left }
    static func setCurrentDelegate(_ delegate: (any TickDelegate)?, to object: Pair) { object.left = delegate }

    init(pair: Pair, recorder: Recorder) {
        super.init(parentObject: pair, delegateProxy: MainProxy.self, recorder: recorder)
    }
}

// MARK: Nobody to answer

private protocol AskerDelegate: AnyObject {
    func answer(to question: String) -> Int
}

private final class Answerer: AskerDelegate {
    func answer(to question: String) -> Int { question.count }
}

private final class Asker: HasDelegate, DelegateProxyOwner {
    let delegateProxies = DelegateProxyStorage()
    weak var delegate: (any AskerDelegate)?
}

private final class AskerProxy: DelegateProxy<Asker, any AskerDelegate>, DelegateProxyType, AskerDelegate,
    @unchecked Sendable
{
    // Sendable: the superclass is, and this class adds no state.
    private static let selector = MethodSelector<AskerProxy, String, Int>(
        "answer(to:)",
        of: "AskerDelegate",
        parameters: ["question"],
        traits: .needsAnswer
    )

    static func registerKnownImplementations() { register { AskerProxy(asker: $0) } }

    init(asker: Asker) { super.init(parentObject: asker, delegateProxy: AskerProxy.self, recorder: Recorder()) }

    override class var requirements: [AnyMethodSelector] { [AnyMethodSelector(selector)] }

    func answer(to question: String) -> Int { forward(Self.selector, question) { $0.answer(to: question) } }
}
