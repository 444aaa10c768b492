// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Keeps the proxies of one parent object, by family.
public final class DelegateProxyStorage: Sendable {
    private struct Guarded: @unchecked Sendable {
        // Sendable: guarded by the mutex.
        var proxies: [DelegateProxyIdentifier: AnyObject] = [:]
        var work: [DelegateProxyIdentifier: InstallationWork] = [:]
        /// Properties whose proxies belong to no family, by key path or name.
        var places: [AnyHashable: AnyObject] = [:]
    }

    private let state = Mutex(Guarded())

    /// Creates empty storage.
    public init() {}

    deinit { end() }

    /// Ends and releases all proxies when the parent object is gone.
    func end() {
        let ended = state.withLock { state in
            defer { (state.proxies, state.places) = ([:], [:]) }
            return Guarded(proxies: state.proxies, places: state.places)
        }
        for proxy in ended.proxies.values { (proxy as? any InstallableProxy)?.finish(.ownerDied) }
        for place in ended.places.values { (place as? any ProxyPlace)?.end() }
    }

    /// Whether a proxy here, or in a place, ends on the main queue.
    var endsOnMain: Bool {
        let now = state.withLock { Guarded(proxies: $0.proxies, places: $0.places) }
        return now.proxies.values.contains { ($0 as? any WatchedProxy)?.endsOnMain == true }
            || now.places.values.contains { ($0 as? any ProxyPlace)?.endsOnMain == true }
    }

    func proxy(_ identifier: DelegateProxyIdentifier) -> AnyObject? {
        state.withLock { Found(object: $0.proxies[identifier]) }.object
    }

    /// Stores a proxy unless the family already has one, and returns the stored proxy.
    func insert(_ proxy: AnyObject, _ identifier: DelegateProxyIdentifier) -> AnyObject {
        let new = Found(object: proxy)
        return state.withLock { state in
            if let known = state.proxies[identifier] { return Found(object: known) }
            state.proxies[identifier] = new.object
            return new
        }.object ?? proxy
    }

    /// Removes a proxy, unless another one has replaced it. The caller holds a reference, so the proxy does not die
    /// here.
    func remove(_ proxy: AnyObject, _ identifier: DelegateProxyIdentifier) {
        let proxy = Found(object: proxy)
        state.withLock { state in
            if state.proxies[identifier] === proxy.object { state.proxies[identifier] = nil }
        }
    }

    /// The stored place of a property, created on first use.
    func place<Place: AnyObject>(_ key: AnyHashable, _ make: () -> Place) -> Place {
        let key = Key(value: key)
        if let known = state.withLock({ Found(object: $0.places[key.value]) }).object as? Place { return known }
        let new = make()
        let made = Found(object: new)
        return state.withLock { state in
            if let known = state.places[key.value] { return Found(object: known) }
            state.places[key.value] = made.object
            return made
        }.object as? Place ?? new
    }

    private struct Key: @unchecked Sendable {
        // Sendable: a key path or a string, both immutable.
        let value: AnyHashable
    }

    /// Reads or changes the work under way on a property.
    @discardableResult
    func changeWork<Result: Sendable>(
        on identifier: DelegateProxyIdentifier,
        _ body: (inout InstallationWork) -> Result
    ) -> Result {
        state.withLock { body(&$0.work[identifier, default: InstallationWork()]) }
    }

    private struct Found: @unchecked Sendable {
        // Sendable: proxies are.
        let object: AnyObject?
    }
}
