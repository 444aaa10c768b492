// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Reactive
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

/// Keeps the proxies of parent objects that cannot be changed to keep them themselves.
///
/// The object is held weakly. Within a second of its death its proxies end, what they retained is let go, and its own
/// bytes are given back: on a thread of the library, for proxies that belong to the main thread on the main queue; at once
/// and on the calling thread when `sweep()` is called. An entry is found by address, which no other object can have while
/// the entry is there.
public enum DelegateProxyRegistry {
    private struct Entry: Sendable {
        let reference: WeakReference
        let storage: DelegateProxyStorage
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        var sweepAt = 32
    }

    private static let state = Mutex(State())

    /// The storage for an object: its own when it has one.
    static func storage(for object: AnyObject) -> DelegateProxyStorage {
        if let owner = object as? any DelegateProxyOwner { return owner.delegateProxies }
        let key = ObjectIdentifier(object)
        let new = Entry(reference: WeakReference(object), storage: DelegateProxyStorage())
        let (storage, isSweepDue) = state.withLock { state in
            // The entry keeps the address from being another object's.
            if let known = state.entries[key] { return (known.storage, false) }
            state.entries[key] = new
            return (new.storage, state.entries.count >= state.sweepAt)
        }
        if isSweepDue { sweep() }
        return storage
    }

    /// Ends the proxies of all parent objects that are gone.
    public static func sweep() {
        for storage in takeDead() { storage.end() }
    }

    /// As `sweep()`, for the watcher: ends those that belong to the main thread on the main queue.
    static func endDead() {
        for storage in takeDead() {
            if storage.isMainOnly {
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

    /// Number of parent objects that have proxies here, dead ones included until the next sweep.
    public static var count: Int { state.withLock { $0.entries.count } }
}
