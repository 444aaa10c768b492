// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Reactive
internal import Synchronization

/// A parent object that owns its proxies, so they end as soon as it dies.
public protocol DelegateProxyOwner: AnyObject {
    /// Stores the proxies.
    var delegateProxies: DelegateProxyStorage { get }
}

/// Keeps the proxies of parent objects that cannot store them themselves.
///
/// The parent object is held weakly. Within a second of its death, its proxies end, the objects they retained are
/// released, and the parent object's memory is freed. This happens on a thread of the library, or one that makes a proxy
/// for another object, or on the main queue for proxies of the main thread or actor; `sweep()` does it immediately on the
/// calling thread. Entries are found by address; no other object can have the address while the entry exists.
public enum DelegateProxyRegistry {
    private struct Entry: Sendable {
        let reference: WeakReference
        let storage: DelegateProxyStorage
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        var sweepAt = 32
    }

    private static let state = ForkableMutex(State())

    /// The storage for an object: the object's own if it is a `DelegateProxyOwner`.
    static func storage(for object: AnyObject) -> DelegateProxyStorage {
        if let owner = object as? any DelegateProxyOwner { return owner.delegateProxies }
        let key = ObjectIdentifier(object)
        let new = Entry(reference: WeakReference(object), storage: DelegateProxyStorage())
        let (storage, isSweepDue) = state.withLock { state in
            // The entry keeps the address from being reused by another object.
            if let known = state.entries[key] { return (known.storage, false) }
            state.entries[key] = new
            return (new.storage, state.entries.count >= state.sweepAt)
        }
        if isSweepDue { endDead() }
        return storage
    }

    /// Ends the proxies of all dead parent objects.
    public static func sweep() {
        for storage in takeDead() { storage.end() }
    }

    /// Like `sweep()`, for threads that were not asked to do it: proxies of the main thread or actor end on the main
    /// queue.
    static func endDead() {
        for storage in takeDead() {
            if storage.endsOnMain {
                _ = MainScheduler.asyncInstance.schedule(storage) { storage in
                    storage.end()
                    return Disposables.create()
                }
            } else {
                storage.end()
            }
        }
    }

    private static func takeDead() -> [DelegateProxyStorage] {
        let entries = state.withLock { $0.entries }
        let dead = entries.filter { !$0.value.reference.isAlive }
        return state.withLock { state in
            defer { state.sweepAt = max(32, state.entries.count * 2) }
            return dead.compactMap { key, entry in
                guard state.entries[key]?.storage === entry.storage else { return nil }
                state.entries[key] = nil
                return entry.storage
            }
        }
    }

    /// Number of parent objects with proxies in the registry, including dead ones until the next sweep.
    public static var count: Int { state.withLock { $0.entries.count } }
}
