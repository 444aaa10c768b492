// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Work that is found inside a gate and done by the thread that has left it.
///
/// Several threads may do work at the same time, and a piece that blocks holds back what was taken together with it: for
/// work of which only the last piece still counts.
final class LaterWork: Sendable {
    private let hasWork = Atomic<Bool>(false)
    private let waiting = Locked<[() -> Void]>([])

    /// Adds `work`. The caller, or the thread that it leaves its gate to, calls `run()` afterwards.
    func add(_ work: @escaping () -> Void) {
        waiting.withLock { waiting in
            waiting.append(work)
            hasWork.store(true, ordering: .relaxed)
        }
    }

    /// Does what has been added and isn't done by another thread. Costs next to nothing if there is nothing.
    @inline(__always)
    func run() {
        // A thread sees what it has added itself.
        if hasWork.load(ordering: .relaxed) { runAll() }
    }

    private func runAll() {
        let batch = waiting.withLock { waiting in
            hasWork.store(false, ordering: .relaxed)
            let batch = waiting
            waiting = []
            return batch
        }
        for work in batch { work() }
    }
}
