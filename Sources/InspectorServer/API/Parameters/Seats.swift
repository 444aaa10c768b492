// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A limited number of places.
final class Seats: Sendable {
    private let free: Atomic<Int>

    init(limit: Int) { free = Atomic(limit) }

    /// Takes a place; false if none is free.
    func take() -> Bool {
        if free.subtract(1, ordering: .acquiringAndReleasing).newValue >= 0 { return true }
        give()
        return false
    }

    func give() { free.add(1, ordering: .acquiringAndReleasing) }
}
