// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc

/// Polls until `condition` holds. `false` if it still does not at `deadline`.
func waitUntil(
    deadline: DispatchTimeInterval = .seconds(20),
    _ condition: () -> Bool
) -> Bool {
    let end = DispatchTime.now() + deadline
    while !condition() {
        if DispatchTime.now() > end { return false }
        sched_yield()
    }
    return true
}

/// Like `waitUntil`, but without blocking a thread of the cooperative pool.
func eventually(_ condition: @Sendable () -> Bool) async -> Bool {
    let end = ContinuousClock.now + .seconds(20)
    while !condition() {
        if ContinuousClock.now > end { return false }
        await Task.yield()
    }
    return true
}
