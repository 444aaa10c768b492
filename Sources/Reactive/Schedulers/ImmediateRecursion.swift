// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Work that reschedules itself; at most one round is pending unless the action recurses several times.
final class ImmediateRecursion<State>: Disposable {
    private struct Step {
        var action: ((State, (State) -> Void) -> Void)?
    }

    private let step: Locked<Step>
    private let scheduler: any ImmediateSchedulerType
    private let rounds = CompositeDisposable()

    init(action: @escaping (State, (State) -> Void) -> Void, scheduler: any ImmediateSchedulerType) {
        step = Locked(Step(action: action))
        self.scheduler = scheduler
    }

    func schedule(_ state: State) {
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
            return last
        }
        withExtendedLifetime(last) {}
        rounds.dispose()
    }
}
