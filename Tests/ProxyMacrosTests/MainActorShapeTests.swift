// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import ProxyCore
import ProxyTestSupport
import Reactive
import Synchronization
import Testing

private let mainQueueKey = DispatchSpecificKey<Bool>()

/// Parent objects isolated to the main actor. The tests run on it; it is no particular thread here.
@MainActor @Suite struct MainActorShapeTests {
    private final class Target: TouchScreenDelegate, PaneSource {
        nonisolated(unsafe) var log: [String] = []
        func screen(_ screen: Screen, didTap count: Int) { log.append("tap \(count)") }
        func screenShouldClose(_ screen: Screen) -> Bool { false }
        func touchScreenDidPinch(_ touchScreen: TouchScreen) { log.append("pinch") }
        nonisolated func height(of pane: Pane) -> Int { 7 }
    }

    @Test func installsWhereParentAndProtocolBelongToTheMainActor() throws {
        let screen = Screen()
        let target = Target()
        screen.delegate = target
        let proxy = try ScreenDelegateProxy.proxy(for: screen)
        #expect(screen.delegate === proxy)
        screen.tap(3)
        #expect(target.log == ["tap 3"])
        #expect(screen.delegate?.screenShouldClose(screen) == false)
        proxy.uninstall()
        #expect(screen.delegate === target)
    }

    @Test func installsWhereOnlyTheParentBelongsToTheMainActor() throws {
        let pane = Pane()
        let target = Target()
        pane.source = target
        let proxy = try PaneSourceProxy.proxy(for: pane)
        #expect(pane.source === proxy)
        #expect(pane.draw() == 7)
        #expect(PaneSourceProxy.threadRule == .mainActor)
        proxy.uninstall()
    }

    @Test func makesTheSubclassesProxyForASubclassOfTheParent() throws {
        let screen = TouchScreen()
        let target = Target()
        screen.delegate = target
        let proxy = try TouchScreenDelegateProxy.proxy(for: screen)
        #expect(screen.delegate === proxy)
        screen.tap(1)
        screen.pinch()
        #expect(target.log == ["tap 1", "pinch"])
        #expect(try ScreenDelegateProxy.proxy(for: screen) === proxy)
        #expect(try type(of: ScreenDelegateProxy.proxy(for: Screen())) == ScreenDelegateProxy.self)
        proxy.uninstall()
    }

    @Test func refusesToBeInstalledOffTheMainActor() async throws {
        let pane = Pane()
        let error = await Task.detached { () -> DelegateProxyError? in
            do throws(DelegateProxyError) {
                _ = try PaneSourceProxy.proxy(for: pane)
                return nil
            } catch {
                return error
            }
        }.value
        #expect(error?.code == .offMainThread)
        #expect(error?.description.contains("Pane.source belongs to the main actor") == true)
        #expect(pane.source == nil)
    }

    /// Observing makes the parent object query its delegate again, which writes its property.
    @Test func changesThePropertyOnTheMainActorWhereverItIsObservedAndUninstalled() async throws {
        let pane = Pane()
        let target = Target()
        pane.source = target
        let proxy = try PaneSourceProxy.proxy(for: pane)
        await Task.detached {
            proxy.methodInvoked(.didDraw).subscribe().dispose()
            proxy.uninstall()
        }.value
        let deadline = ContinuousClock.Instant.patience
        while pane.source !== target, ContinuousClock.now < deadline { await Task.yield() }
        #expect(pane.source === target)
    }

    /// Its `deinit` may be code of the main actor.
    @Test(arguments: [true, false])
    func whatAStrongPropertyKeptGoesOnTheMainQueue(parentStays: Bool) async throws {
        final class Dying: CanvasDelegate {
            let death: @Sendable (Bool) -> Void
            nonisolated init(_ death: @escaping @Sendable (Bool) -> Void) { self.death = death }
            func layers(of canvas: Canvas) -> Int { 7 }
            deinit { death(DispatchQueue.getSpecific(key: mainQueueKey) == true) }
        }
        DispatchQueue.main.setSpecific(key: mainQueueKey, value: true)
        let deaths = Mutex<[Bool]>([])
        var canvas: Canvas? = Canvas()
        canvas?.delegate = Dying { onMain in deaths.withLock { $0.append(onMain) } }
        _ = try CanvasDelegateProxy.proxy(for: #require(canvas))
        if parentStays { canvas?.delegate = nil } else { canvas = nil }
        let deadline = ContinuousClock.Instant.patience
        while deaths.withLock(\.isEmpty), ContinuousClock.now < deadline {
            await Task.detached { ProxyWatcher.shared.lookNow() }.value
        }
        #expect(deaths.withLock { $0 } == [true])
        withExtendedLifetime(canvas) {}
    }

    @Test func callsAreNotFoundToBeOffTheMainThread() async throws {
        let log = CallLog()
        let screen = Screen()
        let target = Target()
        let proxy = ScreenDelegateProxy(screen: screen, recorder: log.recorder)
        proxy.setForwardDelegate(target, retain: true)
        await Task.yield()
        proxy.screen(screen, didTap: 1)
        let invocation = try #require(log.calls.first)
        #expect(!invocation.findings.contains(.offMain))
    }

    @Test func aRequirementOfAnotherActorStaysThere() async {
        final class Target: MixedActorShapes {
            var numbers: [Int] = []
            func show(_ number: Int) { numbers.append(number) }
            @ShelfActor func store(_ number: Int) { ShelfActor.shared.assertIsolated() }
            @ShelfActor func count() async -> Int {
                ShelfActor.shared.assertIsolated()
                return 3
            }
            func paint(_ number: Int) { numbers.append(number) }
        }
        let log = CallLog()
        let target = Target()
        let proxy = MixedActorShapesProxy(recorder: log.recorder)
        proxy.setForwardDelegate(target, retain: true)
        proxy.show(1)
        await proxy.store(2)
        let count = await proxy.count()
        proxy.paint(4)
        #expect(count == 3 && target.numbers == [1, 4])
        #expect(log.calls.map(\.selector.name) == ["show(_:)", "store(_:)", "count()", "paint(_:)"])
    }

    @Test func installsAChildThatDeclaresWhatAStandaloneProxyForwards() throws {
        final class Plain: BadgeDelegate {
            var names: [String] = []
            func named(_ name: String) { names.append(name) }
            func badgeDidFade(_ badge: Badge) {}
        }
        let badge = Badge()
        let target = Plain()
        badge.delegate = target
        let proxy = try BadgeDelegateProxy.proxy(for: badge)
        badge.delegate?.named("a")
        (proxy as any NamedDelegate).named("b")
        #expect(target.names == ["a", "b"])
        #expect(BadgeDelegateProxy.requirements.count == 2)
        proxy.uninstall()
    }
}
