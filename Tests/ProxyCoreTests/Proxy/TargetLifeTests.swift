// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc
import ProxyCore
import ProxyTestSupport
import Reactive
import Testing

/// Targets and parent objects that are deallocated at every possible moment.
@Suite(.leavesNothing) struct TargetLifeTests {
    private typealias Selectors = PanelDelegateProxy.Selectors
    private let recorder = Recorder()
    private let bag = DisposeBag()

    private func recorded() -> [Invocation] {
        recorder.flush()
        return recorder.invocations().items.reversed()
    }

    @Test func aTargetThatDiedBetweenTheQueryAndTheCallIsNotedOnce() throws {
        let panel = Panel()
        let proxy = PanelDelegateProxy(panel: panel, recorder: recorder)
        var mock: PanelMock? = PanelMock()
        proxy.setForwardDelegate(mock, retain: false)
        #expect(proxy.responds(to: Selectors.didLearn))
        mock = nil
        #expect(proxy.panel(panel, widthOf: 3) == 7)
        proxy.panel(panel, didLearn: "a")
        #expect(!proxy.responds(to: Selectors.didLearn))
        let calls = recorded()
        #expect(calls.map(\.returnPath) == [.default, .none])
        #expect(calls.map(\.findings) == [[.targetGone], [.targetGone]])
        #expect(calls.map(\.target) == ["PanelMock", "PanelMock"])
        let history = recorder.history(ofProxy: proxy.number)
        #expect(history.map(\.kind) == [.targetReplaced, .targetDied])
        #expect(history.last?.previousTarget == "PanelMock" && history.last?.target == nil)
    }

    @Test func whoListsTheProxiesDoesNotKeepAParentObjectFromAskingAgain() throws {
        let panel = Panel()
        var mock: PanelMock? = PanelMock()
        panel.delegate = mock
        let proxy = try panel.rx.delegate
        #expect(panel.learnAnswers.last == true)
        mock = nil
        #expect(Recorder.shared.proxy(number: proxy.number)?.target?.isAlive == false)
        #expect(panel.learnAnswers.last == true)
        panel.turn(to: 1)
        #expect(panel.learnAnswers.last == false)
        let history = Recorder.shared.history(ofProxy: proxy.number)
        #expect(history.map(\.kind) == [.installed, .targetDied])
    }

    @Test func aTargetThatIsLetGoDuringItsCallLivesToItsEnd() throws {
        let panel = Panel()
        let proxy = PanelDelegateProxy(panel: panel, recorder: recorder)
        var mock: PanelMock? = PanelMock()
        weak let weakMock = mock
        var wasAlive = false
        mock?.onCall = {
            mock = nil
            wasAlive = weakMock != nil
        }
        proxy.setForwardDelegate(mock, retain: false)
        #expect(proxy.panel(panel, widthOf: 3) == 30)
        #expect(wasAlive && weakMock == nil)
        #expect(recorded().map(\.returnPath) == [.target])
    }

    @Test(arguments: [true, false]) func aTargetThatIsReplacedDuringItsCallStillAnswersIt(retain: Bool) throws {
        let panel = Panel()
        let proxy = PanelDelegateProxy(panel: panel, recorder: recorder)
        var mock: PanelMock? = PanelMock()
        weak let weakMock = mock
        mock?.onCall = { [weak proxy] in
            proxy?.setForwardDelegate(nil, retain: false)
            mock = nil
        }
        proxy.setForwardDelegate(mock, retain: retain)
        #expect(proxy.panel(panel, widthOf: 3) == 30)
        #expect(weakMock == nil)
        #expect(proxy.panel(panel, widthOf: 3) == 7)
    }

    @Test func aParentObjectThatDiesDuringACallEndsTheStreamsAfterIt() throws {
        var panel: Panel? = Panel()
        weak let weakPanel = panel
        let mock = PanelMock()
        panel?.delegate = mock
        var stages: [String] = []
        let proxy = try #require(try panel?.rx.delegate)
        // The arguments of the call keep the object; its property and the proxies are what goes.
        mock.onCall = {
            stages.append("target")
            proxy.uninstall()
        }
        proxy.sentMessage(Selectors.didTurn)
            .subscribe(onNext: { _ in stages.append("before") }, onCompleted: { stages.append("end of before") })
            .disposed(by: bag)
        proxy.methodInvoked(Selectors.didTurn)
            .subscribe(onNext: { _ in stages.append("after") }, onCompleted: { stages.append("end of after") })
            .disposed(by: bag)
        panel?.turn(to: 1)
        #expect(stages == ["before", "target", "after", "end of before", "end of after"])
        panel = nil
        #expect(weakPanel == nil && stages.count == 5)
    }

