// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyTestSupport
import Reactive
import Synchronization
import Testing

@testable import ProxyCore

private final class Mortal: Sendable {
    private let died: @Sendable () -> Void

    init(died: @escaping @Sendable () -> Void = {}) { self.died = died }

    deinit { died() }
}

@Suite struct WeakReferenceTests {
    @Test func givesTheObjectUntilItDies() {
        var object: Mortal? = Mortal()
        let reference = WeakReference(object!)
        #expect(reference.isAlive && reference.object === object)
        object = nil
        #expect(!reference.isAlive && reference.object == nil)
    }

    @Test func givesNothingToTheDeinitialiserOfItsObject() {
        let seen = Guarded<[Bool]>([])
        let reference = Guarded<WeakReference?>(nil)
        var object: Mortal? = Mortal {
            let reference = reference.value
            seen.change { $0.append(reference?.isAlive == false && reference?.object == nil) }
        }
        reference.change { [object] in $0 = WeakReference(object!) }
        object = nil
        #expect(seen.value == [true])
    }

    @Test func letsItsObjectDieOnceWhileManyThreadsReadIt() {
        for _ in 0..<200 {
            let deaths = Atomic<Int>(0)
            var object: Mortal? = Mortal { deaths.add(1, ordering: .relaxed) }
            let reference = WeakReference(object!)
            let readers = (0..<3).map { _ in
                Dispatched { while let object = reference.object { withExtendedLifetime(object) {} } }
            }
            object = nil
            for reader in readers { reader.wait() }
            #expect(deaths.load(ordering: .relaxed) == 1)
        }
    }

    /// The runtime counts `weak` references in a side table, which slows the object down for good.
    @Test func givesNeitherAParentNorATargetASideTable() throws {
        let panel = Panel()
        let target = PanelMock()
        let before = [_getWeakRetainCount(panel), _getWeakRetainCount(target)]
        let proxy = try PanelDelegateProxy.proxy(for: panel)
        let installed = try PanelDelegateProxy.installForwardDelegate(
            target,
            retainDelegate: false,
            onProxyForObject: panel
        )
        let seen = proxy.methodInvoked(PanelDelegateProxy.Selectors.didTurn).subscribe()
        panel.turn(to: 1)
        #expect([_getWeakRetainCount(panel), _getWeakRetainCount(target)] == before)
        seen.dispose()
        installed.dispose()
        #expect(proxy.forwardToDelegate() == nil)
    }
}
