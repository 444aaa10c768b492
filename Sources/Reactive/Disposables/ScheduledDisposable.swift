// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Disposes of another disposable on a scheduler.
public final class ScheduledDisposable: Cancelable {
    private let tracked = TrackedResource()
    private let disposable: Locked<(any Disposable)?>

    /// The scheduler of the disposal.
    public let scheduler: any ImmediateSchedulerType

    /// Creates one that disposes of `disposable` on `scheduler`.
    public init(scheduler: any ImmediateSchedulerType, disposable: any Disposable) {
        self.scheduler = scheduler
        self.disposable = Locked(disposable)
    }

    /// Whether the disposal has happened, not only been scheduled. Callable from any thread.
    public var isDisposed: Bool { disposable.withLock { $0 == nil } }

    /// Schedules the disposal.
    public func dispose() {
        _ = scheduler.schedule(self) { scheduled in
            scheduled.disposable.withLock { $0.take() }?.dispose()
            return Disposables.create()
        }
    }
}
