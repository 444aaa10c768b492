// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A parent object that owns its proxies, so that they end in the moment in which it dies.
///
/// ```swift
/// final class Downloader: DelegateProxyOwner {
///     let delegateProxies = DelegateProxyStorage()
/// }
/// ```
public protocol DelegateProxyOwner: AnyObject {
    /// Where the proxies are kept.
    var delegateProxies: DelegateProxyStorage { get }
}

/// Keeps the proxies of one parent object, by family.
public final class DelegateProxyStorage: Sendable {
    private struct Guarded: @unchecked Sendable {
        // Sendable: guarded by the mutex.
        var proxies: [DelegateProxyIdentifier: AnyObject] = [:]
    }

    private let state = Mutex(Guarded())

    /// Storage without proxies.
    public init() {}

    deinit {
        for proxy in state.withLock({ $0 }).proxies.values { (proxy as? any InstallableProxy)?.endStreams() }
    }

    func proxy(_ identifier: DelegateProxyIdentifier) -> AnyObject? {
        state.withLock { Found(object: $0.proxies[identifier]) }.object
    }

    /// Keeps a proxy unless there is one already; the one that is kept then.
    func insert(_ proxy: AnyObject, _ identifier: DelegateProxyIdentifier) -> AnyObject {
        let new = Found(object: proxy)
        return state.withLock { state in
            if let known = state.proxies[identifier] { return Found(object: known) }
            state.proxies[identifier] = new.object
            return new
        }.object ?? proxy
    }

    func remove(_ identifier: DelegateProxyIdentifier) {
        // The proxy is let go after the lock is.
        withExtendedLifetime(state.withLock { Found(object: $0.proxies.removeValue(forKey: identifier)) }) {}
    }

    private struct Found: @unchecked Sendable {
        // Sendable: proxies are.
        let object: AnyObject?
    }
}

/// Keeps the proxies of parent objects that cannot be changed to keep them themselves.
///
/// The object is held weakly. Its proxies end at the next sweep after it died: whenever a proxy is looked up or made,
/// and when `sweep()` is called. An entry is found by address and checked to be of the same, living object, since
/// addresses are given again.
public enum DelegateProxyRegistry {
    private struct Entry {
        weak var object: AnyObject?
        let storage: DelegateProxyStorage
    }

    private struct Guarded: @unchecked Sendable {
        // Sendable: guarded by the mutex.
        var entries: [ObjectIdentifier: Entry] = [:]
        var sweepAt = 32
    }

    private static let state = Mutex(Guarded())

    /// The storage for an object: its own when it has one.
    static func storage(for object: AnyObject) -> DelegateProxyStorage {
        if let owner = object as? any DelegateProxyOwner { return owner.delegateProxies }
        let key = ObjectIdentifier(object)
        let object = Weak(object: object)
        let (storage, dead, isSweepDue) = state.withLock { state in
            let known = state.entries[key]
            if let known, known.object != nil { return (known.storage, nil as DelegateProxyStorage?, false) }
            let new = DelegateProxyStorage()
            state.entries[key] = Entry(object: object.object, storage: new)
            return (new, known?.storage, state.entries.count >= state.sweepAt)
        }
        withExtendedLifetime(dead) {}
        if isSweepDue { sweep() }
        return storage
    }

    private struct Weak: @unchecked Sendable {
        // Sendable: only the reference is passed into the lock, on the same thread.
        let object: AnyObject
    }

    /// Ends the proxies of all parent objects that are gone.
    public static func sweep() {
        let dead = state.withLock { state in
            let dead = state.entries.filter { $0.value.object == nil }
            for key in dead.keys { state.entries[key] = nil }
            state.sweepAt = max(32, state.entries.count * 2)
            return dead.values.map(\.storage)
        }
        withExtendedLifetime(dead) {}
    }

    /// Number of parent objects that have proxies here, dead ones included until the next sweep.
    public static var count: Int { state.withLock { $0.entries.count } }
}
