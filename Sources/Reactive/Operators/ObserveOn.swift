// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Sends all events on `scheduler`, in their order and one at a time, whatever the scheduler.
    ///
    /// Each event has a turn of its own, so that other work of the scheduler comes in between; on a serial dispatch queue
    /// events keep their place among the other work. Events that wait are kept without a bound; disposal drops them.
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

/// Sends each event in a block of its own on a serial queue.
private final class ObserveOnQueueSink<Element>: Sink<Element, Element>, SerialWork {
    let waiting = WaitingEvents<Element>()
    private let scheduler: SerialDispatchQueueScheduler

    init(_ scheduler: SerialDispatchQueueScheduler, _ outlet: Outlet<Element>) {
        self.scheduler = scheduler
        super.init(outlet)
    }

    override func onNext(_ element: Element) {
        guard !outlet.isDisposed else { return }
        waiting.append(element)
        scheduler.perform(self)
    }

    override func onError(_ error: any Error) {
        end(.error(error))
    }

    override func onCompleted() {
        end(.completed)
    }

    func run() {
        _ = waiting.sendFirst(to: outlet)
    }

    private func end(_ event: TerminalEvent) {
        waiting.append(event)
        scheduler.perform(self)
    }
}

/// Sends each event in a turn of its own; the next turn is scheduled when an event has been sent.
private final class ObserveOnSink<Element>: Sink<Element, Element> {
    let waiting = WaitingEvents<Element>()
    let turn = SerialDisposable()
    private let scheduler: any ImmediateSchedulerType
    private let eventsPerTurn: Int
    private let turns = Turns()

    init(_ scheduler: any ImmediateSchedulerType, _ outlet: Outlet<Element>) {
        self.scheduler = scheduler
        // Work on a concurrent queue has no order, so that nobody can tell one turn from several.
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

    /// Schedules a turn; if the scheduler takes it at once, another one, until nothing waits. So the stack does not grow.
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
        } while turns.endScheduling()
    }

    private func takeTurn() {
        var count = 0
        while count < eventsPerTurn, waiting.sendFirst(to: outlet) { count += 1 }
        if turns.endTurn(eventCount: count), !outlet.isDisposed { scheduleTurns() }
    }
}
