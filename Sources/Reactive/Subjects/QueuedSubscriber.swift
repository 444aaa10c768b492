// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A subscriber of a replaying subject.
final class QueuedSubscriber {
    enum Phase: UInt8, AtomicRepresentable {
        /// It is receiving the replay; new events wait in `pending`.
        case replaying
        /// It receives each event from the thread that sends to all.
        case live
        /// It receives nothing more.
        case cancelled
    }

    let observer: ObserverRoot
    /// Events to send after the replay. Guarded by the hub's lock.
    var pending: [ReplayEvent] = []
    /// Used by the subscribing thread.
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

    /// The waiting events; `nil` if there are none, which makes the subscriber live. Call it with the hub's lock.
    func takePending() -> [ReplayEvent]? {
        guard pending.isEmpty else {
            defer { pending = [] }
            return pending
        }
        _ = current.compareExchange(expected: .replaying, desired: .live, ordering: .releasing)
        return nil
    }
}
