// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The subscribers of a replaying subject. Live events don't overtake replayed ones, and events don't overlap.
///
/// In one critical section, an event changes the subject's state and gets its place in the order, together with the
/// current subscribers. One thread at a time sends events, outside the lock; events arriving meanwhile, from other
/// threads or callbacks, are left to it. The subscribing thread sends the replay to a new subscriber, whose new events
/// wait in a separate queue.
final class ReplayHub: Sendable {
    /// An event and its receivers.
    private struct Delivery {
        let event: ReplayEvent
        let receivers: ReceiverList
        /// Whether it is the subject's end.
        var isLast = false
    }

    private struct State {
        var buffer: ReplayBuffer
        var terminal: TerminalEvent?
        var isDisposed = false
        var subscribers = Bag<QueuedSubscriber>()
        /// The last subscribers while events are still sent to them, so that disposal finds them.
        var ending = Bag<QueuedSubscriber>()
        /// Whether the end has been sent to them, or waits for the end of their replay.
        var isEndSent = false
        /// The same subscribers for emissions, created on demand.
        var receivers: ReceiverList?
        var waiting = Queue<Delivery>()

        var isOver: Bool { terminal != nil || isDisposed }

        mutating func currentReceivers() -> ReceiverList {
            if let receivers { return receivers }
            let list = ReceiverList(subscribers)
            receivers = list
            return list
        }

        /// The subscribers that have received the end, as soon as that is true for all.
        mutating func takeEnded() -> Bag<QueuedSubscriber> {
            var ended = Bag<QueuedSubscriber>()
            guard isEndSent else { return ended }
            var isReplaying = false
            ending.forEach { if $0.phase == .replaying { isReplaying = true } }
            if !isReplaying { swap(&ending, &ended) }
            return ended
        }
    }

    private enum Phase: UInt8, AtomicRepresentable {
        case idle
        /// A thread is sending events.
        case delivering
        /// A thread is sending events, and will send those in `waiting` too.
        case deliveringWithWork
    }

    private let state: Locked<State>
    // Leaves `idle` and gets work under the lock of `state`; returns to `idle` without it.
    private let phase = Atomic<Phase>(.idle)

    init(buffer: ReplayBuffer) {
        state = Locked(State(buffer: buffer))
    }

    var hasSubscribers: Bool { state.withLock { $0.subscribers.count > 0 } }
    var isDisposed: Bool { state.withLock { $0.isDisposed } }

    /// The latest element, and the event that ended the subject.
    var latest: (element: ReplayEvent?, terminal: TerminalEvent?) {
        state.withLock { ($0.buffer.last, $0.terminal) }
    }

    /// Keeps `element` and, unless elements are sent only after the end, sends it to the subscribers.
    func next(_ element: ReplayEvent) {
        // The evicted element is released outside the lock: it may run foreign code.
        var evicted: ReplayEvent?
        let receivers: ReceiverList? = state.withLock { state in
            guard !state.isOver else { return nil }
            evicted = state.buffer.append(element)
            if case .afterEnd = state.buffer.policy { return nil }
            return begin(element, &state)
        }
        withExtendedLifetime(evicted) {}
        if let receivers { deliver(element, to: receivers) }
    }

    /// Ends the subject and sends `event` to the subscribers.
    func finish(_ event: TerminalEvent) {
        // Released outside the lock.
        var dropped: [ReplayEvent] = []
        var forgotten: ReceiverList?
        let first: Delivery? = state.withLock { state in
            guard !state.isOver else { return nil }
            state.terminal = event
            if case .error = event, case .afterEnd = state.buffer.policy { dropped = state.buffer.removeAll() }
            var events: [ReplayEvent] = []
            if case .afterEnd = state.buffer.policy { events = state.buffer.replay(isEnded: true) }
            let end = ReplayEnd(event)
            events.append(end)
            var first: Delivery?
            for event in events {
                // If the caller has to send the first one, the others wait for it.
                if let receivers = begin(event, isLast: event === end, &state) {
                    first = Delivery(event: event, receivers: receivers)
                }
            }
            swap(&state.subscribers, &state.ending)
            forgotten = state.receivers.take()
            return first
        }
        withExtendedLifetime((dropped, forgotten)) {}
        guard let first else { return }
        deliver(first.event, to: first.receivers)
        // If others waited, the end was among them.
        forgetEnding()
    }

