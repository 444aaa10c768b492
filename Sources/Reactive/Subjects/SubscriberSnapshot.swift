// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// One subscriber of a `PublishSubject`.
final class Subscriber<Element> {
    let observer: ObserverBase<Element>
    private let cancelled = Atomic<Bool>(false)

    init(_ observer: ObserverBase<Element>) {
        self.observer = observer
    }

    var isCancelled: Bool {
        @inline(__always) get { cancelled.load(ordering: .relaxed) }
    }

    func cancel() {
        cancelled.store(true, ordering: .relaxed)
    }
}

/// The subscribers at one moment, immutable; what an emission runs over.
final class SubscriberSnapshot<Element> {
    /// Claims on this snapshot that are not settled yet; see `SnapshotCell`.
    let claims: Atomic<Int>

    private let subscribers: UnsafeMutableBufferPointer<Unmanaged<Subscriber<Element>>>

    init(_ bag: Bag<Subscriber<Element>>, claims: Int) {
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

    @inline(__always)
    func send(_ element: Element) {
        for subscriber in subscribers {
            // The snapshot owns a reference to each subscriber, so none is taken for the call.
            subscriber._withUnsafeGuaranteedRef { subscriber in
                if !subscriber.isCancelled { subscriber.observer.onNext(element) }
            }
        }
    }
}
