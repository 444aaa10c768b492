// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// An immutable list of subscribers.
final class ReceiverList {
    private let subscribers: UnsafeMutableBufferPointer<Unmanaged<QueuedSubscriber>>

    init(_ bag: Bag<QueuedSubscriber>) {
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

    var isEmpty: Bool { subscribers.isEmpty }

    /// Calls `body` with each subscriber, without reference counting, because the list retains them.
    @inline(__always)
    func forEach(_ body: (QueuedSubscriber) -> Void) {
        for subscriber in subscribers { subscriber._withUnsafeGuaranteedRef(body) }
    }
}
