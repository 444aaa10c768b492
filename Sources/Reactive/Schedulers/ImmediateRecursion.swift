// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Work that reschedules itself; at most one round is pending unless the action recurses several times.
final class ImmediateRecursion<State>: Disposable {
    private struct Step {
        var action: ((State, (State) -> Void) -> Void)?
        /// The thread that is in the scheduler's `schedule`, and what rounds that ran inside it want next: they would
        /// otherwise be nested in each other.
        var schedulingThread: pthread_t?
        var next: [State] = []
    }

    private let step: Locked<Step>
    private let scheduler: any ImmediateSchedulerType
    private let rounds = CompositeDisposable()
    /// Whether the scheduler nests no rounds: it has a loop of its own, or a queue that others wait for, too.
    private let isTrampoline: Bool

    init(action: @escaping (State, (State) -> Void) -> Void, scheduler: any ImmediateSchedulerType) {
        step = Locked(Step(action: action))
        self.scheduler = scheduler
        isTrampoline = scheduler is CurrentThreadScheduler || scheduler is SerialDispatchQueueScheduler
    }

    func schedule(_ state: State) {
        if isTrampoline { return scheduleOne(state) }
        let isInside = step.withLock { step in
            guard step.schedulingThread == pthread_self() else { return false }
            step.next.append(state)
            return true
        }
        if isInside { return }
        var state = state
        while true {
            step.withLock { $0.schedulingThread = pthread_self() }
            scheduleOne(state)
            let next: State? = step.withLock { step in
                // A thread that has run the round meanwhile may be scheduling the next one.
                guard step.schedulingThread == pthread_self() else { return nil }
                step.schedulingThread = nil
                return step.next.isEmpty ? nil : step.next.removeFirst()
            }
            guard let next else { return }
            state = next
        }
    }

    private func scheduleOne(_ state: State) {
        let round = SingleAssignmentDisposable()
        guard let key = rounds.insert(round) else { return }
        round.setDisposable(
            scheduler.schedule(state) { state in
                self.rounds.remove(for: key)
                if let action = self.step.withLock({ $0 }).action {
                    action(state) { self.schedule($0) }
                }
                return Disposables.create()
            }
        )
    }

    func dispose() {
        // Released outside the lock: it may run foreign code.
        let last = step.withLock { step in
            let last = step
            step.action = nil
            step.next = []
            return last
        }
        withExtendedLifetime(last) {}
        rounds.dispose()
    }
}
