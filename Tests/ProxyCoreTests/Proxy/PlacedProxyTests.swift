// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Reactive
import Testing

@testable import ProxyCore

/// Proxies without a family, in properties of objects that keep no proxies themselves.
@Suite struct PlacedProxyTests {
    private let recorder = Recorder()

    /// - Parameter isSet: Whether the property is set by a method, not by its key path.
    private func place(in desk: Desk, byMethod isSet: Bool) throws -> PlacedTickProxy {
        let new = PlacedTickProxy(recorder: recorder)
        guard isSet else { return try DelegateProxyRegistry.proxy(new, of: desk, at: \.delegate) }
        return try DelegateProxyRegistry.proxy(new, of: desk, setter: { $0.delegate = $1 }, getter: { $0.delegate })
    }

    @Test(arguments: [false, true]) func oneEndsWithItsObjectAndReleasesWhatThatKept(isSet: Bool) async throws {
        let (isCompleted, isTargetDead) = (Guarded(false), Guarded(false))
        func placeInDeadObject() throws -> PlacedTickProxy {
            let desk = Desk()
            desk.delegate = MortalTarget { isTargetDead.change { $0 = true } }
            let proxy = try place(in: desk, byMethod: isSet)
            _ = proxy.methodInvoked(PlacedTickProxy.selector)
                .subscribe(onCompleted: { isCompleted.change { $0 = true } })
            #expect(recorder.proxy(number: proxy.number)?.target?.isRetained == true)
            withExtendedLifetime(desk) {}
            return proxy
        }
        let proxy = try placeInDeadObject()
        // Nobody asks the registry for it: the watcher's thread notices.
        #expect(await until { isCompleted.value && isTargetDead.value })
        #expect(recorder.history(ofProxy: proxy.number).last?.detail == "ownerDied")
        #expect(recorder.proxies.isEmpty && recorder.proxy(number: proxy.number) == nil)
    }

    @Test(arguments: [false, true]) func oneThatIsOverwrittenReleasesWhatThePropertyKept(isSet: Bool) async throws {
        let desk = Desk()
        let isTargetDead = Guarded(false)
        desk.delegate = MortalTarget { isTargetDead.change { $0 = true } }
        let number = try place(in: desk, byMethod: isSet).number
        #expect(recorder.proxy(number: number)?.state == .installed)
        desk.delegate = TickCounter()
        let isReleased = await until {
            ProxyWatcher.shared.lookNow(at: number)
            return isTargetDead.value
        }
        #expect(isReleased)
        let status = try #require(recorder.proxy(number: number))
        #expect(status.state == .overwritten && status.overwrittenBy == "TickCounter")
        withExtendedLifetime(desk) {}
    }

    @Test func oneInAWeakPropertyIsSeenThereAndMissed() throws {
        let (pair, target) = (Pair(), TickCounter())
        let proxy = try DelegateProxyRegistry.proxy(PlacedTickProxy(recorder: recorder), of: pair, at: \.left)
        let other = try DelegateProxyRegistry.proxy(PlacedTickProxy(recorder: recorder), of: pair, at: \.right)
        pair.left = target
        ProxyWatcher.shared.lookNow(at: proxy.number)
        ProxyWatcher.shared.lookNow(at: other.number)
        #expect(recorder.proxies.map(\.state) == [.overwritten, .installed])
        // It asks its object to look at its capabilities again, by a property that is empty for a moment.
        other.capabilitiesDidChange()
        let again = try DelegateProxyRegistry.proxy(PlacedTickProxy(recorder: recorder), of: pair, at: \.left)
        #expect(again === proxy && recorder.proxies.map(\.state) == [.installed, .installed])
        #expect(recorder.history(ofProxy: proxy.number).map(\.kind) == [.installed, .overwritten, .healed])
        #expect(recorder.history(ofProxy: other.number).map(\.kind) == [.installed])
        withExtendedLifetime((pair, target)) {}
    }

    @Test(arguments: [false, true]) func itsObjectLivesUntilItIsInstalled(isSet: Bool) async throws {
        let isObjectDead = Guarded(false)
        var livedInCall = false
        func placeInForgottenObject() throws -> PlacedTickProxy {
            var desk: Desk? = Desk { isObjectDead.change { $0 = true } }
            // From here on, nothing but the argument of the call leads to the object.
            func forget() -> PlacedTickProxy {
                desk = nil
                livedInCall = !isObjectDead.value
                return PlacedTickProxy(recorder: recorder)
            }
            let object = try #require(desk)
            guard isSet else { return try DelegateProxyRegistry.proxy(forget(), of: object, at: \.delegate) }
            return try DelegateProxyRegistry.proxy(
                forget(),
                of: object,
                setter: { $0.delegate = $1 },
                getter: { $0.delegate }
            )
        }
        let proxy = try placeInForgottenObject()
        #expect(livedInCall && recorder.history(ofProxy: proxy.number).first?.kind == .installed)
        #expect(await until { isObjectDead.value })
    }

    @Test func oneOfTheMainThreadOrActorEndsOnTheMainQueue() async {
        await #expect(processExitsWith: .success) {
            let ends = Guarded<[Bool]>([])
            for rule in [DelegateThreadRule.main, .mainActor] { try EndsOnMain.placeInDeadObject(rule, noting: ends) }
            await onThread { DelegateProxyRegistry.endDead() }
            let haveEnded = await until { ends.value.count == 2 }
            precondition(haveEnded && ends.value == [true, true])
        }
    }

    @Test func oneOfTheMainThreadDoesNotEndWhereOtherObjectsGetProxies() async {
        await #expect(processExitsWith: .success) {
            let ends = Guarded<[Bool]>([])
            try EndsOnMain.placeInDeadObject(.main, noting: ends)
            await onThread {
                // With so many objects, the registry looks for dead ones.
                let pairs = (0..<200).map { _ in Pair() }
                for pair in pairs { _ = DelegateProxyRegistry.storage(for: pair) }
            }
            let hasEnded = await until { !ends.value.isEmpty }
            precondition(hasEnded && ends.value == [true])
        }
    }
}

private enum EndsOnMain {
    /// Leaves a proxy behind whose object is gone.
    ///
    /// - Parameter ends: Learns for each end of its calls whether it came on the main queue.
    static func placeInDeadObject(_ rule: DelegateThreadRule, noting ends: Guarded<[Bool]>) throws {
        let pair = Pair()
        let new = PlacedTickProxy(recorder: Recorder(), threadRule: rule)
        let proxy = try DelegateProxyRegistry.proxy(new, of: pair, at: \.left)
        _ = proxy.methodInvoked(PlacedTickProxy.selector)
            .subscribe(onCompleted: {
                let isMainQueue = MainThread.isMainQueue
                ends.change { $0.append(isMainQueue) }
            })
        withExtendedLifetime(pair) {}
    }
}

private final class Desk {
    var delegate: (any TickDelegate)?
    private let onDeath: () -> Void
    init(onDeath: @escaping () -> Void = {}) { self.onDeath = onDeath }
    deinit { onDeath() }
}

private final class MortalTarget: TickDelegate {
    private let onDeath: () -> Void
    init(onDeath: @escaping () -> Void) { self.onDeath = onDeath }
    deinit { onDeath() }
    func tick() {}
}

private final class PlacedTickProxy: ProtocolProxy<any TickDelegate>, TickDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    static let selector = MethodSelector<PlacedTickProxy, (), Void>("tick()", of: "TickDelegate", parameters: [])
    override class var requirements: [AnyMethodSelector] { [AnyMethodSelector(selector)] }
    func tick() { forward(Self.selector, ()) { $0.tick() } }
}
