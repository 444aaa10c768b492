// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A scheduler with a clock.
public protocol SchedulerType: ImmediateSchedulerType {
    /// The current time of its clock.
    var now: RxTime { get }

    /// Schedules `action` once, `dueTime` from now.
    func scheduleRelative<StateType>(
        _ state: StateType,
        dueTime: RxTimeInterval,
        action: @escaping (StateType) -> any Disposable
    ) -> any Disposable

    /// Schedules `action` after `startAfter`, then every `period`, with the state of the previous round. Rounds don't
    /// overlap.
    func schedulePeriodic<StateType>(
        _ state: StateType,
        startAfter: RxTimeInterval,
        period: RxTimeInterval,
        action: @escaping (StateType) -> StateType
    ) -> any Disposable
}

extension SchedulerType {
    /// Schedules `action` repeatedly, each time `period` after the previous round.
    public func schedulePeriodic<StateType>(
        _ state: StateType,
        startAfter: RxTimeInterval,
        period: RxTimeInterval,
        action: @escaping (StateType) -> StateType
    ) -> any Disposable {
        let rounds = SerialDisposable()
        func scheduleRound(_ state: StateType, after interval: RxTimeInterval) {
            let round = SingleAssignmentDisposable()
            rounds.disposable = round
            round.setDisposable(
                scheduleRelative(state, dueTime: interval) { state in
                    let next = action(state)
                    if !rounds.isDisposed { scheduleRound(next, after: period) }
                    return Disposables.create()
                }
            )
        }
        scheduleRound(state, after: startAfter)
        return rounds
    }
}
