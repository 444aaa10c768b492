// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Reactive
import Testing

@testable import ProxyCore

/// Proxies without a family, in properties of objects that keep no proxies themselves.
@Suite struct PlacedProxyTests {
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

private final class PlacedTickProxy: ProtocolProxy<any TickDelegate>, TickDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    static let selector = MethodSelector<PlacedTickProxy, (), Void>("tick()", of: "TickDelegate", parameters: [])
    override class var requirements: [AnyMethodSelector] { [AnyMethodSelector(selector)] }
    func tick() { forward(Self.selector, ()) { $0.tick() } }
}
