// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Closures to call when something happens.
///
/// - Invariant: Callable from any thread. No closure runs or is released while a lock is held.
final class ObserverList: Sendable {
    private struct Observer: Sendable {
        let number: Int
        let body: @Sendable () -> Void
    }

    private struct State: Sendable {
        var observers: [Observer] = []
        var lastNumber = 0
    }

    private let state = ForkableMutex(State())

    /// - Returns: A number to pass to `remove`.
    @discardableResult
    func add(_ body: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.lastNumber += 1
            state.observers.append(Observer(number: state.lastNumber, body: body))
            return state.lastNumber
        }
    }

    /// Removes an observer. A call already in progress continues.
    func remove(_ number: Int) {
        let removed = state.withLock { state in
            state.observers.firstIndex { $0.number == number }.map { state.observers.remove(at: $0) }
        }
        withExtendedLifetime(removed) {}
    }

    /// Calls all observers in the order in which they were added.
    func tell() {
        for observer in state.withLock({ $0.observers }) { observer.body() }
    }
}
