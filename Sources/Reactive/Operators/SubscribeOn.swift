// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Subscribes to the source, and disposes of that subscription, on `scheduler`, also when the source has ended by
    /// itself. Events stay where they are sent.
    public func subscribe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
        Producer(sink: { ForwardingSink($0) }) { sink in
            let subscription = SerialDisposable()
            let pending = SingleAssignmentDisposable()
            subscription.disposable = pending
            pending.setDisposable(
                scheduler.schedule(()) {
                    subscription.disposable = ScheduledDisposable(
                        scheduler: scheduler,
                        // The source itself: around one of another type `asObservable()` would put a sequence that disposes
                        // of it at once.
                        disposable: self.subscribe(AnyObserver(base: sink))
                    )
                    return Disposables.create()
                }
            )
            return subscription
        }
    }
}
