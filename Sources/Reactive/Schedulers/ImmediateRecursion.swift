// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Work that schedules itself again; at most one round of it is pending unless the action recurses several times.
final class ImmediateRecursion<State>: Disposable {
    private let action: Locked<((State, (State) -> Void) -> Void)?>
    private let scheduler: any ImmediateSchedulerType
    private let rounds = CompositeDisposable()

    init(action: @escaping (State, (State) -> Void) -> Void, scheduler: any ImmediateSchedulerType) {
        self.action = Locked(action)
        self.scheduler = scheduler
    }

    func schedule(_ state: State) {
        let round = SingleAssignmentDisposable()
        guard let key = rounds.insert(round) else { return }
        round.setDisposable(
            scheduler.schedule(state) { state in
                self.rounds.remove(for: key)
                if let action = self.action.withLock({ $0 }) {
                    action(state) { self.schedule($0) }
                }
                return Disposables.create()
            }
        )
    }

    func dispose() {
        // The action is let go of outside the lock: its release may run foreign code.
        _ = action.withLock { $0.take() }
        rounds.dispose()
    }
}
