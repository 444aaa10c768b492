// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// An immutable list of subscribers for emissions.
final class SubscriberSnapshot {
    /// Unsettled claims on this snapshot; see `SnapshotCell`.
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

    /// Calls `body` with the observer of each active subscriber.
    @inline(__always)
    func forEachObserver(_ body: (ObserverRoot) -> Void) {
        for subscriber in subscribers {
            // The snapshot retains each subscriber, so the call needs no reference.
            subscriber._withUnsafeGuaranteedRef { subscriber in
                if !subscriber.isCancelled { body(subscriber.observer) }
            }
        }
    }
}
