// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A limited number of places.
final class Seats: Sendable {
    /// A place, given back with the last reference: also when the work that was to use it is refused and never runs.
    final class Seat: Sendable {
        private let seats: Seats

        fileprivate init(of seats: Seats) { self.seats = seats }

        deinit { seats.give() }
    }

    private let free: Atomic<Int>

    init(limit: Int) { free = Atomic(limit) }

    /// Takes a place; nil if none is free.
    func take() -> Seat? {
        if free.subtract(1, ordering: .acquiringAndReleasing).newValue >= 0 { return Seat(of: self) }
        give()
        return nil
    }

    private func give() { free.add(1, ordering: .acquiringAndReleasing) }
}
