// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Sends each event as an element; completes after a terminal event, even after an error.
    public func materialize() -> Observable<Event<Element>> {
        Producer(asObservable()) { MaterializeSink($0) }
    }
}

private final class MaterializeSink<Element>: Sink<Element, Event<Element>> {
    override func onNext(_ element: Element) {
        outlet.next(.next(element))
    }

    override func onError(_ error: any Error) {
        outlet.next(.error(error))
        outlet.completed()
    }

    override func onCompleted() {
        outlet.next(.completed)
        outlet.completed()
    }
}
