// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import ProxyTestSupport
import Reactive
import Testing

@Suite(.leavesNothing) struct InstallationTests {
    private let panel = Panel()
    private let mock = PanelMock()
    private let bag = DisposeBag()

    @Test func installingTwiceGivesTheSameProxyAndWritesThePropertyOnce() throws {
        let proxy = try panel.rx.delegate
        #expect(try panel.rx.delegate === proxy)
        #expect(panel.history == ["PanelDelegateProxy"])
    }

    @Test func anOverwrittenProxyGoesBackInFrontOfTheOverwriter() throws {
        panel.delegate = mock
        let proxy = try panel.rx.delegate
        var seen: [Int] = []
        proxy.methodInvoked(PanelDelegateProxy.Selectors.didTurn).subscribe(onNext: { seen.append($0.1) })
            .disposed(by: bag)
        let other = PanelMock()
        panel.delegate = other
        panel.turn(to: 1)
        #expect(seen == [] && other.messages.count == 1)
        #expect(try panel.rx.delegate === proxy)
        panel.turn(to: 2)
        #expect(seen == [2] && other.messages.count == 2 && mock.messages.isEmpty)
        let history = Recorder.shared.history(ofProxy: proxy.number)
        #expect(history.map(\.kind) == [.installed, .overwritten, .healed])
        #expect(history.allSatisfy { $0.target == "PanelMock" })
    }

