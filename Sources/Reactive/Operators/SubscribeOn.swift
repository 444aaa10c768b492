// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Subscribes to the source, and disposes of that subscription, on `scheduler`. Events stay where they are sent.
    public func subscribe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
        let source = asObservable()
        return Producer(sink: { ForwardingSink($0) }) { sink in
            let subscription = SerialDisposable()
            let pending = SingleAssignmentDisposable()
            subscription.disposable = pending
            pending.setDisposable(
                scheduler.schedule(()) {
                    subscription.disposable = ScheduledDisposable(
                        scheduler: scheduler,
                        disposable: source.attach(sink)
                    )
                    return Disposables.create()
                }
            )
            return subscription
        }
    }
}
