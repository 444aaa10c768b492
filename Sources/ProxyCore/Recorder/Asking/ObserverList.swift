// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Closures of the program that want to be told when something happened.
///
/// - Invariant: Callable from any thread. No closure runs, or is let go of, while a lock is held.
final class ObserverList: Sendable {
    private struct Observer: Sendable {
        let number: Int
        let body: @Sendable () -> Void
    }

    private struct State: Sendable {
        var observers: [Observer] = []
        var lastNumber = 0
    }

    private let state = Mutex(State())

    /// - Returns: What `remove` takes.
    @discardableResult
    func add(_ body: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.lastNumber += 1
            state.observers.append(Observer(number: state.lastNumber, body: body))
            return state.lastNumber
        }
    }

    /// Ends the calls to an observer; one that is under way goes on.
    func remove(_ number: Int) {
        let removed = state.withLock { state in
            state.observers.firstIndex { $0.number == number }.map { state.observers.remove(at: $0) }
        }
        withExtendedLifetime(removed) {}
    }

    /// Calls all observers, in the order in which they came.
    func tell() {
        for observer in state.withLock({ $0.observers }) { observer.body() }
    }
}
