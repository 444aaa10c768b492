// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import ProxyMacros

/// Another global actor than the main one.
@globalActor actor ShelfActor {
    static let shared = ShelfActor()
}

/// Values of any type that go over to the delegate, and back.
@Proxied protocol HandingShapes: AnyObject {
    func hand<Item>(_ item: sending Item) -> sending Item
}

/// Some requirements of it name an actor of their own.
@MainActor @Proxied protocol MixedActorShapes: AnyObject {
    func show(_ number: Int)
    @ShelfActor func store(_ number: Int)
    @ShelfActor func count() async -> Int
    @_Concurrency.MainActor func paint(_ number: Int)
}
