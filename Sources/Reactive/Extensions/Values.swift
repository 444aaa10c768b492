// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableConvertibleType {
    /// The elements as an `AsyncSequence` with a buffer of the latest 256 elements.
    public var values: ObservableValues<Element> {
        values(bufferingPolicy: .dropOldest(limit: 256))
    }

    /// The elements as an `AsyncSequence`, from now on.
    ///
    /// Subscribes at once. The subscription ends with the sequence, with the cancellation of the consuming task, and
    /// when the result and its iterators are released. An error is thrown after the preceding elements;
    /// `CancellationError` is thrown at once, and waiting elements are dropped.
    ///
    /// - Parameter bufferingPolicy: The policy for a full buffer.
    public func values(
        bufferingPolicy: ObservableValues<Element>.BufferingPolicy
    ) -> ObservableValues<Element> {
        ObservableValues(asObservable(), bufferingPolicy)
    }
}
