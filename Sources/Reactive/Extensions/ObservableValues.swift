// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The elements of an observable sequence as an `AsyncSequence`, with a bounded buffer.
///
/// It can be iterated once; tasks that iterate it concurrently share the elements. Elements move from the sending
/// thread to the consuming task, `Sendable` or not, as with `observe(on:)`.
public struct ObservableValues<Element>: AsyncSequence {
    /// The policy for a full buffer. Limits are numbers of elements, at least 1.
    public enum BufferingPolicy: Sendable {
        /// Drops the oldest waiting element.
        case dropOldest(limit: Int)
        /// Drops the new element.
        case dropNewest(limit: Int)
        /// Fails with `RxError.overflow` after the waiting elements, and ends the subscription.
        case fail(limit: Int)

        var limit: Int {
            switch self {
            case .dropOldest(let limit), .dropNewest(let limit), .fail(let limit): Swift.max(1, limit)
            }
        }
    }

    /// Iterates over the buffer.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let lease: ValuesLease<Element>

        /// The next element; `nil` at the end, and after an error.
        ///
        /// - Throws: The error that ended the sequence, once. `CancellationError` if a task that iterates was cancelled
        ///   before the end was delivered: then each further call throws it, in all tasks that share the elements.
        public mutating func next() async throws -> Element? {
            try await lease.next()
        }
    }

    private let lease: ValuesLease<Element>

    init(_ source: Observable<Element>, _ policy: BufferingPolicy) {
        lease = ValuesLease(source, policy)
    }

    /// Creates an iterator.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(lease: lease)
    }
}

// Tasks that share it take the elements out of one buffer.
extension ObservableValues: Sendable where Element: Sendable {}

/// The consumer's reference to a subscription; ends it when no iteration is possible any more.
private final class ValuesLease<Element>: Sendable {
    private let buffer: ValuesBuffer<Element>

    init(_ source: Observable<Element>, _ policy: ObservableValues<Element>.BufferingPolicy) {
        buffer = ValuesBuffer(policy)
        buffer.disposer.setSource(source.attach(ValuesObserver(buffer)))
    }

    deinit {
        buffer.disposer.dispose()
    }

    func next() async throws -> Element? {
        try await withTaskCancellationHandler {
            try await buffer.next().value
        } onCancel: {
            buffer.cancel()
        }
    }
}

private final class ValuesObserver<Element>: ObserverBase<Element> {
    private let buffer: ValuesBuffer<Element>

    init(_ buffer: ValuesBuffer<Element>) {
        self.buffer = buffer
    }

    // After an overflow, a source that never ends has to stop by itself: there is no handle until it returns.
    override var isFinished: Bool { buffer.disposer.isDisposed }

    override func onNext(_ element: Element) {
        buffer.receive(element)
    }

    override func onError(_ error: any Error) {
        buffer.end(.error(error))
    }

    override func onCompleted() {
        buffer.end(.completed)
    }
}
