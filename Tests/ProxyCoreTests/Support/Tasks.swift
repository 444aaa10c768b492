// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Tasks that a test started in a closure.
final class Tasks: Sendable {
    private let all = Mutex<[Task<Void, Never>]>([])

    func add(_ task: Task<Void, Never>) { all.withLock { $0.append(task) } }

    /// Returns when all have ended.
    func wait() async {
        for task in all.withLock({ $0 }) { await task.value }
    }
}
