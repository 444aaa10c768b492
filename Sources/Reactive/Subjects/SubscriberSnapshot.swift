// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The subscribers at one moment, immutable; what an emission runs over.
final class SubscriberSnapshot {
    /// Claims on this snapshot that are not settled yet; see `SnapshotCell`.
    let claims: Atomic<Int>

    private let subscribers: UnsafeMutableBufferPointer<Unmanaged<Subscriber>>

    init(_ bag: Bag<Subscriber>, claims: Int) {
        self.claims = Atomic(claims)
        subscribers = .allocate(capacity: bag.count)
        var index = 0
        bag.forEach { subscriber in
            subscribers.initializeElement(at: index, to: .passRetained(subscriber))
            index += 1
        }
    }

    deinit {
        for subscriber in subscribers { subscriber.release() }
        subscribers.deallocate()
    }

    /// Calls `body` with the observer of each subscriber that has not been cancelled.
    @inline(__always)
    func forEachObserver(_ body: (ObserverRoot) -> Void) {
        for subscriber in subscribers {
            // The snapshot owns a reference to each subscriber, so none is taken for the call.
            subscriber._withUnsafeGuaranteedRef { subscriber in
                if !subscriber.isCancelled { body(subscriber.observer) }
            }
        }
    }
}
