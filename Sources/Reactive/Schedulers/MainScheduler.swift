// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import CDispatch
import Dispatch
import Synchronization

/// Runs work on the main dispatch queue; at once if the caller is already there and nothing else waits.
public final class MainScheduler: SerialDispatchQueueScheduler, @unchecked Sendable {
    // Proof: the counter is atomic; for the rest see the superclass.
    private let pendingCount = Atomic<Int>(0)

    /// The shared instance.
    public static let instance = MainScheduler()

    /// A scheduler that always uses the queue, even if the caller is already on it.
    public static let asyncInstance = SerialDispatchQueueScheduler(serialQueue: .main)

    /// Creates another one. Work of different instances keeps its order only as far as it goes through the queue.
    public init() {
        super.init(serialQueue: .main)
    }

    /// Stops the program unless the caller is on the main dispatch queue.
    public class func ensureExecutingOnScheduler(errorMessage: String? = nil) {
        guard MainThread.isMainQueue else {
            fatalError(errorMessage ?? "This must run on the main queue: schedule it on `MainScheduler.instance`.")
        }
    }

    /// Stops the program unless the caller is on the main thread.
    ///
    /// After `dispatchMain()`, or in an asynchronous `main`, the first thread of a Linux process is gone; then the main
    /// queue replaces it, on any thread. Inside `anotherQueue.sync`, the main thread is not on the main queue, but this
    /// check passes.
    public class func ensureRunningOnMainThread(errorMessage: String? = nil) {
        guard MainThread.isCurrent || MainThread.isMainQueue else {
            fatalError(errorMessage ?? "This must run on the main thread.")
        }
    }

    override func repeated(_ work: any SerialWork) -> any RepeatedWork { MainWork(work, self) }

    private final class MainWork: RepeatedWork {
        private let work: any SerialWork
        private let scheduler: MainScheduler

        init(_ work: any SerialWork, _ scheduler: MainScheduler) {
            self.work = work
            self.scheduler = scheduler
        }

        func perform() {
            let isFirst = scheduler.pendingCount.add(1, ordering: .acquiringAndReleasing).oldValue == 0
            if isFirst, MainThread.isMainQueue { return run() }
            // Without a block: copying and releasing one takes a fifth of the time.
            dispatch_async_f(dispatch_get_main_queue(), Unmanaged.passRetained(self).toOpaque()) { work in
                work.map { Unmanaged<MainWork>.fromOpaque($0).takeRetainedValue().run() }
            }
        }

        private func run() {
            work.run()
            scheduler.pendingCount.subtract(1, ordering: .acquiringAndReleasing)
        }
    }

    override func scheduleInternal<StateType>(
        _ state: StateType,
        action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        let isFirst = pendingCount.add(1, ordering: .acquiringAndReleasing).oldValue == 0
        if isFirst, MainThread.isMainQueue {
            defer { pendingCount.subtract(1, ordering: .acquiringAndReleasing) }
            return action(state)
        }
        return enqueue(state, action: action)
    }

    private func enqueue<StateType>(
        _ state: StateType,
        action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        let cancel = SingleAssignmentDisposable()
        let work = Unchecked((state, action))
        worker.queue.async {
            defer { self.pendingCount.subtract(1, ordering: .acquiringAndReleasing) }
            guard !cancel.isDisposed else { return }
            let (state, action) = work.value
            cancel.setDisposable(action(state))
        }
        return cancel
    }
}