    /// To load the reference would end the process, so one of its own tries it.
    @Test func anOverwriterIsNotAskedForADeadReference() async {
        await #expect(processExitsWith: .success) {
            let shelf = StrongShelf()
            shelf.delegate = ShelfTarget(1)
            let proxy = try LenientShelfProxy.proxy(for: shelf)
            shelf.delegate = ForgetfulTarget(friend: ShelfTarget(2))
            let again = try LenientShelfProxy.proxy(for: shelf)
            precondition(again === proxy && shelf.count() == 3)
        }
    }

    @Test func anEmptiedPropertyIsHealedToo() throws {
        panel.delegate = mock
        let proxy = try panel.rx.delegate
        panel.delegate = nil
        #expect(try panel.rx.delegate === proxy && proxy.forwardToDelegate() == nil)
        #expect(Recorder.shared.history(ofProxy: proxy.number).last?.previousTarget == "PanelMock")
    }

    @Test func uninstallingPutsTheDelegateBackAndEndsTheStreamsOnce() throws {
        panel.delegate = mock
        let proxy = try panel.rx.delegate
        var ends = 0
        proxy.sentMessage(PanelDelegateProxy.Selectors.didTurn).subscribe(onCompleted: { ends += 1 }).disposed(by: bag)
        proxy.uninstall()
        proxy.uninstall()
        #expect(panel.delegate === mock && ends == 1)
        #expect(Recorder.shared.history(ofProxy: proxy.number).map(\.kind) == [.installed, .gone])
        #expect(Recorder.shared.history(ofProxy: proxy.number).last?.detail == "uninstalled")
    }

    @Test func uninstallingLeavesAnOverwriterAlone() throws {
        let proxy = try panel.rx.delegate
        panel.delegate = mock
        proxy.uninstall()
        #expect(panel.delegate === mock)
    }

    @Test func uninstallingAgainLeavesTheSuccessorInPlace() throws {
        panel.delegate = mock
        let first = try panel.rx.delegate
        first.uninstall()
        let second = try panel.rx.delegate
        #expect(second !== first)
        first.uninstall()
        #expect(try panel.rx.delegate === second && panel.delegate === second)
    }

    @Test func aSecondForwardDelegateIsRefusedUnlessItMayReplaceTheFirst() throws {
        let first = try PanelDelegateProxy.installForwardDelegate(mock, retainDelegate: false, onProxyForObject: panel)
        let other = PanelMock()
        let error = try #require(throws: DelegateProxyError.self) {
            try PanelDelegateProxy.installForwardDelegate(other, retainDelegate: false, onProxyForObject: panel)
        }
        #expect(error.code == .forwardDelegateAlreadySet)
        #expect(error.description.contains("Panel.delegate") && error.description.contains("PanelMock"))
        let second = try PanelDelegateProxy.installForwardDelegate(
            other,
            retainDelegate: false,
            onProxyForObject: panel,
            replace: true
        )
        first.dispose()
        #expect(try panel.rx.delegate.forwardToDelegate() === other)
        second.dispose()
        #expect(try panel.rx.delegate.forwardToDelegate() == nil)
    }

    @Test func disposingOfAnInstallationWhoseProxyIsGoneDoesNothing() throws {
        var parent: Panel? = Panel()
        let installation = try PanelDelegateProxy.installForwardDelegate(
            mock,
            retainDelegate: true,
            onProxyForObject: #require(parent)
        )
        parent = nil
        installation.dispose()
        #expect(mock.messages.isEmpty)
    }

    @Test func anInstalledDelegateThatIsNoObjectIsTakenAwayAgain() throws {
        let parent = PlainParent()
        let installation = try PlainProxy.installForwardDelegate(
            PlainValue(),
            retainDelegate: false,
            onProxyForObject: parent
        )
        #expect(parent.delegate?.plain() == 1)
        installation.dispose()
        #expect(parent.delegate?.plain() == 0)
    }

    @Test(arguments: [false, true]) func anObjectBehindAProtocolForValuesCanBeInstalled(isDerived: Bool) throws {
        let target = isDerived ? DerivedPlainObject() : PlainObject()
        let parent = PlainParent()
        let proxy = try PlainProxy.proxy(for: parent)
        #expect(proxy.setForwardDelegate(target, retain: true))
        #expect(parent.delegate?.plain() == 2 && proxy.responds(to: PlainProxy.selector))
    }

    @Test(arguments: [false, true]) func anObjectBehindAProtocolForValuesIsAdopted(isDerived: Bool) throws {
        let target = isDerived ? DerivedPlainObject() : PlainObject()
        let parent = PlainParent()
        parent.delegate = target
        let proxy = try PlainProxy.proxy(for: parent)
        #expect(parent.delegate?.plain() == 2 && proxy.responds(to: PlainProxy.selector))
        proxy.uninstall()
        #expect(parent.delegate as? PlainObject === target)
    }

    @Test func aKeyPathToAnotherPropertyLeavesTheInstalledProxyAlone() throws {
        let shelf = TwoDelegateShelf()
        shelf.delegate = ShelfTarget()
        let proxy = try LenientShelfProxy.proxy(for: shelf)
        var (asked, isCompleted) = (0, false)
        proxy.methodInvoked(LenientShelfProxy.rows)
            .subscribe(onNext: { _ in asked += 1 }, onCompleted: { isCompleted = true })
            .disposed(by: bag)
        #expect(code { _ = try shelf.protocolProxy(LenientShelfProxy.self, at: \.other) } == .notInstalled)
        #expect(shelf.count() == 9 && asked == 1 && !isCompleted)
        #expect(shelf.delegate === proxy && shelf.other == nil)
    }

    @Test func aKeyPathToAnotherPropertyLeavesNoNewProxyBehind() throws {
        let (shelf, target) = (TwoDelegateShelf(), ShelfTarget())
        shelf.delegate = target
        #expect(code { _ = try shelf.protocolProxy(LenientShelfProxy.self, at: \.other) } == .notInstalled)
        #expect(shelf.delegate === target && shelf.other == nil && shelf.writes == 1)
    }

    @Test(arguments: [false, true])
    func aKeyPathToAnotherPropertyLeavesAnOverwrittenProxyOverwritten(isOtherSet: Bool) throws {
        let (shelf, target, overwriter) = (TwoDelegateShelf(), ShelfTarget(1), ShelfTarget(2))
        shelf.delegate = target
        let proxy = try LenientShelfProxy.proxy(for: shelf)
        shelf.delegate = overwriter
        if isOtherSet { shelf.other = target }
        let writes = shelf.writes
        #expect(code { _ = try shelf.protocolProxy(LenientShelfProxy.self, at: \.other) } == .notInstalled)
        #expect(shelf.delegate === overwriter && shelf.writes == writes)
        #expect(!Recorder.shared.history(ofProxy: proxy.number).contains { $0.kind == .healed })
        // The key path to its own property heals it.
        #expect(try shelf.protocolProxy(LenientShelfProxy.self, at: \.delegate) === proxy)
        #expect(shelf.delegate === proxy && shelf.count() == 2)
    }

    @Test func aCircleOfProxiesIsRefused() throws {
        let proxy = try panel.rx.delegate
        let other = PanelDelegateProxy(panel: panel)
        try other.setForwardToDelegate(proxy, retainDelegate: false)
        #expect(code { try proxy.setForwardToDelegate(proxy, retainDelegate: false) } == .cycle)
        #expect(code { try proxy.setForwardToDelegate(other, retainDelegate: true) } == .cycle)
        #expect(!proxy.setForwardDelegate(other, retain: false))
        proxy.forwardTo = other
        #expect(proxy.forwardToDelegate() == nil)
        panel.turn(to: 1)
        #expect(Recorder.shared.history(ofProxy: proxy.number).filter { $0.kind == .cycleRefused }.count == 4)
        #expect(
            code {
                _ = try PanelDelegateProxy.installForwardDelegate(other, retainDelegate: false, onProxyForObject: panel)
            } == .cycle
        )
    }

    @Test func aDelegateThatOnlyThePropertyKeptAliveLivesOnBehindTheProxy() throws {
        let owner = StrongPanel()
        weak var weakMock: PanelMock?
        do {
            let mock = PanelMock()
            weakMock = mock
            owner.delegate = mock
        }
        _ = try owner.rx.delegate
        owner.turn(to: 1)
        #expect(weakMock?.messages.count == 1)
        try owner.rx.delegate.uninstall()
        #expect(owner.delegate === weakMock && weakMock != nil)
        owner.delegate = nil
        _ = try owner.rx.delegate
        #expect(weakMock == nil)
    }

    @Test func aParentObjectThatCanBeToldKeepsItsDelegateWhileItAsksAgain() throws {
        let told = ToldPanel()
        let proxy = try PanelDelegateProxy.proxy(for: told)
        let subscription = proxy.sentMessage(PanelDelegateProxy.Selectors.didGet).subscribe(onNext: { _ in })
        subscription.dispose()
        #expect(told.history == ["PanelDelegateProxy"] && told.told == [true, false])
    }
}

/// Retains its delegate.
private final class StrongPanel: Panel {
    private var strong: (any PanelDelegate)?

    override weak var delegate: (any PanelDelegate)? {
        get { strong }
        set { strong = newValue }
    }
}

/// Requires a notification instead of a momentarily empty property.
private final class ToldPanel: Panel, DelegateCapabilitiesObserver {
    private(set) var told: [Bool] = []

    func delegateCapabilitiesDidChange() { told.append(asks(PanelDelegateProxy.Selectors.didGet)) }
}

/// Refers to somebody whom nobody keeps.
private final class ForgetfulTarget: ShelfDelegate {
    private unowned let friend: ShelfTarget

    init(friend: ShelfTarget) { self.friend = friend }

    func rows() -> Int { 3 }
    func didOpen() { friend.didOpen() }
}

/// A second property of the type of the first.
private final class TwoDelegateShelf: Shelf, ReactiveCompatible {
    private var held: (any ShelfDelegate)?
    var other: (any ShelfDelegate)?
    override var stored: (any ShelfDelegate)? {
        get { held }
        set { held = newValue }
    }
}