    /// Adds `observer` after sending it the replay.
    func subscribe(_ observer: ObserverRoot, disposedError: @autoclosure () -> any Error) -> any Disposable {
        let subscriber = QueuedSubscriber(observer)
        let (key, isDisposed): (BagKey?, Bool) = state.withLock { state in
            if state.isDisposed { return (nil, true) }
            subscriber.pending = state.buffer.replay(isEnded: state.terminal != nil)
            if let terminal = state.terminal {
                subscriber.pending.append(ReplayEnd(terminal))
                return (nil, false)
            }
            // The old list is released outside the lock: it may hold the last reference to an observer.
            if let receivers = state.receivers { subscriber.replaced = receivers }
            state.receivers = nil
            return (state.subscribers.insert(subscriber), false)
        }
        subscriber.replaced = nil
        if isDisposed {
            observer.onError(disposedError())
        } else {
            replay(to: subscriber)
        }
        guard let key else { return Disposables.create() }
        return ReplaySubscription(hub: self, key: key)
    }

    func unsubscribe(_ key: BagKey) {
        // Both are released outside the lock.
        let (subscriber, receivers) = state.withLock { state in
            let receivers = state.receivers
            state.receivers = nil
            return (state.subscribers.removeKey(key) ?? state.ending.removeKey(key), receivers)
        }
        subscriber?.cancel()
        withExtendedLifetime(receivers) {}
    }

    /// Removes the subscribers without an event; further events and subscriptions are ignored or fail.
    func dispose() {
        let (subscribers, ending, released) = state.withLock { state in
            state.isDisposed = true
            let (subscribers, ending) = (state.subscribers, state.ending)
            let released = (state.receivers.take(), state.waiting, state.buffer.removeAll(), state.terminal.take())
            state.waiting = Queue()
            state.subscribers.removeAll()
            state.ending.removeAll()
            return (subscribers, ending, released)
        }
        subscribers.forEach { $0.cancel() }
        ending.forEach { $0.cancel() }
        withExtendedLifetime(released) {}
    }

    /// The receivers of an event that the caller must send now; `nil` if there are none, or another thread sends it.
    private func begin(_ event: ReplayEvent, isLast: Bool = false, _ state: inout State) -> ReceiverList? {
        let receivers = state.currentReceivers()
        if receivers.isEmpty { return nil }
        while true {
            let idle = phase.compareExchange(expected: .idle, desired: .delivering, ordering: .acquiring)
            if idle.exchanged { return receivers }
            let busy = phase.compareExchange(expected: .delivering, desired: .deliveringWithWork, ordering: .relaxed)
            if busy.exchanged || busy.original == .deliveringWithWork { break }
        }
        state.waiting.append(Delivery(event: event, receivers: receivers, isLast: isLast))
        return nil
    }

    /// Sends `event`, then the events that arrived meanwhile.
    private func deliver(_ event: ReplayEvent, to receivers: ReceiverList) {
        send(event, to: receivers)
        while !phase.compareExchange(expected: .delivering, desired: .idle, ordering: .releasing).exchanged {
            let batch = state.withLock { state in
                phase.store(.delivering, ordering: .relaxed)
                let batch = state.waiting
                state.waiting = Queue()
                return batch
            }
            var waiting = batch
            while let next = waiting.popFirst() {
                send(next.event, to: next.receivers)
                if next.isLast { forgetEnding() }
            }
        }
    }

    /// Lets go of the subscribers that the end has been sent to, now or after the last replay.
    private func forgetEnding() {
        // Released outside the lock: an observer may run foreign code when it dies.
        let ended = state.withLock { state in
            state.isEndSent = true
            return state.takeEnded()
        }
        withExtendedLifetime(ended) {}
    }

    @inline(__always)
    private func send(_ event: ReplayEvent, to receivers: ReceiverList) {
        receivers.forEach { subscriber in
            switch subscriber.phase {
            case .live: event.send(to: subscriber.observer)
            case .cancelled: break
            case .replaying: leave(event, for: subscriber)
            }
        }
    }

    /// Queues `event` until the end of the replay; sends it if the replay has ended.
    private func leave(_ event: ReplayEvent, for subscriber: QueuedSubscriber) {
        let phase = state.withLock { _ in
            if subscriber.phase == .replaying { subscriber.pending.append(event) }
            return subscriber.phase
        }
        if phase == .live { event.send(to: subscriber.observer) }
    }

    /// Sends waiting events to `subscriber` until there are none.
    private func replay(to subscriber: QueuedSubscriber) {
        // Released outside the lock.
        var ended = Bag<QueuedSubscriber>()
        while true {
            let batch: [ReplayEvent]? = state.withLock { state in
                if let batch = subscriber.takePending() { return batch }
                ended = state.takeEnded()
                return nil
            }
            guard let batch else { break }
            for event in batch where subscriber.phase != .cancelled { event.send(to: subscriber.observer) }
        }
        withExtendedLifetime(ended) {}
    }
}

/// A subscription to a hub, which it doesn't retain.
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
