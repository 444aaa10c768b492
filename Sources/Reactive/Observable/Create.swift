// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// A sequence that calls `subscribe` for each subscriber.
    ///
    /// - Parameter subscribe: Sends events to its argument, from any thread, now or later. What it returns is disposed of
    ///   when the subscription is over; events that are sent after that, or after a terminal one, go nowhere.
    public static func create(_ subscribe: @escaping (AnyObserver<Element>) -> any Disposable) -> Observable<Element> {
        Producer(
            sink: { ForwardingSink<Element>($0) },
            start: { sink in subscribe(AnyObserver(base: sink)) }
        )
    }
}
