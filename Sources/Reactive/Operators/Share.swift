// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// How long what `share` replays is kept.
public enum SubjectLifetimeScope: Sendable {
    /// As long as there are subscribers and the source has not ended. Who comes later subscribes to the source anew.
    case whileConnected
    /// For ever. Once the source has ended, who comes later is sent the replay and the end.
    case forever
}

extension ObservableType {
    /// Lets all subscribers share one subscription to the source, which lives as long as there are any.
    ///
    /// - Parameters:
    ///   - replay: How many of the last elements a new subscriber is sent first. Default 0.
    ///   - scope: How long they are kept.
    public func share(replay: Int = 0, scope: SubjectLifetimeScope = .whileConnected) -> Observable<Element> {
        let source = asObservable()
        return SharedObservable(source: source, scope: scope) {
            replay == 0 ? AnySubject(PublishSubject()) : AnySubject(ReplaySubject.create(bufferSize: replay))
        }
    }
}

/// A subject of either kind.
private struct AnySubject<Element> {
    let observable: Observable<Element>
    let observer: AnyObserver<Element>

    init<Subject: Observable<Element> & ObserverType>(_ subject: Subject) where Subject.Element == Element {
        observable = subject
        observer = AnyObserver(subject)
    }
}

private final class SharedObservable<Element>: Observable<Element>, @unchecked Sendable {
    // Proof: `source` and `makeSubject` are constants, and the rest is behind a lock.
    private struct State {
        var connection: Connection<Element>?
        /// With the scope `.forever`, the subject of all connections.
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
        let (connection, isNew) = join()
        let subscription = connection.subject.observable.attach(observer)
        if isNew {
            connection.source.setDisposable(source.attach(ConnectionObserver(connection, owner: self)))
        }
        return AnonymousDisposable {
            subscription.dispose()
            self.leave(connection)
        }
    }

    /// Adds a subscriber to the present connection, or makes one.
    private func join() -> (Connection<Element>, isNew: Bool) {
        state.withLock { state in
            if let connection = state.connection {
                connection.subscriberCount += 1
                return (connection, false)
            }
            let subject = state.keptSubject ?? makeSubject()
            let connection = Connection(subject: subject)
            if scope == .forever { state.keptSubject = subject }
            // Once it is over the kept subject answers by itself; there is nothing to connect to.
            if state.isOver { return (connection, false) }
            state.connection = connection
            return (connection, true)
        }
    }

    private func leave(_ connection: Connection<Element>) {
        let wasLast = state.withLock { state in
            connection.subscriberCount -= 1
            guard connection.subscriberCount == 0, state.connection === connection else { return false }
            state.connection = nil
            return true
        }
        if wasLast { connection.source.dispose() }
    }

    /// Lets go of a connection whose source has ended, before its subscribers hear of it: if one subscribes again from
    /// its callback, that makes a new connection.
    fileprivate func ended(_ connection: Connection<Element>) {
        state.withLock { state in
            guard state.connection === connection else { return }
            state.connection = nil
            state.isOver = scope == .forever
        }
    }
}

/// One subscription to the source and those who share it.
private final class Connection<Element> {
    let subject: AnySubject<Element>
    let source = SingleAssignmentDisposable()
    /// Guarded by the lock of the `SharedObservable`.
    var subscriberCount = 1

    init(subject: AnySubject<Element>) {
        self.subject = subject
    }
}

/// Passes the source's events on to the subscribers of a connection.
private final class ConnectionObserver<Element>: ObserverBase<Element> {
    private let connection: Connection<Element>
    private let owner: SharedObservable<Element>

    init(_ connection: Connection<Element>, owner: SharedObservable<Element>) {
        self.connection = connection
        self.owner = owner
    }

    override func onNext(_ element: Element) {
        connection.subject.observer.onNext(element)
    }

    override func onError(_ error: any Error) {
        owner.ended(connection)
        connection.subject.observer.onError(error)
        connection.source.dispose()
    }

    override func onCompleted() {
        owner.ended(connection)
        connection.subject.observer.onCompleted()
        connection.source.dispose()
    }
}
