// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import ProxyTestSupport
import Reactive
import Testing

/// Proxies in a property, by scenario; the display names are those of docs/reports/ported-scenarios.md.
@Suite(.leavesNothing) struct DelegateProxyScenarioTests {
    private typealias Selectors = PanelDelegateProxy.Selectors
    private let panel = Panel()
    private let mock = PanelMock()
    private let bag = DisposeBag()

    /// The installed proxy, with the mock as its forward delegate.
    private func install() throws -> PanelDelegateProxy {
        panel.delegate = mock
        return try panel.rx.delegate
    }

    @Test("test_OnInstallDelegateIsRetained") func adoptsTheDelegateThatWasThere() throws {
        let proxy = try install()
        #expect(proxy.forwardToDelegate() === mock)
        #expect(panel.delegate === proxy)
        #expect(mock.messages.isEmpty)
    }

    @Test("test_forwardsUnobservedMethods") func forwardsWhatNobodyObserves() throws {
        _ = try install()
        panel.learn("a")
        #expect(mock.messages == ["panel(_:didLearn:)"])
    }

    @Test("test_forwardsObservedMethods") func forwardsWhatIsObservedInOrder() throws {
        let proxy = try install()
        var stages: [String] = []
        mock.onCall = { stages.append("target") }
        let sent = proxy.sentMessage(Selectors.didLearn)
        let invoked = proxy.methodInvoked(Selectors.didLearn)
        let name = "PanelDelegateProxy"
        #expect(panel.history == ["PanelMock", name] && panel.learnAnswers == [true, true])

        invoked.subscribe(onNext: { _ in stages.append("after") }).disposed(by: bag)
        #expect(panel.history == ["PanelMock", name, nil, name])
        sent.subscribe(onNext: { _ in stages.append("before") }).disposed(by: bag)
        #expect(panel.history == ["PanelMock", name, nil, name, nil, name])
        #expect(panel.learnAnswers == [true, true, false, true, false, true])

        panel.learn("a")
        #expect(stages == ["before", "target", "after"])
        #expect(mock.messages == ["panel(_:didLearn:)"])
    }

    @Test("test_forwardsObserverDispose") func forwardsAfterTheObserversLeft() throws {
        let proxy = try install()
        var events = 0
        let first = proxy.sentMessage(Selectors.didLearn).subscribe(onNext: { _ in events += 1 })
        let second = proxy.methodInvoked(Selectors.didLearn).subscribe(onNext: { _ in events += 1 })
        panel.learn("a")
        #expect(events == 2 && mock.messages.count == 1)
        first.dispose()
        second.dispose()
        panel.learn("b")
        #expect(events == 2 && mock.messages.count == 2)
    }

    @Test("test_forwardsUnobservableMethods") func callsTheDelegateDirectlyWithoutAProxy() {
        panel.delegate = mock
        panel.learn("a")
        #expect(mock.messages == ["panel(_:didLearn:)"])
    }

    @Test("test_observesUnimplementedOptionalMethods") func observesWhatTheDelegateLeavesOut() throws {
        let proxy = try install()
        var stages: [String] = []
        #expect(panel.getAnswers == [false, false])
        let first = proxy.sentMessage(Selectors.didGet).subscribe(onNext: { stages.append("before \($0.1)") })
        #expect(panel.getAnswers == [false, false, false, true])
        let second = proxy.methodInvoked(Selectors.didGet).subscribe(onNext: { stages.append("after \($0.1)") })
        #expect(panel.getAnswers.suffix(2) == [false, true])

        panel.get([1, 2])
        #expect(stages == ["before [1, 2]", "after [1, 2]"] && mock.messages.isEmpty)

        first.dispose()
        #expect(panel.getAnswers.count == 8 && panel.getAnswers.suffix(2) == [false, true])
        second.dispose()
        #expect(panel.getAnswers.count == 10 && panel.getAnswers.suffix(2) == [false, false])
        #expect(panel.history.suffix(2) == [nil, "PanelDelegateProxy"])
    }

    @Test("test_delegateProxyCompletesOnDealloc") func completesWhenTheParentObjectDies() throws {
        var ends: [String] = []
        var fired = 0
        var parent: Panel? = Panel()
        let mock = PanelMock()
        parent?.delegate = mock
        let proxy = try #require(try parent?.rx.delegate)
        for (name, stream) in [
            ("before", proxy.sentMessage(Selectors.didGet)), ("after", proxy.methodInvoked(Selectors.didGet)),
        ] {
            stream.subscribe(onNext: { _ in fired += 1 }, onCompleted: { ends.append(name) }).disposed(by: bag)
        }
        parent?.get([1])
        #expect(fired == 2 && ends.isEmpty)
        parent = nil
        #expect(ends.sorted() == ["after", "before"])
        #expect(proxy.parentObject == nil)
    }

    @Test("test_InstallPureSwiftDelegateProxy") func observesAHandWrittenProxy() throws {
        let proxy = try install()
        var seen: Int?
        proxy.sentMessage(Selectors.didTurn).subscribe(onNext: { seen = $0.1 }).disposed(by: bag)
        #expect(panel.delegate === proxy && proxy.forwardToDelegate() === mock && seen == nil)
        panel.turn(to: 3)
        #expect(seen == 3)
    }

    @Test("testDelegateProxyNotCrashing") func reachesWhatTheDelegateHasBesidesTheProtocol() throws {
        _ = try install()
        let proxy = try #require(panel.delegate as? any DelegateWrapper)
        #expect((proxy.wrappedDelegate as? PanelMock)?.messages == [])
    }

    @Test("testSetDelegateUsesWeakReference") func holdsTheDelegateWeaklyUnlessToldOtherwise() throws {
        weak var weakMock: PanelMock?
        do {
            let mock = PanelMock()
            weakMock = mock
            panel.delegate = mock
            _ = try panel.rx.delegate
            #expect(weakMock != nil)
        }
        #expect(weakMock == nil)
        do {
            let mock = PanelMock()
            weakMock = mock
            try panel.rx.delegate.setForwardToDelegate(mock, retainDelegate: true)
        }
        #expect(weakMock != nil)
        try panel.rx.delegate.setForwardToDelegate(nil, retainDelegate: false)
        #expect(weakMock == nil)
    }
}
