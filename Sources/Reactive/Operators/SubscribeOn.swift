// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Subscribes to the source and disposes of the subscription on `scheduler`, even after the source's own end.
    /// Events stay on the sending thread.
    public func subscribe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
        Producer(sink: { ForwardingSink($0) }) { sink in
            let subscription = SerialDisposable()
            let pending = SingleAssignmentDisposable()
            subscription.disposable = pending
            pending.setDisposable(
                scheduler.schedule(()) {
                    subscription.disposable = ScheduledDisposable(
                        scheduler: scheduler,
                        // The source itself: `asObservable()` of another type would wrap it in a sequence that disposes
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
