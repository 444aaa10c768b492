// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The output of a sink: the next observer, until the subscription ends.
struct Outlet<Element> {
    let observer: ObserverBase<Element>
    let disposer: SinkDisposer

    /// Whether this subscription is over.
    var isDisposed: Bool { disposer.isDisposed }

    /// Whether this subscription is over or everything downstream is finished.
    var isFinished: Bool { disposer.isDisposed || observer.isFinished }

    @inline(__always)
    func next(_ element: Element) {
        if !disposer.isDisposed { observer.onNext(element) }
    }

    /// Sends `error` unless the subscription is already over, then ends it.
    func error(_ error: any Error) {
        guard disposer.close() else { return }
        observer.onError(error)
        disposer.dispose()
    }

    /// Sends `completed` unless the subscription is already over, then ends it.
    func completed() {
        guard disposer.close() else { return }
        observer.onCompleted()
        disposer.dispose()
    }
}
