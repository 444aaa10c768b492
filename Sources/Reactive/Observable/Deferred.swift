// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// A sequence created for each subscriber; an error thrown by the factory is sent.
    public static func deferred(
        _ observableFactory: @escaping () throws -> Observable<Element>
    ) -> Observable<Element> {
        Producer(sink: { ForwardingSink($0) }) { sink in
            do {
                return try observableFactory().attach(sink)
            } catch {
                sink.onError(error)
                return Disposables.create()
            }
        }
    }
}
