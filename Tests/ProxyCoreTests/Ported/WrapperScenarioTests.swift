// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import ProxyTestSupport
import Reactive
import Testing

/// Other interceptors of the same property, which are installed before us, after us, or removed while we stay.
@Suite(.leavesNothing) struct WrapperScenarioTests {
    private typealias Selectors = PanelDelegateProxy.Selectors
    private let panel = Panel()
    private let mock = PanelMock()
    private let bag = DisposeBag()

    @Test("testFailsInCaseObjectIsAlreadyBeingInterceptedWithKVO") func aWrapperThatWasThereFirstIsAdopted() throws {
        let wrapper = NamedWrapper(mock)
        panel.delegate = wrapper
        let proxy = try panel.rx.delegate
        #expect(proxy.forwardToDelegate() === wrapper)
        panel.turn(to: 1)
        #expect(mock.messages == ["panel(_:didTurnTo:) 1"])
    }

    @Test("testFailsInCaseObjectIsAlreadyBeingInterceptedWithSomeOtherMechanism")
    func aWrapperThatHidesWhatItWrapsIsRefusedByName() throws {
        panel.delegate = mock
        let proxy = try panel.rx.delegate
        let wrapper = SilentWrapper(proxy)
        panel.delegate = wrapper
        let error = try #require(throws: DelegateProxyError.self) { try panel.rx.delegate }
        #expect(error.code == .ambiguousWrapper)
        #expect(error.description.contains("SilentWrapper") && error.description.contains("DelegateWrapper"))
        panel.turn(to: 2)
        #expect(mock.messages == ["panel(_:didTurnTo:) 2"])
    }

    @Test("testWorksWithKVOInCaseKVORegisteredAfter", arguments: [true, false])
    func aWrapperThatComesLaterAndGoesDoesNotDisturb(before: Bool) throws {
        panel.delegate = mock
        let proxy = try panel.rx.delegate
        var stages: [String] = []
        mock.onCall = { stages.append("target") }
        let stream = before ? proxy.sentMessage(Selectors.didTurn) : proxy.methodInvoked(Selectors.didTurn)
        stream.subscribe(onNext: { stages.append("seen \($0.1)") }).disposed(by: bag)

        let wrapper = NamedWrapper(proxy)
        panel.delegate = wrapper
        #expect(try panel.rx.delegate === proxy)
        #expect(panel.delegate === wrapper)
        panel.turn(to: 1)
        panel.delegate = proxy
        panel.turn(to: 2)
        let once = before ? ["seen 1", "target"] : ["target", "seen 1"]
        let again = before ? ["seen 2", "target"] : ["target", "seen 2"]
        #expect(stages == once + again)
    }

    @Test func aPropertyThatWrapsWhatItIsGivenIsInstalledOnce() throws {
        let wrapping = WrappingPanel()
        wrapping.delegate = mock
        let proxy = try wrapping.rx.delegate
        #expect(try wrapping.rx.delegate === proxy)
        wrapping.turn(to: 1)
        #expect(mock.messages == ["panel(_:didTurnTo:) 1"])
        #expect(Recorder.shared.history(ofProxy: proxy.number).map(\.kind) == [.installed])
    }

    @Test func aProxyInFrontOfAProxyIsFollowed() throws {
        panel.delegate = mock
        let inner = try panel.rx.delegate
        let outer = PanelDelegateProxy(panel: panel)
        try outer.setForwardToDelegate(inner, retainDelegate: false)
        panel.delegate = outer
        #expect(try panel.rx.delegate === inner)
        #expect(panel.delegate === outer)
        #expect(outer.responds(to: Selectors.didLearn) && !outer.responds(to: Selectors.didGet))
        panel.turn(to: 1)
        #expect(mock.messages == ["panel(_:didTurnTo:) 1"])
    }
}

/// Forwards all calls, and reports it.
private final class NamedWrapper: Forwarder, DelegateWrapper {
    var wrappedDelegate: AnyObject? { inner }
}

/// Forwards all calls without reporting it.
private final class SilentWrapper: Forwarder {}

private class Forwarder: PanelDelegate {
    let inner: any PanelDelegate

    init(_ inner: any PanelDelegate) { self.inner = inner }

    func panelDidOpen(_ panel: Panel) { inner.panelDidOpen(panel) }
    func panel(_ panel: Panel, didTurnTo number: Int) { inner.panel(panel, didTurnTo: number) }
    func panel(_ panel: Panel, widthOf column: Int) -> Int { inner.panel(panel, widthOf: column) }
}

/// Wraps every value of its property.
private final class WrappingPanel: Panel {
    private var wrapper: Forwarder?

    override weak var delegate: (any PanelDelegate)? {
        get { wrapper }
        set { wrapper = newValue.map(Forwarder.init) }
    }
}
