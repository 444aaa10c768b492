// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Elements between a sequence and the tasks awaiting them.
///
/// Either elements or tasks wait, never both. Continuations are resumed outside the lock.
final class ValuesBuffer<Element>: Sendable {
    typealias Answer = Unchecked<Element?>
    typealias Consumer = CheckedContinuation<Answer, any Error>

    private struct State {
        var elements = Queue<Element>()
        var consumers = Queue<Consumer>()
        var end: TerminalEvent?
        /// Whether the end has been delivered. An error is thrown once, and nothing follows.
        var isOver = false
        /// Whether the end is a cancellation. Tasks that share the elements would take a completion for the source's own.
        var isCancelled = false
    }

    private enum Outcome {
        case element(Answer)
        case end(TerminalEvent)
        case wait
    }

    /// Ends the subscription to the source.
    let disposer = SinkDisposer()
    private let policy: ObservableValues<Element>.BufferingPolicy
    private let state = Locked(State())

    init(_ policy: ObservableValues<Element>.BufferingPolicy) {
        self.policy = policy
    }

    /// Receives an element from the sequence.
    func receive(_ element: Element) {
        guard !disposer.isDisposed else { return }
        var consumer: Consumer?
        // Released outside the lock: it may run foreign code.
        var dropped: Element?
        let isOverflow = state.withLock { state in
            guard state.end == nil else { return false }
            consumer = state.consumers.popFirst()
            guard consumer == nil else { return false }
            if state.elements.count < policy.limit {
                state.elements.append(element)
                return false
            }
            switch policy {
            case .dropNewest: return false
            case .fail: return true
            case .dropOldest:
                dropped = state.elements.popFirst()
                state.elements.append(element)
                return false
            }
        }
        _ = dropped
        consumer?.resume(returning: Answer(element))
        if isOverflow { end(.error(RxError.overflow)) }
    }

    /// Receives the end of the sequence; waiting elements are delivered before it.
    func end(_ event: TerminalEvent) {
        let consumers = state.withLock { state in
            guard state.end == nil else { return Queue<Consumer>() }
            state.end = event
            state.isOver = !state.consumers.isEmpty
            let consumers = state.consumers
            state.consumers.removeAll()
            return consumers
        }
        disposer.dispose()
        resume(consumers, with: event)
    }

    /// Drops waiting elements and ends the subscription, because the consuming task was cancelled.
    ///
    /// Has no effect after delivery of the end.
    func cancel() {
        let (consumers, elements, end) = state.withLock { state in
            let (consumers, elements, end) = (state.consumers, state.elements, state.end)
            if !state.isOver {
                state.end = .error(CancellationError())
                state.isCancelled = true
            }
            // All waiting tasks are resumed now.
            if !consumers.isEmpty { state.isOver = true }
            state.consumers.removeAll()
            state.elements.removeAll()
            return (consumers, elements, end)
        }
        // Released outside the lock: they may run foreign code.
        withExtendedLifetime((elements, end)) {}
        disposer.dispose()
        var waiting = consumers
        while let consumer = waiting.popFirst() { consumer.resume(throwing: CancellationError()) }
    }

    /// Delivers the next element when there is one.
    func next() async throws -> Answer {
        try await withCheckedThrowingContinuation { consumer in
            let outcome: Outcome = state.withLock { state in
                if let element = state.elements.popFirst() { return .element(Answer(element)) }
                if let end = state.end {
                    defer { state.isOver = true }
                    return .end(state.isOver && !state.isCancelled ? .completed : end)
                }
                state.consumers.append(consumer)
                return .wait
            }
            switch outcome {
            case .element(let answer): consumer.resume(returning: answer)
            case .end(.error(let error)): consumer.resume(throwing: error)
            case .end(.completed): consumer.resume(returning: Answer(nil))
            case .wait: break
            }
        }
    }

    /// Resumes waiting tasks with the end; only the first throws the error.
    private func resume(_ consumers: Queue<Consumer>, with event: TerminalEvent) {
        var consumers = consumers
        if case .error(let error) = event, let first = consumers.popFirst() { first.resume(throwing: error) }
        while let consumer = consumers.popFirst() { consumer.resume(returning: Answer(nil)) }
    }
}
