// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Disposes of another disposable on a scheduler.
public final class ScheduledDisposable: Cancelable {
    private let tracked = TrackedResource()
    private let disposable: Locked<(any Disposable)?>

    /// Where the disposal happens.
    public let scheduler: any ImmediateSchedulerType

    /// Makes one that will dispose of `disposable` on `scheduler`.
    public init(scheduler: any ImmediateSchedulerType, disposable: any Disposable) {
        self.scheduler = scheduler
        self.disposable = Locked(disposable)
    }

    /// Whether the disposal has happened (not merely been scheduled). Callable from any thread.
    public var isDisposed: Bool { disposable.withLock { $0 == nil } }

    /// Schedules the disposal.
    public func dispose() {
        _ = scheduler.schedule(self) { scheduled in
            scheduled.disposable.withLock { $0.take() }?.dispose()
            return Disposables.create()
        }
    }
}
