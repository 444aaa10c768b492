// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTestSupport
import Reactive
import Testing

@testable import ProxyCore

/// Detects whether a proxy is still in its property, without running the property's code.
@Suite(.leavesNothing) struct PropertyWatchTests {
    private func status(_ number: Int) -> ProxyStatus? { Recorder.shared.proxy(number: number) }

    private func state(_ number: Int) -> ProxyStatus.State? { status(number)?.state }

    /// The kinds of events, with details if they have any.
    private func history(_ number: Int) -> [String] {
        Recorder.shared.history(ofProxy: number).map { event in
            event.kind.rawValue + (event.detail.map { " \($0)" } ?? "")
        }
    }

    static let visible: [@Sendable () -> Shelf] = [
        { StrongShelf() }, { WeakShelf() }, { UnownedShelf() }, { NestedShelf() }, { LockedShelf() },
    ]

    @Test(arguments: visible.indices)
    func anOverwrittenProxyIsNoticedAndSoIsItsReturn(number: Int) throws {
        let shelf = Self.visible[number]()
        let (first, second) = (ShelfTarget(1), ShelfTarget(2))
        shelf.delegate = first
        let proxy = try LenientShelfProxy.proxy(for: shelf)
        ProxyWatcher.shared.lookNow(at: proxy.number)
        #expect(state(proxy.number) == .installed && status(proxy.number)?.isInstalled == true)
        let writes = shelf.writes
        shelf.delegate = second
        ProxyWatcher.shared.lookNow(at: proxy.number)
        #expect(state(proxy.number) == .overwritten && status(proxy.number)?.isInstalled == false)
        #expect(status(proxy.number)?.overwrittenBy == "ShelfTarget")
        #expect(shelf.writes == writes + 1)
        #expect(try LenientShelfProxy.proxy(for: shelf) === proxy && state(proxy.number) == .installed)
        #expect(history(proxy.number) == ["installed", "overwritten ShelfTarget", "healed"])
    }

    @Test(arguments: visible.indices)
    func whatTheProgramPutsBackIsHealedWithoutBeingAsked(number: Int) throws {
        let shelf = Self.visible[number]()
        let (first, second) = (ShelfTarget(1), ShelfTarget(2))
        shelf.delegate = first
        let proxy = try LenientShelfProxy.proxy(for: shelf)
        let saved = shelf.delegate
        shelf.delegate = second
        ProxyWatcher.shared.lookNow(at: proxy.number)
        shelf.delegate = saved
        ProxyWatcher.shared.lookNow(at: proxy.number)
        #expect(state(proxy.number) == .installed)
        #expect(history(proxy.number) == ["installed", "overwritten ShelfTarget", "healed"])
        #expect(shelf.count() == 1)
    }

    @Test func anEmptiedPropertyIsOverwrittenByNil() throws {
        for shelf in [StrongShelf(), WeakShelf()] {
            let proxy = try LenientShelfProxy.proxy(for: shelf)
            shelf.delegate = nil
            ProxyWatcher.shared.lookNow(at: proxy.number)
            #expect(state(proxy.number) == .overwritten && status(proxy.number)?.overwrittenBy == "nil")
        }
    }

    @Test func anOverwriterThatRefersToTheProxyHasWrappedIt() throws {
        let shelf = StrongShelf()
        shelf.delegate = ShelfTarget(3)
        let proxy = try LenientShelfProxy.proxy(for: shelf)
        shelf.delegate = ShelfWrapper(around: proxy)
        ProxyWatcher.shared.lookNow(at: proxy.number)
        #expect(state(proxy.number) == .wrapped && status(proxy.number)?.overwrittenBy == "ShelfWrapper")
        #expect(history(proxy.number) == ["installed", "wrapped ShelfWrapper"])
        #expect(shelf.count() == 3)
    }

    @Test func whereTheDelegateIsElsewhereNothingIsClaimed() throws {
        for shelf in [BoxedShelf(), ListShelf()] {
            let target = ShelfTarget()
            shelf.delegate = target
            let proxy = try LenientShelfProxy.proxy(for: shelf)
            #expect(state(proxy.number) == .unknown)
            shelf.delegate = target
            ProxyWatcher.shared.lookNow(at: proxy.number)
            #expect(state(proxy.number) == .unknown && status(proxy.number)?.overwrittenBy == nil)
            // The program's own thread may read the property.
            _ = try LenientShelfProxy.proxy(for: shelf)
            #expect(history(proxy.number) == ["installed", "overwritten ShelfTarget", "healed"])
        }
    }

