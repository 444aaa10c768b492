// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CThread
internal import Synchronization

/// Makes the proxies of one family, by type of parent object.
final class DelegateProxyFactory: @unchecked Sendable {
    // Sendable: all mutable state is in the mutex.

    private struct State {
        var makers: [ObjectIdentifier: (AnyObject) -> AnyObject] = [:]
        var duplicates: [ObjectIdentifier: String] = [:]
        /// Threads that are running the registration, each with the types it has registered.
        var registering: [UInt32: Set<ObjectIdentifier>] = [:]
        var isKnown = false
        /// Proxy classes whose refined implementations are registered.
        var refined: Set<ObjectIdentifier> = []
    }

    private let state = ForkableMutex(Guarded(value: State()))
    private let family: String

    private struct Guarded: @unchecked Sendable {
        // Sendable: guarded by the mutex.
        var value: State
    }

    private static let families = ForkableMutex<[DelegateProxyIdentifier: DelegateProxyFactory]>([:])

    private init(family: String) { self.family = family }

    /// The factory of a family, with its known implementations registered.
    static func shared<Proxy: DelegateProxyType>(for proxy: Proxy.Type) -> DelegateProxyFactory {
        let identifier = Proxy.identifier
        let factory = families.withLock { families in
            let known = families[identifier] ?? DelegateProxyFactory(family: String(describing: proxy))
            families[identifier] = known
            return known
        }
        factory.registerKnown { Proxy.registerKnownImplementations() }
        if let refinable = proxy as? any RefinableProxy.Type {
            factory.registerOnce(
                isDone: { $0.refined.contains(ObjectIdentifier(proxy)) },
                finish: { $0.refined.insert(ObjectIdentifier(proxy)) },
                register: { refinable.registerRefinedImplementations() }
            )
        }
        return factory
    }

    /// Runs the registration of the known implementations once.
    ///
    /// It is user code, so it runs without a lock. If two threads get here at the same time, both run it and the first
    /// registration of each type wins.
    private func registerKnown(_ register: () -> Void) {
        registerOnce(isDone: \.isKnown, finish: { $0.isKnown = true }, register: register)
    }

    private func registerOnce(isDone: (State) -> Bool, finish: (inout State) -> Void, register: () -> Void) {
        let thread = cthread_id()
        let isNeeded = state.withLock { state in
            guard !isDone(state.value), state.value.registering[thread] == nil else { return false }
            state.value.registering[thread] = []
            return true
        }
        guard isNeeded else { return }
        register()
        state.withLock { state in
            state.value.registering[thread] = nil
            finish(&state.value)
        }
    }

    func register<Parent: AnyObject>(_ parent: Parent.Type, make: @escaping (Parent) -> AnyObject) {
        let key = ObjectIdentifier(parent)
        let thread = cthread_id()
        // `make(for:)` looks makers up by the object's class or a superclass of it, so the downcast is safe.
        let maker = Guarded(value: State(makers: [key: { make(unsafeDowncast($0, to: Parent.self)) }]))
        state.withLock { state in
            let isFirstOfRun = state.value.registering[thread]?.insert(key).inserted
            if state.value.makers[key] == nil {
                state.value.makers.merge(maker.value.makers) { first, _ in first }
            } else if isFirstOfRun != true {
                state.value.duplicates[key] = String(describing: parent)
            }
        }
    }

    /// Makes a proxy with the maker for the object's type, or for its nearest superclass that has one.
    func make(for object: AnyObject) throws(DelegateProxyError) -> AnyObject {
        var type: AnyClass? = Swift.type(of: object)
        while let candidate = type {
            let key = ObjectIdentifier(candidate)
            let (maker, duplicate) = state.withLock { state in
                (Maker(make: state.value.makers[key]), state.value.duplicates[key])
            }
            if let duplicate { throw Self.duplicate(duplicate, family) }
            if let make = maker.make { return make(object) }
            type = _getSuperclass(candidate)
        }
        throw DelegateProxyError(
            .noFactory,
            "No proxy of the family \(family) is registered for \(Swift.type(of: object)) or a superclass of it. "
                + "Call register(make:) for that type in registerKnownImplementations()."
        )
    }

    private struct Maker: @unchecked Sendable {
        // Sendable: a maker runs on the thread that requests the proxy.
        let make: ((AnyObject) -> AnyObject)?
    }

    private static func duplicate(_ parent: String, _ family: String) -> DelegateProxyError {
        DelegateProxyError(
            .duplicateFactory,
            "Two proxies of the family \(family) are registered for \(parent). Remove one of the calls of register(make:)."
        )
    }
}
