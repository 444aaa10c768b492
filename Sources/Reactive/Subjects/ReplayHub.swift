// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The subscribers of a subject that replays: no live event overtakes a replayed one, and none overlaps another.
///
/// Each subscriber has a queue of its own. An event is put into all of them in the moment in which it changes the
/// subject's state, and a new subscriber's queue starts with the replay; so every queue agrees with the state's order.
/// Then each queue is emptied outside the lock, by one thread at a time.
final class ReplayHub<Element>: Sendable {
    private struct State {
        var buffer: ReplayBuffer<Element>
        var terminal: Event<Element>?
        var isDisposed = false
        var subscribers = Bag<QueuedSubscriber<Element>>()
        /// The same subscribers, for emissions; made when needed.
        var receivers: [QueuedSubscriber<Element>]?

        var isOver: Bool { terminal != nil || isDisposed }

        /// Puts `event` into the queue of each subscriber and returns all subscribers.
        mutating func enqueue(_ event: Event<Element>) -> [QueuedSubscriber<Element>] {
            let receivers = currentReceivers()
            for receiver in receivers { receiver.pending.append(event) }
            return receivers
        }

        mutating func currentReceivers() -> [QueuedSubscriber<Element>] {
            if let receivers { return receivers }
            var list: [QueuedSubscriber<Element>] = []
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

    init(buffer: ReplayBuffer<Element>) {
        state = Locked(State(buffer: buffer))
    }

    var hasSubscribers: Bool { state.withLock { $0.subscribers.count > 0 } }
    var isDisposed: Bool { state.withLock { $0.isDisposed } }

    /// The latest element, and the event that ended the subject.
    var latest: (element: Element?, terminal: Event<Element>?, isDisposed: Bool) {
        state.withLock { ($0.buffer.last, $0.terminal, $0.isDisposed) }
    }

    /// Keeps `element` and, unless it is for after the end, sends it to the subscribers.
    func next(_ element: Element) {
        // What the buffer gives up is released after the lock, because that may run foreign code.
        let (receivers, _): ([QueuedSubscriber<Element>], Element?) = state.withLock { state in
            guard !state.isOver else { return ([], nil) }
            let evicted = state.buffer.append(element)
            if case .afterEnd = state.buffer.policy { return ([], evicted) }
            return (state.enqueue(.next(element)), evicted)
        }
        for receiver in receivers { deliver(to: receiver) }
    }

    /// Ends the subject and sends the subscribers `event`.
    func finish(_ event: Event<Element>) {
        let (receivers, _): ([QueuedSubscriber<Element>], [Element]) = state.withLock { state in
            guard !state.isOver else { return ([], []) }
            state.terminal = event
            var dropped: [Element] = []
            if case .afterEnd = state.buffer.policy {
                if event.error != nil { dropped = state.buffer.removeAll() }
                for element in state.buffer.replay(isEnded: true) { _ = state.enqueue(.next(element)) }
            }
            let receivers = state.enqueue(event)
            state.forgetSubscribers()
            return (receivers, dropped)
        }
        for receiver in receivers { deliver(to: receiver) }
    }

    /// Adds `observer`, after sending it what the buffer replays.
    func subscribe(_ observer: ObserverBase<Element>, disposedError: @autoclosure () -> any Error) -> any Disposable {
        let subscriber = QueuedSubscriber(observer)
        let error: any Error = disposedError()
        let key: BagKey? = state.withLock { state in
            if state.isDisposed {
                subscriber.pending.append(.error(error))
                return nil
            }
            for element in state.buffer.replay(isEnded: state.terminal != nil) {
                subscriber.pending.append(.next(element))
            }
            if let terminal = state.terminal {
                subscriber.pending.append(terminal)
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
    private func deliver(to subscriber: QueuedSubscriber<Element>) {
        guard state.withLock({ _ in subscriber.begin() }) else { return }
        while let event = state.withLock({ _ in subscriber.popFirst() }) {
            if !subscriber.isCancelled { subscriber.observer.on(event) }
        }
    }
}

/// One subscription to a hub, which it does not keep alive.
private final class ReplaySubscription<Element>: Disposable, Sendable {
    private let tracked = TrackedResource()
    private weak let hub: ReplayHub<Element>?
    private let key: BagKey

    init(hub: ReplayHub<Element>, key: BagKey) {
        self.hub = hub
        self.key = key
    }

    func dispose() {
        hub?.unsubscribe(key)
    }
}
