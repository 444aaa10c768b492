// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Subscribes to the source again each time it fails and the notifier then sends an element.
    ///
    /// - Parameter notificationHandler: Called once per subscription. Makes the notifier of a sequence of the source's
    ///   errors. Whatever it sends in answer to an error means another attempt; its end or its error takes the place of
    ///   the source's error. Elements that it sends while the source is running are ignored.
    public func retry<Trigger: ObservableType>(
        when notificationHandler: @escaping (Observable<any Error>) -> Trigger
    ) -> Observable<Element> {
        retry(cast: { $0 }, when: notificationHandler)
    }

    /// Subscribes to the source again each time it fails with an error of this type and the notifier then sends an
    /// element; an error of another type is sent. See above.
    public func retry<Failure: Error, Trigger: ObservableType>(
        when notificationHandler: @escaping (Observable<Failure>) -> Trigger
    ) -> Observable<Element> {
        retry(cast: { $0 as? Failure }, when: notificationHandler)
    }

    private func retry<Failure, Trigger: ObservableType>(
        cast: @escaping (any Error) -> Failure?,
        when notificationHandler: @escaping (Observable<Failure>) -> Trigger
    ) -> Observable<Element> {
        let source = asObservable()
        return Producer(sink: { RetryWhenSink(source, cast, $0) }) { (sink: RetryWhenSink<Element, Failure>) in
            sink.start(notificationHandler(sink.errors).asObservable())
        }
    }
}

/// Waits for the source, and after its error for the notifier, in turn.
private final class RetryWhenSink<Element, Failure>: Sink<Element, Element> {
    let errors = PublishSubject<Failure>()
    private let source: Observable<Element>
    private let cast: (any Error) -> Failure?
    private let subscription = SerialDisposable()
    /// What follows belongs to this gate. A source that ends while it is being subscribed to does not subscribe to
    /// itself again from there, so that the stack does not grow.
    private let turns = SerialGate()
    private var isWaiting = false
    private let hold = SinkHold()
    private var notifierEnd: TerminalEvent?

    init(_ source: Observable<Element>, _ cast: @escaping (any Error) -> Failure?, _ outlet: Outlet<Element>) {
        self.source = source
        self.cast = cast
        super.init(outlet)
    }

    func start<Trigger>(_ notifier: Observable<Trigger>) -> any Disposable {
        let trigger = notifier.attach(NotifierObserver<Element, Failure, Trigger>(self, hold))
        turns.run { self.subscribeToSource() }
        return Disposables.create(subscription, trigger, hold)
    }

    override func onNext(_ element: Element) {
        outlet.next(element)
    }

    override func onError(_ error: any Error) {
        turns.run { self.sourceFailed(error) }
    }

    func notified() {
        turns.run {
            guard self.isWaiting else { return }
            self.isWaiting = false
            self.subscribeToSource()
            self.hold.release()
        }
    }

    func notifierEnded(_ event: TerminalEvent) {
        turns.run {
            self.notifierEnd = event
            if self.isWaiting { self.send(event) }
        }
    }

    private func sourceFailed(_ error: any Error) {
        guard !isWaiting, !outlet.isDisposed else { return }
        guard let failure = cast(error) else { return outlet.error(error) }
        if let notifierEnd { return send(notifierEnd) }
        isWaiting = true
        hold.keep(self)
        subscription.disposable = Disposables.create()
        errors.onNext(failure)
    }

    private func subscribeToSource() {
        guard !outlet.isFinished else { return }
        let next = SingleAssignmentDisposable()
        subscription.disposable = next
        next.setDisposable(source.attach(self))
    }

    private func send(_ end: TerminalEvent) {
        switch end {
        case .error(let error): outlet.error(error)
        case .completed: outlet.completed()
        }
    }
}

/// By this the notifier holds the sink while that waits for it. At other times it does not: the errors lead to the
/// notifier, and a circle would keep all of them for ever.
private final class SinkHold: Disposable {
    private struct State {
        var sink: ObserverRoot?
        var isDisposed = false
    }

    private let state = Locked(State())

    func keep(_ sink: ObserverRoot) {
        state.withLock { state in
            if !state.isDisposed { state.sink = sink }
        }
    }

    func release() {
        // Released after the lock.
        withExtendedLifetime(state.withLock { $0.sink.take() }) {}
    }

    func dispose() {
        state.withLock { $0.isDisposed = true }
        release()
    }
}

private final class NotifierObserver<Element, Failure, Trigger>: ObserverBase<Trigger> {
    private weak let sink: RetryWhenSink<Element, Failure>?
    private let hold: SinkHold

    init(_ sink: RetryWhenSink<Element, Failure>, _ hold: SinkHold) {
        self.sink = sink
        self.hold = hold
    }

    override var isFinished: Bool { sink?.isFinished ?? true }

    override func onNext(_ element: Trigger) {
        sink?.notified()
    }

    override func onError(_ error: any Error) {
        sink?.notifierEnded(.error(error))
    }

    override func onCompleted() {
        sink?.notifierEnded(.completed)
    }
}
