// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Runs work on the main dispatch queue; at once if the caller is already there, even inside other such work.
///
/// Intended for `subscribe(on:)`; use `MainScheduler` for `observe(on:)`, because it keeps the order.
public final class ConcurrentMainScheduler: SchedulerType, Sendable {
    /// The shared instance.
    public static let instance = ConcurrentMainScheduler()

    private init() {}

    /// The current time of the monotonic clock.
    public var now: RxTime { MainScheduler.asyncInstance.now }

    /// Runs `action` now if the caller is on the main queue, otherwise schedules it there.
    public func schedule<StateType>(
        _ state: StateType,
        action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        MainThread.isMainQueue ? action(state) : MainScheduler.asyncInstance.schedule(state, action: action)
    }

    /// Schedules `action` on the main queue, `dueTime` from now.
    public func scheduleRelative<StateType>(
        _ state: StateType,
        dueTime: RxTimeInterval,
        action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        MainScheduler.asyncInstance.scheduleRelative(state, dueTime: dueTime, action: action)
    }

    /// Schedules `action` on the main queue after `startAfter`, then every `period`.
    public func schedulePeriodic<StateType>(
        _ state: StateType,
        startAfter: RxTimeInterval,
        period: RxTimeInterval,
        action: @escaping (StateType) -> StateType
    ) -> any Disposable {
        MainScheduler.asyncInstance.schedulePeriodic(state, startAfter: startAfter, period: period, action: action)
    }
}
