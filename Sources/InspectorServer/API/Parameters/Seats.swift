// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A bounded number of places.
final class Seats: Sendable {
    private let free: Atomic<Int>

    init(limit: Int) { free = Atomic(limit) }

    /// False when all are taken.
    func take() -> Bool {
        if free.subtract(1, ordering: .acquiringAndReleasing).newValue >= 0 { return true }
        give()
        return false
    }

    func give() { free.add(1, ordering: .acquiringAndReleasing) }
}
