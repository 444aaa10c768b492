// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// A sequence that calls `subscribe` for each subscriber.
    ///
    /// - Parameter subscribe: Sends events to its argument, from any thread, now or later. Its result is disposed of at
    ///   the end of the subscription. Events sent afterwards, or after a terminal event, are ignored.
    public static func create(_ subscribe: @escaping (AnyObserver<Element>) -> any Disposable) -> Observable<Element> {
        Producer(
            sink: { ForwardingSink<Element>($0) },
            start: { sink in subscribe(AnyObserver(base: sink)) }
        )
    }
}
