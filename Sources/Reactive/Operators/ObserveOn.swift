// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Sends all events on `scheduler`, in their order and one at a time, whatever the scheduler.
    ///
    /// Events that wait for the scheduler are kept without a bound. After disposal none of them is sent.
    public func observe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
        let source = asObservable()
        return Producer(sink: { ObserveOnSink(scheduler, $0) }) { (sink: ObserveOnSink<Element>) in
            Disposables.create(source.attach(sink), sink.turn)
        }
    }
}

private final class ObserveOnSink<Element>: Sink<Element, Element> {
    private struct State {
        var waiting = Queue<Event<Element>>()
        /// Whether a turn is scheduled or running.
        var hasTurn = false
    }

    let turn = SerialDisposable()
    private let scheduler: any ImmediateSchedulerType
    private let state = Locked(State())

    init(_ scheduler: any ImmediateSchedulerType, _ outlet: Outlet<Element>) {
        self.scheduler = scheduler
        super.init(outlet)
    }

    override func onNext(_ element: Element) {
        add(.next(element))
    }

    override func onError(_ error: any Error) {
        add(.error(error))
    }

    override func onCompleted() {
        add(.completed)
    }

    private func add(_ event: Event<Element>) {
        guard !outlet.isDisposed else { return }
        let needsTurn = state.withLock { state in
            state.waiting.append(event)
            if state.hasTurn { return false }
            state.hasTurn = true
            return true
        }
        if needsTurn { scheduleTurn() }
    }

    private func scheduleTurn() {
        let next = SingleAssignmentDisposable()
        turn.disposable = next
        next.setDisposable(
            scheduler.schedule(()) {
                self.takeTurn()
                return Disposables.create()
            }
        )
    }

    /// Sends what waits at the beginning of the turn, then lets the scheduler do other work.
    private func takeTurn() {
        let batchCount = state.withLock { $0.waiting.count }
        for _ in 0..<batchCount {
            guard !outlet.isDisposed, let event = state.withLock({ $0.waiting.popFirst() }) else { break }
            switch event {
            case .next(let element): outlet.next(element)
            case .error(let error): outlet.error(error)
            case .completed: outlet.completed()
            }
        }
        let needsTurn = state.withLock { state in
            state.hasTurn = !state.waiting.isEmpty && !outlet.isDisposed
            return state.hasTurn
        }
        if needsTurn { scheduleTurn() }
    }
}
