// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore
import Synchronization

/// A delegate with a required result, and one that only gets notifications.
protocol ShelfDelegate: AnyObject {
    func rows() -> Int
    func didOpen()
}

final class ShelfTarget: ShelfDelegate {
    let number: Int
    private(set) var opened = 0
    private let onDeath: () -> Void

    init(_ number: Int = 9, onDeath: @escaping () -> Void = {}) {
        self.number = number
        self.onDeath = onDeath
    }

    deinit { onDeath() }

    func rows() -> Int { number }
    func didOpen() { opened += 1 }
}

/// Holds its delegate in a way that subclasses define.
class Shelf: HasDelegate, DelegateProxyOwner {
    let delegateProxies = DelegateProxyStorage()
    private(set) var writes = 0

    final var delegate: (any ShelfDelegate)? {
        get { stored }
        set {
            writes += 1
            stored = newValue
        }
    }

    var stored: (any ShelfDelegate)? {
        get { nil }
        set { _ = newValue }
    }

    /// Calls a delegate that may be nil, as programs do.
    final func count() -> Int { delegate?.rows() ?? 0 }
    final func open() { delegate?.didOpen() }
}

final class StrongShelf: Shelf {
    private var held: (any ShelfDelegate)?
    override var stored: (any ShelfDelegate)? {
        get { held }
        set { held = newValue }
    }
}

final class WeakShelf: Shelf {
    private weak var held: (any ShelfDelegate)?
    override var stored: (any ShelfDelegate)? {
        get { held }
        set { held = newValue }
    }
}

final class UnownedShelf: Shelf {
    private unowned var held: (any ShelfDelegate)?
    override var stored: (any ShelfDelegate)? {
        get { held }
        set { held = newValue }
    }
}

/// In a struct, with other properties.
final class NestedShelf: Shelf {
    private struct Parts {
        var flag = true
        var name = "nested"
        var holder: Holder?
    }
    private struct Holder {
        var weight = 1.5
        var delegate: any ShelfDelegate
    }
    private var parts = Parts()
    override var stored: (any ShelfDelegate)? {
        get { parts.holder?.delegate }
        set { parts.holder = newValue.map { Holder(delegate: $0) } }
    }
}

/// In another object: the memory of the shelf itself has no reference to the delegate.
final class BoxedShelf: Shelf {
    private final class Box {
        var delegate: (any ShelfDelegate)?
    }
    private let box = Box()
    override var stored: (any ShelfDelegate)? {
        get { box.delegate }
        set { box.delegate = newValue }
    }
}

/// In another object, which refers to it weakly.
final class WeaklyBoxedShelf: Shelf {
    private final class Box {
        weak var delegate: (any ShelfDelegate)?
    }
    private let box = Box()
    override var stored: (any ShelfDelegate)? {
        get { box.delegate }
        set { box.delegate = newValue }
    }
}

/// Weakly and guarded by a lock, for use from any thread.
final class LockedShelf: Shelf, @unchecked Sendable {
    // Sendable: the property is guarded by the mutex; writes are not counted from more than one thread.
    private struct Held: @unchecked Sendable {
        // Sendable: guarded by the mutex.
        weak var delegate: (any ShelfDelegate)?
    }
    private let held = Mutex(Held())
    override var stored: (any ShelfDelegate)? {
        get { held.withLock { Held(delegate: $0.delegate) }.delegate }
        set {
            let new = Held(delegate: newValue)
            held.withLock { $0 = new }
        }
    }
}

/// In a list, strongly.
final class ListShelf: Shelf {
    private var list: [any ShelfDelegate] = []
    override var stored: (any ShelfDelegate)? {
        get { list.first }
        set { list = newValue.map { [$0] } ?? [] }
    }
}

enum ShelfSelectors {
    static let rows = MethodSelector<ShelfProxy, (), Int>(
        "rows()",
        of: "ShelfDelegate",
        parameters: [],
        traits: .needsAnswer
    )
    static let didOpen = MethodSelector<ShelfProxy, (), Void>("didOpen()", of: "ShelfDelegate", parameters: [])
}

/// Only the delegate answers `rows()`.
final class ShelfProxy: DelegateProxy<Shelf, any ShelfDelegate>, DelegateProxyType, ShelfDelegate, @unchecked Sendable {
    // Sendable: the superclass is, and this class adds no state.
    static func registerKnownImplementations() { register { ShelfProxy(shelf: $0) } }

    init(shelf: Shelf) { super.init(parentObject: shelf, delegateProxy: ShelfProxy.self) }

    override class var requirements: [AnyMethodSelector] {
        [AnyMethodSelector(ShelfSelectors.rows), AnyMethodSelector(ShelfSelectors.didOpen)]
    }

    func rows() -> Int { forward(ShelfSelectors.rows, ()) { $0.rows() } }
    func didOpen() { forward(ShelfSelectors.didOpen, ()) { $0.didOpen() } }
}

/// The same with a declared default.
final class LenientShelfProxy: DelegateProxy<Shelf, any ShelfDelegate>, DelegateProxyType, ShelfDelegate,
    @unchecked Sendable
{
    // Sendable: the superclass is, and this class adds no state.
    static let rows = MethodSelector<LenientShelfProxy, (), Int>("rows()", of: "ShelfDelegate", parameters: [])
    static let didOpen = MethodSelector<LenientShelfProxy, (), Void>("didOpen()", of: "ShelfDelegate", parameters: [])

    /// A separate family from that of `ShelfProxy`, for the same property.
    static var identifier: DelegateProxyIdentifier {
        DelegateProxyIdentifier(parentObject: Shelf.self, delegate: (any ShelfDelegate).self, property: "lenient")
    }

    static func registerKnownImplementations() { register { LenientShelfProxy(shelf: $0) } }

    init(shelf: Shelf, recorder: Recorder = .current) {
        super.init(parentObject: shelf, delegateProxy: LenientShelfProxy.self, recorder: recorder)
    }

    override class var requirements: [AnyMethodSelector] { [AnyMethodSelector(rows), AnyMethodSelector(didOpen)] }

    func rows() -> Int { forward(Self.rows, (), default: 0) { $0.rows() } }
    func didOpen() { forward(Self.didOpen, ()) { $0.didOpen() } }
}
