// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Subscribes to the source again after each error, without end.
    public func retry() -> Observable<Element> {
        let source = asObservable()
        return .catch(sequence: AnySequence { AnyIterator { source } })
    }

    /// Subscribes to the source up to `maxAttemptCount` times, until it completes; the last error is sent.
    ///
    /// - Parameter maxAttemptCount: Counts the first attempt too: 2 means one more try. Without any the result is empty.
    public func retry(_ maxAttemptCount: Int) -> Observable<Element> {
        .catch(sequence: repeatElement(asObservable(), count: maxAttemptCount))
    }
}
