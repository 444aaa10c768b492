// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The subscribers of a `PublishSubject`.
final class Broadcaster: Sendable {
    private struct State {
        var subscribers = Bag<Subscriber>()
        /// The last subscribers while the end is sent to them, so that disposal finds them.
        var ending = Bag<Subscriber>()
        /// The event that ended the subject, sent to later subscribers too.
        var terminal: TerminalEvent?
        var isDisposed = false
    }

    private enum Answer {
        case added(BagKey)
        case ended(TerminalEvent)
        case disposed
    }

    private let state = Locked(State())
    private let cell = SnapshotCell()

    var hasSubscribers: Bool { state.withLock { $0.subscribers.count > 0 } }
    var isDisposed: Bool { state.withLock { $0.isDisposed } }

    /// Calls `body` with the observer of each current subscriber.
    @inline(__always)
    func forEachObserver(_ body: (ObserverRoot) -> Void) {
        while !cell.forEachObserver(body) {
            guard refresh() else { return }
        }
    }

    /// Ends the subject: sends `event` to the subscribers and removes them. Only the first call has an effect.
    func finish(_ event: TerminalEvent) {
        let subscribers = state.withLock { state in
            guard state.terminal == nil, !state.isDisposed else { return Bag<Subscriber>() }
            state.terminal = event
            swap(&state.subscribers, &state.ending)
            return state.ending
        }
        cell.retire()
        guard subscribers.count > 0 else { return }
        subscribers.forEach { subscriber in
            guard !subscriber.isCancelled else { return }
            // An element that is being sent now, maybe by the caller's caller, doesn't come after the end.
            subscriber.cancel()
            subscriber.observer.finish(event)
        }
        // Released outside the lock: an observer may run foreign code when it dies.
        withExtendedLifetime(subscribers) {
            state.withLock { $0.ending.removeAll() }
        }
    }

    /// Adds `observer`, or sends it the event that ended the subject.
    func subscribe(_ observer: ObserverRoot, disposedError: @autoclosure () -> any Error) -> any Disposable {
        let subscriber = Subscriber(observer)
        let answer: Answer = state.withLock { state in
            if state.isDisposed { return .disposed }
            if let terminal = state.terminal { return .ended(terminal) }
            return .added(state.subscribers.insert(subscriber))
        }
        switch answer {
        case .added(let key):
            cell.retire()
            return BroadcastSubscription(broadcaster: self, key: key)
        case .ended(let event):
            observer.finish(event)
        case .disposed:
            observer.onError(disposedError())
        }
        return Disposables.create()
    }

    func unsubscribe(_ key: BagKey) {
        let subscriber = state.withLock { $0.subscribers.removeKey(key) ?? $0.ending.removeKey(key) }
        subscriber?.cancel()
        cell.retire()
    }

    /// Removes the subscribers without an event; further events and subscriptions are ignored or fail.
    func dispose() {
        let (subscribers, ending, terminal) = state.withLock { state in
            state.isDisposed = true
            let removed = (state.subscribers, state.ending, state.terminal.take())
            state.subscribers.removeAll()
            state.ending.removeAll()
            return removed
        }
        subscribers.forEach { $0.cancel() }
        ending.forEach { $0.cancel() }
        cell.retire()
        // Released outside the lock: the deinitialiser of an error is foreign code.
        withExtendedLifetime(terminal) {}
    }

    /// Puts a snapshot into the cell; `false` after the end.
    private func refresh() -> Bool {
        state.withLock { state in
            guard state.terminal == nil, !state.isDisposed else { return false }
            if cell.isEmpty { cell.publish(state.subscribers) }
            return true
        }
    }
}

/// A subscription to a broadcaster, which it doesn't retain.
private final class BroadcastSubscription: Disposable, Sendable {
    private let tracked = TrackedResource()
    private weak let broadcaster: Broadcaster?
    private let key: BagKey

    init(broadcaster: Broadcaster, key: BagKey) {
        self.broadcaster = broadcaster
        self.key = key
    }

    func dispose() {
        broadcaster?.unsubscribe(key)
    }
}
