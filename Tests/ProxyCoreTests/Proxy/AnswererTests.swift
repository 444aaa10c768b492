// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Reactive
import Testing

/// Who answers a call of a requirement that the delegate leaves out, where nothing is known of its type before.
@Suite struct AnswererTests {
    private let recorder = Recorder()

    private var paths: [Invocation.ReturnPath] {
        recorder.flush()
        var query = InvocationQuery()
        query.order = .ascending
        return recorder.invocations(query).items.map(\.returnPath)
    }

    private func proxy(_ target: any LooseDelegate) -> LooseProxy {
        let proxy = LooseProxy(recorder: recorder)
        proxy.setForwardDelegate(target, retain: true)
        return proxy
    }

    @Test func theDefaultBodySaysThatItWasReached() async throws {
        let proxy = proxy(Idle())
        proxy.tell("a")
        #expect(proxy.ask() == 7)
        #expect(throws: LooseError()) { try proxy.check() }
        await proxy.wait()
        #expect(paths == [.none, .default, .none, .none])
    }

    @Test func aDelegateOfItsOwnIsBelieved() async throws {
        let proxy = proxy(Busy())
        proxy.tell("a")
        #expect(proxy.ask() == 1)
        try proxy.check()
        await proxy.wait()
        #expect(paths == [.target, .target, .target, .target])
    }

    @Test func whatIsNotKnownOfATypeCountsAsImplemented() throws {
        let proxy = proxy(Idle())
        #expect(proxy.responds(to: LooseProxy.tell))
        let requirements = try #require(recorder.proxy(number: proxy.number)).requirements
        #expect(requirements.allSatisfy { $0.isImplemented == nil })
    }

    @Test func aBodyThatWasReachedElsewhereSaysNothingOfTheCall() {
        let idle = Idle()
        idle.tell("before")
        let busy = Busy()
        busy.inside = { idle.tell("inside") }
        let proxy = proxy(busy)
        proxy.tell("a")
        #expect(paths == [.target])
    }

    @Test func aDefaultBodyMayCallOthersBeforeItReturns() {
        let outer = proxy(Asking(other: proxy(Busy())))
        #expect(outer.ask() == 7)
        #expect(paths == [.default])
        outer.tell("a")
        #expect(paths == [.default, .none, .target])
    }

    @Test func anObservedCallSaysItToo() {
        let proxy = proxy(Idle())
        let observation = proxy.returned(LooseProxy.ask).subscribe()
        #expect(proxy.ask() == 7)
        observation.dispose()
        #expect(paths == [.default])
    }

    @Test func aProxyBehindAProxySaysItToo() {
        let outer = proxy(proxy(Idle()))
        outer.tell("a")
        outer.setForwardDelegate(LooseProxy(recorder: recorder), retain: true)
        #expect(outer.ask() == 7)
        #expect(paths == [.none, .none, .default, .default])
    }
}

private struct LooseError: Error, Equatable {}

private protocol LooseDelegate: AnyObject {
    func tell(_ text: String)
    func ask() -> Int
    func check() throws(LooseError)
    func wait() async
}

// The selectors name the protocol otherwise than the compiler does, so what they name is not found in the code.
extension LooseDelegate {
    func tell(_ text: String) {
        (self as? Asking)?.other.tell(text)
        DefaultBody.reached("tell(_:)", of: "Alias", by: self)
    }

    func ask() -> Int {
        defer { DefaultBody.reached("ask()", of: "Alias", by: self) }
        return 7
    }

    func check() throws(LooseError) {
        defer { DefaultBody.reached("check()", of: "Alias", by: self) }
        throw LooseError()
    }

    func wait() async {
        await Task.yield()
        DefaultBody.reachedAsync("wait()", of: "Alias", by: self)
    }
}

private final class Idle: LooseDelegate {}

private final class Asking: LooseDelegate {
    let other: any LooseDelegate

    init(other: any LooseDelegate) { self.other = other }
}

private final class Busy: LooseDelegate {
    var inside: () -> Void = {}

    func tell(_ text: String) { inside() }
    func ask() -> Int { 1 }
    func check() throws(LooseError) {}
    func wait() async {}
}

private final class LooseProxy: ProtocolProxy<any LooseDelegate>, LooseDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    static let tell = MethodSelector<LooseProxy, String, Void>(
        "tell(_:)",
        of: "Alias",
        parameter: "text",
        traits: [.optional, .reportsDefault]
    )
    static let ask = MethodSelector<LooseProxy, Void, Int>(
        "ask()",
        of: "Alias",
        parameters: [],
        traits: [.optional, .reportsDefault]
    )
    static let check = MethodSelector<LooseProxy, Void, Void>(
        "check()",
        of: "Alias",
        parameters: [],
        traits: [.optional, .throwing, .reportsDefault]
    )
    static let wait = MethodSelector<LooseProxy, Void, Void>(
        "wait()",
        of: "Alias",
        parameters: [],
        traits: [.optional, .async, .reportsDefault]
    )

    override class var requirements: [AnyMethodSelector] {
        [AnyMethodSelector(tell), AnyMethodSelector(ask), AnyMethodSelector(check), AnyMethodSelector(wait)]
    }

    func tell(_ text: String) { forward(Self.tell, text) { $0.tell(text) } }
    func ask() -> Int { forward(Self.ask, (), default: 7) { $0.ask() } }
    func check() throws(LooseError) { try forward(Self.check, ()) { target throws(LooseError) in try target.check() } }
    func wait() async { await forward(Self.wait, ()) { await $0.wait() } }
}
