// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableConvertibleType {
    /// The elements as an `AsyncSequence` that keeps the latest 256 while its consumer is busy.
    public var values: ObservableValues<Element> {
        values(bufferingPolicy: .dropOldest(limit: 256))
    }

    /// The elements as an `AsyncSequence`, from now on.
    ///
    /// The sequence is subscribed to at once. The subscription ends with the sequence, when the consuming task is
    /// cancelled, and when the result and its iterators are gone. An error is thrown after the elements before it;
    /// `CancellationError` is thrown at once, and elements that wait are dropped.
    ///
    /// - Parameter bufferingPolicy: What happens to elements that come faster than they are consumed.
    public func values(
        bufferingPolicy: ObservableValues<Element>.BufferingPolicy
    ) -> ObservableValues<Element> {
        ObservableValues(asObservable(), bufferingPolicy)
    }
}