    @Test func aParentObjectMayDieInTheMiddleOfACall() throws {
        let mock = TickCounter()
        var ticker: Ticker? = Ticker()
        ticker?.delegate = mock
        weak let weakTicker = ticker
        let proxy = try TickerProxy.proxy(for: #require(ticker))
        var stages: [String] = []
        proxy.sentMessage(TickProxy.selector)
            .subscribe(
                onNext: {
                    ticker = nil
                    stages.append(weakTicker == nil ? "dead" : "alive")
                },
                onCompleted: { stages.append("end") }
            )
            .disposed(by: bag)
        proxy.methodInvoked(TickProxy.selector).subscribe(onNext: { stages.append("after") }).disposed(by: bag)
        weakTicker?.delegate?.tick()
        #expect(stages == ["dead", "after", "end"] && mock.count == 1)
    }

    @Test func aForeignParentObjectsProxyEndsWhenTheWatcherLooks() throws {
        var pair: Pair? = Pair()
        let number: Int
        let isCompleted = Guarded(false)
        let isTargetDead = Guarded(false)
        do {
            let proxy = try SweptProxy.proxy(for: #require(pair))
            number = proxy.number
            proxy.sentMessage(TickProxy.selector).subscribe(onCompleted: { isCompleted.change { $0 = true } })
                .disposed(by: bag)
            try proxy.setForwardToDelegate(
                MortalTicker(onDeath: { isTargetDead.change { $0 = true } }),
                retainDelegate: true
            )
        }
        #expect(!isCompleted.value && !isTargetDead.value)
        pair = nil
        let shared = Recorder.shared
        #expect(shared.proxy(number: number) == nil)
        ProxyWatcher.shared.lookNow()
        // Or its thread is at it.
        let deadline = ContinuousClock.Instant.patience
        while !(isCompleted.value && isTargetDead.value), ContinuousClock.now < deadline { sched_yield() }
        #expect(shared.proxy(number: number) == nil && isCompleted.value && isTargetDead.value)
        #expect(shared.history(ofProxy: number).map(\.kind) == [.installed, .targetReplaced, .gone])
        #expect(shared.history(ofProxy: number).last?.detail == "ownerDied")
    }

    @Test func aProxyThatNobodyHoldsEndsItsStreams() {
        var proxy: SampleProxy? = SampleProxy(recorder: recorder)
        let number = proxy?.number ?? 0
        var isCompleted = false
        proxy?.stream(for: SampleProxy.Selectors.count).subscribe(onCompleted: { isCompleted = true }).disposed(by: bag)
        proxy = nil
        #expect(isCompleted)
        #expect(recorder.history(ofProxy: number).last?.detail == "released")
        #expect(recorder.proxies.isEmpty)
    }
}

/// A parent object that is not an argument of its calls.
private final class Ticker: HasDelegate, DelegateProxyOwner {
    let delegateProxies = DelegateProxyStorage()
    weak var delegate: (any TickDelegate)?
}

private final class TickerProxy: DelegateProxy<Ticker, any TickDelegate>, DelegateProxyType, TickDelegate,
    @unchecked Sendable
{
    // Sendable: the superclass is, and this class adds no state.
    static func registerKnownImplementations() { register { TickerProxy(ticker: $0) } }

    init(ticker: Ticker) { super.init(parentObject: ticker, delegateProxy: TickerProxy.self, recorder: Recorder()) }

    func tick() { forward(TickProxy.selector, ()) { $0.tick() } }
}

private final class MortalTicker: TickDelegate {
    private let onDeath: () -> Void
    init(onDeath: @escaping () -> Void) { self.onDeath = onDeath }
    deinit { onDeath() }
    func tick() {}
}

private final class SweptProxy: TickProxy, DelegateProxyType, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    static let propertyName = "swept"
    static func registerKnownImplementations() { register { SweptProxy(pair: $0) } }
    static func currentDelegate(for object: Pair) -> (any TickDelegate)? { object.left }
    static func setCurrentDelegate(_ delegate: (any TickDelegate)?, to object: Pair) { object.left = delegate }

    init(pair: Pair) { super.init(parentObject: pair, delegateProxy: SweptProxy.self) }
}
