// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The subscribers of a `PublishSubject`, and what becomes of them.
final class Broadcaster: Sendable {
    private struct State {
        var subscribers = Bag<Subscriber>()
        /// The event that ended the subject; also what those who subscribe later are sent.
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

    /// Calls `body` with the observer of each one who is subscribed now.
    @inline(__always)
    func forEachObserver(_ body: (ObserverRoot) -> Void) {
        while !cell.forEachObserver(body) {
            guard refresh() else { return }
        }
    }

    /// Ends the subject: sends `event` to the subscribers and forgets them. Only the first call has an effect.
    func finish(_ event: TerminalEvent) {
        let subscribers = state.withLock { state in
            guard state.terminal == nil, !state.isDisposed else { return Bag<Subscriber>() }
            state.terminal = event
            let subscribers = state.subscribers
            state.subscribers.removeAll()
            return subscribers
        }
        cell.retire()
        subscribers.forEach { subscriber in
            if !subscriber.isCancelled { subscriber.observer.finish(event) }
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
        let subscriber = state.withLock { $0.subscribers.removeKey(key) }
        subscriber?.cancel()
        cell.retire()
    }

    /// Forgets the subscribers without a word; nothing can be sent or subscribed to any more.
    func dispose() {
        let subscribers = state.withLock { state in
            state.isDisposed = true
            state.terminal = nil
            let subscribers = state.subscribers
            state.subscribers.removeAll()
            return subscribers
        }
        subscribers.forEach { $0.cancel() }
        cell.retire()
    }

    /// Puts a snapshot into the cell; `false` if nothing may be sent any more.
    private func refresh() -> Bool {
        state.withLock { state in
            guard state.terminal == nil, !state.isDisposed else { return false }
            if cell.isEmpty { cell.publish(state.subscribers) }
            return true
        }
    }
}

/// One subscription to a broadcaster, which it does not keep alive.
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
