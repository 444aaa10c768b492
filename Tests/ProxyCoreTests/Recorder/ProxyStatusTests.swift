// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import ProxyTestSupport
import Reactive
import Testing

@Suite(.leavesNothing) struct ProxyStatusTests {
    private typealias Selectors = PanelDelegateProxy.Selectors
    private let recorder = Recorder()
    private let panel = Panel()
    private let mock = PanelMock()

    private func makeProxy() -> PanelDelegateProxy {
        let proxy = PanelDelegateProxy(panel: panel, recorder: recorder)
        proxy.setForwardDelegate(mock, retain: false)
        return proxy
    }

    private func requirement(_ name: String, of proxy: PanelDelegateProxy) -> ProxyStatus.RequirementStatus? {
        recorder.proxy(number: proxy.number)?.requirements.first { $0.selector.name == name }
    }

    @Test func aRecorderListsItsLiveProxies() throws {
        let proxy = makeProxy()
        let status = try #require(recorder.proxies.first)
        #expect(recorder.proxies.count == 1)
        #expect(status.number == proxy.number && status.typeName == "PanelDelegateProxy")
        #expect(status.protocolName == "PanelDelegate" && status.propertyName == "delegate")
        #expect(status.owner == "Panel" && status.isOwnerAlive == true && !status.isInstalled)
        let target = try #require(status.target)
        #expect(target.typeName == "PanelMock" && target.isAlive && !target.isRetained)
        #expect(status.requirements.map(\.selector.name).first == "panelDidOpen(_:)")
        #expect(status.requirements.map(\.isOptional) == [false, false, false, true, true, true])
        #expect(status.requirements.map(\.returnsValue) == [false, false, true, false, false, true])
    }

    @Test func aRequirementTellsWhoAnswersAndWhoLooksOn() throws {
        let proxy = makeProxy()
        let learn = try #require(requirement("panel(_:didLearn:)", of: proxy))
        #expect(learn.responds && learn.isImplemented == true && learn.observers == 0 && !learn.hasHandler)
        let get = try #require(requirement("panel(_:didGet:)", of: proxy))
        #expect(!get.responds && get.isImplemented == false)
        let observer = proxy.sentMessage(Selectors.didGet).subscribe(onNext: { _ in })
        let handler = proxy.handle(Selectors.title) { _ in nil }
        let observed = try #require(requirement("panel(_:didGet:)", of: proxy))
        #expect(observed.responds && observed.observers == 1)
        let handled = try #require(requirement("panel(_:titleOf:)", of: proxy))
        #expect(handled.responds && handled.hasHandler)
        observer.dispose()
        handler.dispose()
    }

    @Test func callsAreCountedPerProxyAndRequirement() throws {
        let (first, second) = (makeProxy(), makeProxy())
        for number in 0..<5 { first.panel(panel, didTurnTo: number) }
        second.panel(panel, didTurnTo: 9)
        first.setForwardDelegate(nil, retain: false)
        first.panel(panel, didTurnTo: 5)
        recorder.flush()
        let turn = "panel(_:didTurnTo:)"
        #expect(requirement(turn, of: first)?.calls == 6 && requirement(turn, of: first)?.unanswered == 1)
        #expect(requirement(turn, of: second)?.calls == 1 && requirement(turn, of: second)?.unanswered == 0)
        recorder.clear()
        first.panel(panel, didTurnTo: 6)
        recorder.flush()
        #expect(requirement(turn, of: first)?.calls == 7)
    }

    @Test func countsSurviveEvictionWhileCallsArrive() throws {
        var configuration = RecorderConfiguration()
        configuration.storedCountLimit = 200_000
        configuration.overflowPolicy = .wait
        let recorder = Recorder(configuration)
        let proxy = PanelDelegateProxy(panel: panel, recorder: recorder)
        for number in 0..<300_000 { proxy.panel(panel, didTurnTo: number) }
        recorder.flush()
        #expect(recorder.status.evicted > 0)
        let turn = recorder.proxy(number: proxy.number)?.requirements.first { $0.calls > 0 }
        #expect(turn?.calls == 300_000)
    }

    @Test func theDeathOfATargetIsReportedOnceWhenSomebodyLooks() {
        let proxy = makeProxy()
        var other: PanelMock? = PanelMock()
        proxy.setForwardDelegate(other, retain: false)
        other = nil
        for _ in 0..<2 {
            #expect(recorder.proxies.first?.target?.isAlive == false)
            #expect(recorder.proxies.first?.target?.typeName == "PanelMock")
        }
        proxy.panel(panel, didTurnTo: 1)
        #expect(recorder.history(ofProxy: proxy.number).filter { $0.kind == .targetDied }.count == 1)
    }

    @Test func observersAreToldOfEventsAndReadThemInOrder() {
        let told = Guarded(0)
        let token = recorder.onProxyEvent { told.change { $0 += 1 } }
        let proxy = makeProxy()
        proxy.setForwardDelegate(nil, retain: false)
        #expect(told.value == 2)
        let events = recorder.proxyEvents()
        #expect(events.map(\.number) == [1, 2] && events.map(\.kind) == [.targetReplaced, .targetReplaced])
        #expect(events[0].occurredAtNanoseconds <= events[1].occurredAtNanoseconds)
        #expect(recorder.proxyEvents(after: 1).map(\.number) == [2])
        token.cancel()
        proxy.setForwardDelegate(mock, retain: false)
        #expect(told.value == 2)
    }

    @Test func historiesAreBounded() {
        let proxy = makeProxy()
        for _ in 0..<2_000 {
            proxy.setForwardDelegate(nil, retain: false)
            proxy.setForwardDelegate(mock, retain: false)
        }
        #expect(recorder.history(ofProxy: proxy.number).count == 64)
        #expect(recorder.proxyEvents().count == 1_024)
        #expect(recorder.proxyEvents().last?.number == 4_001)
    }
}
