// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The subscribers of a subject that replays: no live event overtakes a replayed one, and none overlaps another.
///
/// Each subscriber has a queue of its own. An event is put into all of them in the moment in which it changes the
/// subject's state, and a new subscriber's queue starts with the replay; so every queue agrees with the state's order.
/// Then each queue is emptied outside the lock, by one thread at a time.
final class ReplayHub: Sendable {
    private struct State {
        var buffer: ReplayBuffer
        var terminal: TerminalEvent?
        var isDisposed = false
        var subscribers = Bag<QueuedSubscriber>()
        /// The same subscribers, for emissions; made when needed.
        var receivers: [QueuedSubscriber]?

        var isOver: Bool { terminal != nil || isDisposed }

        /// Puts `event` into the queue of each subscriber and returns all subscribers.
        mutating func enqueue(_ event: ReplayEvent) -> [QueuedSubscriber] {
            let receivers = currentReceivers()
            for receiver in receivers { receiver.pending.append(event) }
            return receivers
        }

        mutating func currentReceivers() -> [QueuedSubscriber] {
            if let receivers { return receivers }
            var list: [QueuedSubscriber] = []
            subscribers.forEach { list.append($0) }
            receivers = list
            return list
        }

        mutating func forgetSubscribers() {
            subscribers.removeAll()
            receivers = nil
        }
    }

    private let state: Locked<State>

    init(buffer: ReplayBuffer) {
        state = Locked(State(buffer: buffer))
    }

    var hasSubscribers: Bool { state.withLock { $0.subscribers.count > 0 } }
    var isDisposed: Bool { state.withLock { $0.isDisposed } }

    /// The latest element, and the event that ended the subject.
    var latest: (element: ReplayEvent?, terminal: TerminalEvent?) {
        state.withLock { ($0.buffer.last, $0.terminal) }
    }

    /// Keeps `element` and, unless it is for after the end, sends it to the subscribers.
    func next(_ element: ReplayEvent) {
        // What the buffer gives up is released after the lock, because that may run foreign code.
        let (receivers, _): ([QueuedSubscriber], ReplayEvent?) = state.withLock { state in
            guard !state.isOver else { return ([], nil) }
            let evicted = state.buffer.append(element)
            if case .afterEnd = state.buffer.policy { return ([], evicted) }
            return (state.enqueue(element), evicted)
        }
        for receiver in receivers { deliver(to: receiver) }
    }

    /// Ends the subject and sends the subscribers `event`.
    func finish(_ event: TerminalEvent) {
        let (receivers, _): ([QueuedSubscriber], [ReplayEvent]) = state.withLock { state in
            guard !state.isOver else { return ([], []) }
            state.terminal = event
            var dropped: [ReplayEvent] = []
            if case .afterEnd = state.buffer.policy {
                if case .error = event { dropped = state.buffer.removeAll() }
                for element in state.buffer.replay(isEnded: true) { _ = state.enqueue(element) }
            }
            let receivers = state.enqueue(ReplayEnd(event))
            state.forgetSubscribers()
            return (receivers, dropped)
        }
        for receiver in receivers { deliver(to: receiver) }
    }

    /// Adds `observer`, after sending it what the buffer replays.
    func subscribe(_ observer: ObserverRoot, disposedError: @autoclosure () -> any Error) -> any Disposable {
        let subscriber = QueuedSubscriber(observer)
        let error: any Error = disposedError()
        let key: BagKey? = state.withLock { state in
            if state.isDisposed {
                subscriber.pending.append(ReplayEnd(.error(error)))
                return nil
            }
            for element in state.buffer.replay(isEnded: state.terminal != nil) {
                subscriber.pending.append(element)
            }
            if let terminal = state.terminal {
                subscriber.pending.append(ReplayEnd(terminal))
                return nil
            }
            state.receivers = nil
            return state.subscribers.insert(subscriber)
        }
        deliver(to: subscriber)
        guard let key else { return Disposables.create() }
        return ReplaySubscription(hub: self, key: key)
    }

    func unsubscribe(_ key: BagKey) {
        let subscriber = state.withLock { state in
            state.receivers = nil
            return state.subscribers.removeKey(key)
        }
        subscriber?.cancel()
    }

    /// Forgets the subscribers without a word; nothing can be sent or subscribed to any more.
    func dispose() {
        let (receivers, _) = state.withLock { state in
            state.isDisposed = true
            state.terminal = nil
            let receivers = state.currentReceivers()
            state.forgetSubscribers()
            return (receivers, state.buffer.removeAll())
        }
        for receiver in receivers { receiver.cancel() }
    }

    /// Sends `subscriber` what waits for it, unless another caller is just doing so.
    private func deliver(to subscriber: QueuedSubscriber) {
        guard state.withLock({ _ in subscriber.begin() }) else { return }
        while let event = state.withLock({ _ in subscriber.popFirst() }) {
            if !subscriber.isCancelled { event.send(to: subscriber.observer) }
        }
    }
}

/// One subscription to a hub, which it does not keep alive.
private final class ReplaySubscription: Disposable, Sendable {
    private let tracked = TrackedResource()
    private weak let hub: ReplayHub?
    private let key: BagKey

    init(hub: ReplayHub, key: BagKey) {
        self.hub = hub
        self.key = key
    }

    func dispose() {
        hub?.unsubscribe(key)
    }
}
