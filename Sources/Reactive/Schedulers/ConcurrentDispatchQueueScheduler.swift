// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Dispatch

/// Runs work on a concurrent dispatch queue.
public final class ConcurrentDispatchQueueScheduler: SchedulerType, Sendable {
    private let worker: QueueWorker

    /// The current time of the monotonic clock.
    public var now: RxTime { RxTime() }

    /// Creates one on `queue`.
    ///
    /// - Parameters:
    ///   - queue: The queue for the work.
    ///   - leeway: Maximum delay of timers. Default 0.
    public init(queue: DispatchQueue, leeway: DispatchTimeInterval = .nanoseconds(0)) {
        worker = QueueWorker(queue: queue, leeway: leeway)
    }

    /// Creates one on a new concurrent queue of the given quality of service.
    ///
    /// - Parameters:
    ///   - qos: Quality of service.
    ///   - leeway: Maximum delay of timers. Default 0.
    public convenience init(qos: DispatchQoS, leeway: DispatchTimeInterval = .nanoseconds(0)) {
        let queue = DispatchQueue(
            label: "reactive.global_dispatch_queue.concurrent",
            qos: qos,
            attributes: .concurrent
        )
        self.init(queue: queue, leeway: leeway)
    }

    /// Schedules `action` on the queue.
    public func schedule<StateType>(
        _ state: StateType,
        action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        worker.schedule(state, action: action)
    }

    /// Schedules `action` on the queue, `dueTime` from now.
    public func scheduleRelative<StateType>(
        _ state: StateType,
        dueTime: RxTimeInterval,
        action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        worker.scheduleRelative(state, dueTime: dueTime, action: action)
    }

    /// Schedules `action` on the queue after `startAfter`, then every `period`.
    public func schedulePeriodic<StateType>(
        _ state: StateType,
        startAfter: RxTimeInterval,
        period: RxTimeInterval,
        action: @escaping (StateType) -> StateType
    ) -> any Disposable {
        worker.schedulePeriodic(state, startAfter: startAfter, period: period, action: action)
    }
}
