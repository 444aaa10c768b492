// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Resubscribes to the source when it has failed and the notifier sends an element.
    ///
    /// - Parameter notificationHandler: Called once per subscription. Creates the notifier from the sequence of the
    ///   source's errors. An element in response to an error starts another attempt; its end or error replaces the
    ///   source's error. Elements sent while the source is running are ignored.
    public func retry<Trigger: ObservableType>(
        when notificationHandler: @escaping (Observable<any Error>) -> Trigger
    ) -> Observable<Element> {
        retry(cast: { $0 }, when: notificationHandler)
    }

    /// Resubscribes to the source when it has failed with an error of this type and the notifier sends an element;
    /// other errors are sent. See above.
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

/// Waits alternately for the source and, after its error, for the notifier.
private final class RetryWhenSink<Element, Failure>: Sink<Element, Element> {
    let errors = PublishSubject<Failure>()
    private let source: Observable<Element>
    private let cast: (any Error) -> Failure?
    private let subscription = SerialDisposable()
    /// Guards the following fields. A source that ends during subscription doesn't resubscribe from there, so the stack
    /// doesn't grow.
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

/// Lets the notifier retain the sink while the sink waits for it. At other times it doesn't: the errors lead to the
/// notifier, and the cycle would leak all of them.
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
        // Released outside the lock.
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
