// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The lifetime of the replay of `share`.
public enum SubjectLifetimeScope: Sendable {
    /// While there are subscribers and the source hasn't ended. Later subscribers resubscribe to the source.
    case whileConnected
    /// Forever. After the end of the source, later subscribers receive the replay and the end.
    case forever
}

extension ObservableType {
    /// Shares one subscription to the source among all subscribers, as long as there are any.
    ///
    /// - Parameters:
    ///   - replay: Number of recent elements sent to a new subscriber first. Default 0.
    ///   - scope: Lifetime of the replay.
    public func share(replay: Int = 0, scope: SubjectLifetimeScope = .whileConnected) -> Observable<Element> {
        let source = asObservable()
        return SharedObservable(source: source, scope: scope) {
            replay == 0
                ? AnySubject(publishing: PublishSubject()) : AnySubject(ReplaySubject.create(bufferSize: replay))
        }
    }
}

/// A subject of either kind.
private struct AnySubject<Element> {
    let observable: Observable<Element>
    let observer: ObserverBase<Element>

    init(publishing subject: PublishSubject<Element>) {
        observable = subject
        observer = ForwardingObserver(subject)
    }

    init(_ subject: ReplaySubject<Element>) {
        observable = subject
        observer = HubObserver(subject)
    }
}

private final class SharedObservable<Element>: Observable<Element>, @unchecked Sendable {
    // Proof: `source` and `makeSubject` are constants, and the rest is behind a lock.
    private struct State {
        var connection: Connection<Element>?
        /// The subject of all connections with the scope `.forever`.
        var keptSubject: AnySubject<Element>?
        var isOver = false
    }

    private let source: Observable<Element>
    private let scope: SubjectLifetimeScope
    private let makeSubject: () -> AnySubject<Element>
    private let state = Locked(State())

    init(source: Observable<Element>, scope: SubjectLifetimeScope, makeSubject: @escaping () -> AnySubject<Element>) {
        self.source = source
        self.scope = scope
        self.makeSubject = makeSubject
        super.init()
    }

    override func attach(_ observer: ObserverBase<Element>) -> any Disposable {
        let (connection, isNew) = join(observer)
        let subscription = connection.subject.observable.attach(observer)
        if isNew {
            connection.source.setDisposable(source.attach(ConnectionObserver(connection, owner: self)))
            // Released outside the lock.
            let first = state.withLock { _ in connection.firstObserver.take() }
            connection.isConnecting = false
            withExtendedLifetime(first) {}
        }
        return AnonymousDisposable {
            subscription.dispose()
            self.leave(connection)
        }
    }

    /// Adds a subscriber to the current connection, or creates one.
    private func join(_ observer: ObserverRoot) -> (Connection<Element>, isNew: Bool) {
        state.withLock { state in
            if let connection = state.connection {
                connection.subscriberCount += 1
                return (connection, false)
            }
            let subject = state.keptSubject ?? makeSubject()
            let connection = Connection(subject: subject)
            if scope == .forever { state.keptSubject = subject }
            // After its end, the kept subject serves subscribers by itself; there is nothing to connect to.
            if state.isOver { return (connection, false) }
            connection.firstObserver = observer
            state.connection = connection
            return (connection, true)
        }
    }

    private func leave(_ connection: Connection<Element>) {
        let wasLast = state.withLock { state in
            connection.subscriberCount -= 1
            guard connection.subscriberCount == 0 else { return false }
            // Given up already if the source asked while it was being connected; its handle is disposed of here.
            guard state.connection === connection else { return connection.isGivenUp }
            state.connection = nil
            return true
        }
        guard wasLast else { return }
        connection.giveUp()
        connection.source.dispose()
    }

    /// Whether nobody needs further events of the source.
    ///
    /// While a source is being connected, its first subscriber can't leave, because the handle doesn't exist yet. If that
    /// subscriber is finished and there is no other, the connection is given up here; who comes later gets a new one.
    fileprivate func isUnneeded(_ connection: Connection<Element>) -> Bool {
        if connection.isGivenUp { return true }
        guard connection.isConnecting else { return false }
        let first = state.withLock { _ in connection.subscriberCount == 1 ? connection.firstObserver : nil }
        // Asked outside the lock: the observer may belong to another `share`.
        guard let first, first.isFinished else { return false }
        return state.withLock { state in
            let isFirstAlone = connection.subscriberCount == 1 && connection.firstObserver != nil
            guard isFirstAlone, state.connection === connection else { return connection.isGivenUp }
            state.connection = nil
            connection.giveUp()
            return true
        }
    }

    /// Releases a connection after the end of its source, before its subscribers are notified: a resubscription from a
    /// callback creates a new connection. `false` if the connection was abandoned before: its late end must not reach
    /// the subject, which another connection may be using (`.forever`).
    fileprivate func end(_ connection: Connection<Element>) -> Bool {
        state.withLock { state in
            guard state.connection === connection else { return false }
            state.connection = nil
            state.isOver = scope == .forever
            return true
        }
    }
}

/// A subscription to the source and its sharing subscribers.
private final class Connection<Element> {
    let subject: AnySubject<Element>
    let source = SingleAssignmentDisposable()
    /// Guarded by the lock of the `SharedObservable`.
    var subscriberCount = 1
    /// The first subscriber while the source is being connected. Guarded likewise.
    var firstObserver: ObserverRoot?
    private let givenUp = Atomic<Bool>(false)
    private let connecting = Atomic<Bool>(true)

    init(subject: AnySubject<Element>) {
        self.subject = subject
    }

    /// Whether its last subscriber has left or is finished. Further events of the source are ignored.
    var isGivenUp: Bool {
        @inline(__always) get { givenUp.load(ordering: .relaxed) }
    }

    /// Whether `firstObserver` may be there. It spares the lock when elements are asked for.
    var isConnecting: Bool {
        get { connecting.load(ordering: .relaxed) }
        set { connecting.store(newValue, ordering: .relaxed) }
    }

    func giveUp() {
        givenUp.store(true, ordering: .relaxed)
    }
}

/// Passes the source's events on to the subscribers of a connection.
private final class ConnectionObserver<Element>: ObserverBase<Element> {
    private let connection: Connection<Element>
    private let target: ObserverBase<Element>
    private let owner: SharedObservable<Element>

    init(_ connection: Connection<Element>, owner: SharedObservable<Element>) {
        self.connection = connection
        target = connection.subject.observer
        self.owner = owner
    }

    override var isFinished: Bool { owner.isUnneeded(connection) }

    override func onNext(_ element: Element) {
        if !connection.isGivenUp { target.onNext(element) }
    }

    override func onError(_ error: any Error) {
        end { $0.onError(error) }
    }

    override func onCompleted() {
        end { $0.onCompleted() }
    }

    private func end(_ send: (ObserverBase<Element>) -> Void) {
        guard owner.end(connection) else { return }
        send(target)
        connection.source.dispose()
    }
}
