// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A scheduler with a clock.
public protocol SchedulerType: ImmediateSchedulerType {
    /// The present moment of its clock.
    var now: RxTime { get }

    /// Schedules `action` to happen once, `dueTime` from now.
    func scheduleRelative<StateType>(
        _ state: StateType,
        dueTime: RxTimeInterval,
        action: @escaping (StateType) -> any Disposable
    ) -> any Disposable

    /// Schedules `action` to happen first after `startAfter` and then once each `period`, with the state of the round
    /// before. Rounds do not overlap.
    func schedulePeriodic<StateType>(
        _ state: StateType,
        startAfter: RxTimeInterval,
        period: RxTimeInterval,
        action: @escaping (StateType) -> StateType
    ) -> any Disposable
}

extension SchedulerType {
    /// Schedules `action` again and again, each time `period` after the round before.
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
