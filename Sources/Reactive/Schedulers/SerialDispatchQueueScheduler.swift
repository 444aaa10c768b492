// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Dispatch

/// Runs work on a serial dispatch queue, one piece at a time.
public class SerialDispatchQueueScheduler: SchedulerType, @unchecked Sendable {
    // Proof: its fields are constants and Sendable; the class is not final because `MainScheduler` is one.
    let worker: QueueWorker
    /// The work list of a private queue. On a shared queue, each piece of work is handed over by itself.
    private let list: SerialWorkList?

    /// Creates one on `serialQueue`, which must be serial.
    ///
    /// - Parameter leeway: Maximum delay of timers. Default 0.
    init(serialQueue: DispatchQueue, leeway: DispatchTimeInterval = .nanoseconds(0)) {
        worker = QueueWorker(queue: serialQueue, leeway: leeway)
        list = nil
    }

    private init(ownQueue: DispatchQueue, leeway: DispatchTimeInterval) {
        worker = QueueWorker(queue: ownQueue, leeway: leeway)
        list = SerialWorkList(ownQueue)
    }

    /// Creates one on a new serial queue.
    ///
    /// - Parameters:
    ///   - internalSerialQueueName: The label of the queue.
    ///   - serialQueueConfiguration: Called with the queue before its first use.
    ///   - leeway: Maximum delay of timers. Default 0.
    public convenience init(
        internalSerialQueueName: String,
        serialQueueConfiguration: ((DispatchQueue) -> Void)? = nil,
        leeway: DispatchTimeInterval = .nanoseconds(0)
    ) {
        let queue = DispatchQueue(label: internalSerialQueueName)
        guard let serialQueueConfiguration else {
            self.init(ownQueue: queue, leeway: leeway)
            return
        }
        serialQueueConfiguration(queue)
        self.init(serialQueue: queue, leeway: leeway)
    }

    /// Creates one on a new serial queue with `queue` as its target, which may be concurrent.
    ///
    /// - Parameters:
    ///   - queue: The target queue.
    ///   - internalSerialQueueName: The label of the new queue.
    ///   - leeway: Maximum delay of timers. Default 0.
    public convenience init(
        queue: DispatchQueue,
        internalSerialQueueName: String,
        leeway: DispatchTimeInterval = .nanoseconds(0)
    ) {
        self.init(ownQueue: DispatchQueue(label: internalSerialQueueName, target: queue), leeway: leeway)
    }

    /// Creates one on a new serial queue of the given quality of service.
    ///
    /// - Parameters:
    ///   - qos: Quality of service.
    ///   - internalSerialQueueName: The label of the new queue.
    ///   - leeway: Maximum delay of timers. Default 0.
    public convenience init(
        qos: DispatchQoS,
        internalSerialQueueName: String = "reactive.global_dispatch_queue.serial",
        leeway: DispatchTimeInterval = .nanoseconds(0)
    ) {
        self.init(
            queue: .global(qos: qos.qosClass),
            internalSerialQueueName: internalSerialQueueName,
            leeway: leeway
        )
    }

    /// The current time of the monotonic clock.
    public var now: RxTime { RxTime() }

    /// Schedules `action` on the queue.
    public final func schedule<StateType>(
        _ state: StateType,
        action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        scheduleInternal(state, action: action)
    }

    /// Schedules `action` on the queue, `dueTime` from now.
    public final func scheduleRelative<StateType>(
        _ state: StateType,
        dueTime: RxTimeInterval,
        action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        worker.scheduleRelative(state, dueTime: dueTime, action: action)
    }

    /// Schedules `action` on the queue after `startAfter`, then every `period`.
    public final func schedulePeriodic<StateType>(
        _ state: StateType,
        startAfter: RxTimeInterval,
        period: RxTimeInterval,
        action: @escaping (StateType) -> StateType
    ) -> any Disposable {
        worker.schedulePeriodic(state, startAfter: startAfter, period: period, action: action)
    }

    /// Prepares work that is done in the same order as actions of `schedule`, for callers that handle cancellation
    /// themselves.
    func repeated(_ work: any SerialWork) -> any RepeatedWork {
        if let list { ListedWork(work, list) } else { BlockWork(work, worker.queue) }
    }

    func scheduleInternal<StateType>(
        _ state: StateType,
        action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        guard let list else { return worker.schedule(state, action: action) }
        let cancel = SingleAssignmentDisposable()
        list.add(
            SerialAction {
                if !cancel.isDisposed { cancel.setDisposable(action(state)) }
            }
        )
        return cancel
    }
}
