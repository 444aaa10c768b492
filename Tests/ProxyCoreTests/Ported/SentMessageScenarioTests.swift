// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import ProxyTestSupport
import Reactive
import Testing

/// Observation of one requirement, by scenario; the names are those of docs/reports/ported-scenarios.md.
@Suite(.leavesNothing) struct SentMessageScenarioTests {
    private typealias Selectors = PanelDelegateProxy.Selectors
    private let bag = DisposeBag()

    @Test("testBaseClass_subClass_dont_interact_for_forwarding") func proxiesOfOneFamilyDoNotMix() throws {
        let (base, wide) = (Panel(), WidePanel())
        let mock = PanelMock()
        (base.delegate, wide.delegate) = (mock, mock)
        var seen: [String] = []
        for (name, panel) in [("wide", wide), ("base", base), ("wide again", wide), ("base again", base)] {
            try panel.rx.delegate.returned(Selectors.width)
                .subscribe(onNext: { seen.append("\(name) \($0.0.1) \($0.1)") }).disposed(by: bag)
        }
        #expect(wide.width(of: 1) == 10)
        #expect(base.width(of: 2) == 20)
        #expect(seen == ["wide 1 10", "wide again 1 10", "base 2 20", "base again 2 20"])
    }

    @Test("testFailsInCaseObservingUnknownSelector") func anUnknownNameIsRefusedWithTheNearestOnes() throws {
        let panel = Panel()
        let proxy = try panel.rx.delegate
        for observe in [proxy.sentMessage, proxy.methodInvoked, proxy.returned]
            as [(String) throws -> Observable<[Any]>]
        {
            let error = try #require(throws: DelegateProxyError.self) { try observe("panel(_:didTurn:)") }
            #expect(error.code == .unknownSelector)
            #expect(error.description.contains("panel(_:didTurnTo:)"))
            #expect(code { _ = try observe("panel") } == .ambiguousSelector)
        }
        #expect(code { _ = try proxy.sentMessage("panelDidOpen") } == nil)
    }

    @Test("testFailsInCaseObservingUnknownSelector, of another protocol") func aForeignSelectorIsReported() throws {
        let recorder = Recorder()
        let panel = Panel()
        let proxy = PanelDelegateProxy(panel: panel, recorder: recorder)
        proxy.sentMessage(SampleProxy.Selectors.count).subscribe(onNext: { _ in }).disposed(by: bag)
        #expect(recorder.history(ofProxy: proxy.number).map(\.kind) == [.neverFires])
        #expect(recorder.history(ofProxy: proxy.number).first?.detail == "count(_:named:)")
    }

    @Test("testMessageSentSubjectHasPublishBehavior") func observersBeforeSeeNoEarlierCall() throws {
        try checkNoReplay(["target 1", "seen 2", "target 2"]) { $0.sentMessage(Selectors.didTurn) }
    }

    @Test("testInvokedMethodSubjectHasPublishBehavior") func observersAfterSeeNoEarlierCall() throws {
        try checkNoReplay(["target 1", "target 2", "seen 2"]) { $0.methodInvoked(Selectors.didTurn) }
    }

    private func checkNoReplay(
        _ stages: [String],
        _ stream: (PanelDelegateProxy) -> Observable<(Panel, Int)>
    ) throws {
        var seen: [String] = []
        var isCompleted = false
        let mock = PanelMock()
        mock.onCall = { seen.append("target \(seen.filter { $0.hasPrefix("target") }.count + 1)") }
        var panel: Panel? = Panel()
        panel?.delegate = mock
        let calls = stream(try #require(try panel?.rx.delegate))
        panel?.turn(to: 1)
        calls.subscribe(onNext: { seen.append("seen \($0.1)") }, onCompleted: { isCompleted = true })
            .disposed(by: bag)
        panel?.turn(to: 2)
        #expect(seen == stages && !isCompleted)
        panel = nil
        #expect(seen == stages && isCompleted)
    }

    @Test("testDeallocSubjectHasReplayBehavior") func whoSubscribesAfterTheEndIsToldSoAtOnce() throws {
        var panel: Panel? = Panel()
        let proxy = try #require(try panel?.rx.delegate)
        let streams = [proxy.sentMessage(Selectors.didTurn), proxy.methodInvoked(Selectors.didTurn)]
        panel = nil
        var ends = 0
        for stream in streams + [proxy.sentMessage(Selectors.didLearn).map { ($0.0, 0) }] {
            stream.subscribe(onNext: { _ in ends += 100 }, onCompleted: { ends += 1 }).disposed(by: bag)
        }
        #expect(ends == 3)
    }

    @Test("testObserve_special_class, _respondsToSelector") func theQueryIsNeverRecordedAsACall() throws {
        let recorder = Recorder()
        let panel = Panel()
        let proxy = PanelDelegateProxy(panel: panel, recorder: recorder)
        panel.delegate = proxy
        for _ in 0..<10 { _ = panel.asks(Selectors.didLearn) }
        proxy.sentMessage(Selectors.didLearn).subscribe(onNext: { _ in }).disposed(by: bag)
        _ = proxy.responds(to: "panel(_:didLearn:)")
        recorder.flush()
        #expect(recorder.status.calls == 0)
    }

    @Test("testFailsInCaseObjectIsCF") func aPropertyThatDoesNotKeepTheProxyIsRefused() throws {
        let stubborn = StubbornPanel()
        let error = try #require(throws: DelegateProxyError.self) { try PanelDelegateProxy.proxy(for: stubborn) }
        #expect(error.code == .notInstalled)
        #expect(error.description.contains("StubbornPanel.delegate"))
        #expect(stubborn.delegate == nil)
    }
}

/// Its property ignores every value.
private final class StubbornPanel: Panel {
    override weak var delegate: (any PanelDelegate)? {
        get { nil }
        set {}
    }
}
