// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Reactive
internal import Synchronization

/// A change of rules or of held calls.
package enum RuleEvent: Sendable {
    package enum Change: String, Sendable {
        case added, changed, removed
        /// It has acted as often as it may.
        case exhausted
    }

    case rule(Change, RuleStatus)
    case held(HeldStatus)
    case released(HeldStatus, ReleaseCause, HeldDecision)
    /// A line for the log, by the rule with a number.
    case log(rule: Int, String)
}

/// Removes its closure when it is cancelled or deallocated.
package final class RuleEventToken: Sendable {
    private let observers: RuleObservers
    private let number: Int

    init(_ observers: RuleObservers, _ body: @escaping @Sendable (RuleEvent) -> Void) {
        self.observers = observers
        number = observers.add(body)
    }

    deinit { cancel() }

    package func cancel() { observers.remove(number) }
}

/// The closures that are called with events of rules. None runs or is released under the lock.
final class RuleObservers: Sendable {
    private struct State: Sendable {
        var bodies: [(number: Int, body: @Sendable (RuleEvent) -> Void)] = []
        var lastNumber = 0
    }

    private let state = ForkableMutex(State())

    func add(_ body: @escaping @Sendable (RuleEvent) -> Void) -> Int {
        state.withLock { state in
            state.lastNumber += 1
            state.bodies.append((state.lastNumber, body))
            return state.lastNumber
        }
    }

    func remove(_ number: Int) {
        let removed = state.withLock { state in
            state.bodies.firstIndex { $0.number == number }.map { state.bodies.remove(at: $0) }
        }
        withExtendedLifetime(removed) {}
    }

    func tell(_ event: RuleEvent) {
        let bodies = state.withLock { $0.bodies }
        if bodies.isEmpty, case .log(let rule, let text) = event { StandardError.write("rule \(rule): \(text)\n") }
        for entry in bodies { entry.body(event) }
    }
}
