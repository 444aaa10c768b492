// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Sends `elements` before those of the source.
    public func startWith(_ elements: Element...) -> Observable<Element> {
        let source = asObservable()
        return Producer(sink: { ForwardingSink($0) }) { sink in
            for element in elements { sink.onNext(element) }
            return sink.isFinished ? Disposables.create() : source.attach(sink)
        }
    }
}
