// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A subscriber of a `PublishSubject`.
final class Subscriber {
    let observer: ObserverRoot
    private let cancelled = Atomic<Bool>(false)

    init(_ observer: ObserverRoot) {
        self.observer = observer
    }

    var isCancelled: Bool {
        @inline(__always) get { cancelled.load(ordering: .relaxed) }
    }

    func cancel() {
        cancelled.store(true, ordering: .relaxed)
    }
}
