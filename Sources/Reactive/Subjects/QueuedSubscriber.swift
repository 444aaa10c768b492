// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// One subscriber of a replaying subject, with the events that it has yet to be sent.
///
/// All but `observer` and the cancellation belongs to the hub's lock.
final class QueuedSubscriber {
    let observer: ObserverRoot
    var pending = Queue<ReplayEvent>()
    private var isDelivering = false
    private let cancelled = Atomic<Bool>(false)

    init(_ observer: ObserverRoot) {
        self.observer = observer
    }

    var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

    func cancel() {
        cancelled.store(true, ordering: .relaxed)
    }

    /// Makes the caller the one who delivers; `false` if somebody already is.
    func begin() -> Bool {
        guard !isDelivering else { return false }
        isDelivering = true
        return true
    }

    /// The next event to send; `nil` ends the delivery.
    func popFirst() -> ReplayEvent? {
        if let event = pending.popFirst() { return event }
        isDelivering = false
        return nil
    }
}