    @Test func aProxyThatWasTakenOutOrNeverPutInSaysSo() throws {
        let shelf = StrongShelf()
        let proxy = try LenientShelfProxy.proxy(for: shelf)
        proxy.uninstall()
        #expect(state(proxy.number) == .uninstalled)
        let other = LenientShelfProxy(shelf: shelf)
        #expect(state(other.number) == .uninstalled)
        let standing = SampleProxy(recorder: Recorder.shared)
        #expect(state(standing.number) == .standalone)
    }

    @Test func whatAStrongPropertyKeptGoesWhenItIsOverwritten() throws {
        let shelf = StrongShelf()
        let isDead = Guarded(false)
        shelf.delegate = ShelfTarget(onDeath: { isDead.change { $0 = true } })
        let number = try LenientShelfProxy.proxy(for: shelf).number
        shelf.delegate = ShelfTarget(2)
        ProxyWatcher.shared.lookNow(at: number)
        #expect(isDead.value)
        #expect(state(number) == .overwritten && shelf.count() == 2)
    }

    @Test func whatTheProgramMayStillReachThroughTheProxyStays() async throws {
        let shelf = StrongShelf()
        let isDead = Guarded(false)
        shelf.delegate = ShelfTarget(onDeath: { isDead.change { $0 = true } })
        let number = try LenientShelfProxy.proxy(for: shelf).number
        var saved = shelf.delegate
        shelf.delegate = ShelfTarget(2)
        ProxyWatcher.shared.lookNow(at: number)
        #expect(!isDead.value && saved?.rows() == 9)
        saved = nil
        // The watcher's own thread may be looking at this moment, and holds what it looks at.
        let deadline = ContinuousClock.Instant.patience
        while !isDead.value, ContinuousClock.now < deadline {
            ProxyWatcher.shared.lookNow(at: number)
            await Task.yield()
        }
        #expect(isDead.value)
    }

    @Test func theWatchersThreadNoticesWithinASecond() async throws {
        let shelf = WeakShelf()
        let target = ShelfTarget()
        let proxy = try LenientShelfProxy.proxy(for: shelf)
        shelf.delegate = target
        // The promised limit is one second; a busy machine gets more time.
        let deadline = ContinuousClock.Instant.patience
        while state(proxy.number) != .overwritten, ContinuousClock.now < deadline { await Task.yield() }
        #expect(state(proxy.number) == .overwritten)
    }

    @Test func withoutItsThreadAWatcherClaimsNothingAndTriesAgain() {
        let starts = Guarded(0)
        let watcher = ProxyWatcher { _ in
            starts.change { $0 += 1 }
            return 11
        }
        let shelf = WeakShelf()
        let target = ShelfTarget()
        let watch = PropertyWatch(number: 1, parent: shelf, proxy: target)
        #expect(starts.value == 0)
        watcher.add(watch)
        #expect(starts.value == 1 && !watcher.isRunning)
        watcher.add(watch)
        #expect(starts.value == 2 && !watcher.isRunning)
    }

    @Test func deadParentObjectsLeaveTheListAndKeepTheirHistory() throws {
        var shelf: StrongShelf? = StrongShelf()
        let proxy = try LenientShelfProxy.proxy(for: #require(shelf))
        #expect(Recorder.shared.proxies.contains { $0.number == proxy.number })
        shelf = nil
        #expect(!Recorder.shared.proxies.contains { $0.number == proxy.number })
        #expect(status(proxy.number) == nil)
        #expect(history(proxy.number) == ["installed", "gone ownerDied"])
    }

    @Test func aChildsProxyIsListedByItsOwnProtocol() throws {
        let proxy = ChildProxy(recorder: Recorder.shared)
        #expect(status(proxy.number)?.protocolName == "ChildDelegate")
        let parent = SampleProxy(recorder: Recorder.shared)
        #expect(status(parent.number)?.protocolName == "SampleDelegate")
    }
}

/// Forwards to the previous value without reporting it.
private final class ShelfWrapper: ShelfDelegate {
    private let inner: any ShelfDelegate
    init(around inner: any ShelfDelegate) { self.inner = inner }
    func rows() -> Int { inner.rows() }
    func didOpen() { inner.didOpen() }
}

private class BaseProxy: ProtocolProxy<any TickDelegate>, TickDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    static let tick = MethodSelector<BaseProxy, (), Void>("tick()", of: "TickDelegate", parameters: [])
    override class var requirements: [AnyMethodSelector] { [AnyMethodSelector(tick)] }
    func tick() { forward(Self.tick, ()) { $0.tick() } }
}

/// The proxy of a protocol that inherits from `TickDelegate`.
private final class ChildProxy: BaseProxy, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    private static let tock = MethodSelector<ChildProxy, (), Void>("tock()", of: "ChildDelegate", parameters: [])
    override class var requirements: [AnyMethodSelector] { super.requirements + [AnyMethodSelector(tock)] }
}
