// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Resubscribes to the source after each error, without limit.
    public func retry() -> Observable<Element> {
        let source = asObservable()
        return .catch(sequence: AnySequence { AnyIterator { source } })
    }

    /// Subscribes to the source up to `maxAttemptCount` times until it completes; the last error is sent.
    ///
    /// - Parameter maxAttemptCount: Includes the first attempt: 2 allows one retry, 0 gives an empty sequence.
    public func retry(_ maxAttemptCount: Int) -> Observable<Element> {
        .catch(sequence: repeatElement(asObservable(), count: maxAttemptCount))
    }
}
