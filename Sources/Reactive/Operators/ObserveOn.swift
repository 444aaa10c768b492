// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Sends all events on `scheduler`, in order and one at a time, even on concurrent schedulers.
    ///
    /// Each event has a separate turn, so that the scheduler can do other work in between, except on a
    /// `ConcurrentDispatchQueueScheduler`, where up to 64 events share one; on a serial dispatch queue, events keep their
    /// place among other work. Waiting events are kept without bound; disposal drops them.
    public func observe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
        let source = asObservable()
        if let queue = scheduler as? SerialDispatchQueueScheduler {
            return Producer(sink: { ObserveOnQueueSink(queue, $0) }) { (sink: ObserveOnQueueSink<Element>) in
                Disposables.create(source.attach(sink), sink.waiting)
            }
        }
        return Producer(sink: { ObserveOnSink(scheduler, $0) }) { (sink: ObserveOnSink<Element>) in
            Disposables.create(source.attach(sink), sink.turn, sink.waiting)
        }
    }
}

/// Sends each event in a turn of its own on a serial queue.
private final class ObserveOnQueueSink<Element>: Sink<Element, Element> {
    let waiting: WaitingEvents<Element>
    private let work: any RepeatedWork

    init(_ scheduler: SerialDispatchQueueScheduler, _ outlet: Outlet<Element>) {
        waiting = WaitingEvents()
        work = scheduler.repeated(FirstEventWork(waiting, outlet))
        super.init(outlet)
    }

    override func onNext(_ element: Element) {
        guard !outlet.isDisposed else { return }
        waiting.append(element)
        work.perform()
    }

    override func onError(_ error: any Error) {
        end(.error(error))
    }

    override func onCompleted() {
        end(.completed)
    }

    private func end(_ event: TerminalEvent) {
        waiting.append(event)
        work.perform()
    }
}

/// Sends the first of the waiting events.
private final class FirstEventWork<Element>: SerialWork {
    private let waiting: WaitingEvents<Element>
    private let outlet: Outlet<Element>

    init(_ waiting: WaitingEvents<Element>, _ outlet: Outlet<Element>) {
        self.waiting = waiting
        self.outlet = outlet
    }

    func run() {
        _ = waiting.sendFirst(to: outlet)
    }
}

/// Sends each event in a separate turn, and schedules the next turn afterwards.
private final class ObserveOnSink<Element>: Sink<Element, Element> {
    let waiting = WaitingEvents<Element>()
    let turn = SerialDisposable()
    private let scheduler: any ImmediateSchedulerType
    private let eventsPerTurn: Int
    private let turns = Turns()

    init(_ scheduler: any ImmediateSchedulerType, _ outlet: Outlet<Element>) {
        self.scheduler = scheduler
        // Work on a concurrent queue has no order, so several turns can be combined unnoticed.
        eventsPerTurn = scheduler is ConcurrentDispatchQueueScheduler ? 64 : 1
        super.init(outlet)
    }

    override func onNext(_ element: Element) {
        guard !outlet.isDisposed else { return }
        waiting.append(element)
        if turns.announce() { scheduleTurns() }
    }

    override func onError(_ error: any Error) {
        end(.error(error))
    }

    override func onCompleted() {
        end(.completed)
    }

    private func end(_ event: TerminalEvent) {
        waiting.append(event)
        if turns.announce() { scheduleTurns() }
    }

    /// Schedules turns until nothing waits if the scheduler runs them at once, so that the stack doesn't grow. What waited
    /// at disposal is gone, but still counted.
    private func scheduleTurns() {
        repeat {
            let next = SingleAssignmentDisposable()
            turn.disposable = next
            turns.beginScheduling()
            next.setDisposable(
                scheduler.schedule(()) {
                    self.takeTurn()
                    return Disposables.create()
                }
            )
        } while turns.endScheduling() && !outlet.isDisposed
    }

    private func takeTurn() {
        var count = 0
        while count < eventsPerTurn, waiting.sendFirst(to: outlet) { count += 1 }
        if turns.endTurn(eventCount: count), !outlet.isDisposed { scheduleTurns() }
    }
}
