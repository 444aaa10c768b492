// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// One subscriber of a replaying subject.
final class QueuedSubscriber {
    enum Phase: UInt8, AtomicRepresentable {
        /// It is being sent what came before it; what comes now waits in `pending`.
        case replaying
        /// It is sent each event by the thread that sends to all.
        case live
        /// It is sent nothing more.
        case cancelled
    }

    let observer: ObserverRoot
    /// What it has yet to be sent while it is `replaying`. Belongs to the hub's lock.
    var pending: [ReplayEvent] = []
    /// Belongs to the thread that subscribes.
    var replaced: ReceiverList?
    private let current = Atomic<Phase>(.replaying)

    init(_ observer: ObserverRoot) {
        self.observer = observer
    }

    var phase: Phase {
        @inline(__always) get { current.load(ordering: .acquiring) }
    }

    func cancel() {
        current.store(.cancelled, ordering: .releasing)
    }

    /// What waits; `nil` if nothing does, and from then on the subscriber is live. In the hub's lock.
    func takePending() -> [ReplayEvent]? {
        guard pending.isEmpty else {
            defer { pending = [] }
            return pending
        }
        _ = current.compareExchange(expected: .replaying, desired: .live, ordering: .releasing)
        return nil
    }
}
