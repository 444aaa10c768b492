// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The elements of an observable sequence as an `AsyncSequence`, with a bounded buffer.
///
/// It can be iterated once; two tasks that iterate it share the elements between them. Elements move from the thread
/// that sends them to the consuming task, `Sendable` or not, as with `observe(on:)`.
public struct ObservableValues<Element>: AsyncSequence {
    /// What happens to elements that come faster than they are consumed. Each limit is a number of elements, at least 1.
    public enum BufferingPolicy: Sendable {
        /// The oldest one that waits is dropped.
        case dropOldest(limit: Int)
        /// The new one is dropped.
        case dropNewest(limit: Int)
        /// The sequence fails with `RxError.overflow`, after those that wait, and the subscription ends.
        case fail(limit: Int)

        var limit: Int {
            switch self {
            case .dropOldest(let limit), .dropNewest(let limit), .fail(let limit): Swift.max(1, limit)
            }
        }
    }

    /// Takes the elements out of the buffer.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let lease: ValuesLease<Element>

        /// The next element; `nil` at the end, and after an error.
        ///
        /// - Throws: The error that ended the sequence, or `CancellationError` when the task has been cancelled before
        ///   the end was handed out. Once.
        public mutating func next() async throws -> Element? {
            try await lease.next()
        }
    }

    private let lease: ValuesLease<Element>

    init(_ source: Observable<Element>, _ policy: BufferingPolicy) {
        lease = ValuesLease(source, policy)
    }

    /// Makes an iterator.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(lease: lease)
    }
}

/// The consumer's hold on a subscription: ends it when nobody can iterate any more.
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
