// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A limited number of places.
final class Seats: Sendable {
    /// A place. It is given back with the last reference at the latest: the work that was to use it may be refused, and
    /// never run.
    final class Seat: Sendable {
        private let seats: Seats
        private let isTaken = Atomic<Bool>(true)

        fileprivate init(of seats: Seats) { self.seats = seats }

        deinit { give() }

        func give() {
            if isTaken.exchange(false, ordering: .acquiringAndReleasing) { seats.give() }
        }
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
