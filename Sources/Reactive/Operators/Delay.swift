// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Dispatch

extension ObservableType {
    /// Sends elements and the end `dueTime` later; an error is sent at once and drops waiting events.
    public func delay(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
        let source = asObservable()
        return Producer(sink: { DelaySink(dueTime, scheduler, $0) }) { (sink: DelaySink<Element>) in
            Disposables.create(source.attach(sink), sink.timer)
        }
    }
}

private final class DelaySink<Element>: SerialSink<Element, Element> {
    let timer = SerialDisposable()
    private let dueTime: RxTimeInterval
    private let scheduler: any SchedulerType
    private var pending = Queue<(due: RxTime, event: Event<Element>)>()
    private var isTimerSet = false

    init(_ dueTime: RxTimeInterval, _ scheduler: any SchedulerType, _ outlet: Outlet<Element>) {
        self.dueTime = dueTime
        self.scheduler = scheduler
        super.init(outlet)
    }

    override func received(_ element: Element) {
        add(.next(element))
    }

    override func failed(_ error: any Error) {
        pending.removeAll()
        outlet.error(error)
    }

    override func finished() {
        add(.completed)
    }

    private func add(_ event: Event<Element>) {
        pending.append((scheduler.now.addingDispatchInterval(dueTime), event))
        if !isTimerSet { setTimer(dueTime) }
    }

    private func setTimer(_ interval: RxTimeInterval) {
        isTimerSet = true
        let next = SingleAssignmentDisposable()
        timer.disposable = next
        let action = { () -> any Disposable in
            self.gate.run { self.timePassed() }
            return Disposables.create()
        }
        // An event that is already due needs a turn, but no timer.
        next.setDisposable(
            interval.nanoseconds == 0
                ? scheduler.schedule((), action: action)
                : scheduler.scheduleRelative((), dueTime: interval, action: action)
        )
    }

    /// Sends one event. Each has a separate turn, so that the scheduler can do other work in between.
    private func timePassed() {
        isTimerSet = false
        // The timer was set for this event, so it is sent even if the clock is slightly early.
        if let next = pending.popFirst() { send(next.event) }
        if let next = pending.first, !outlet.isDisposed {
            setTimer(.nanoseconds(Int(max(0, next.due.nanoseconds.subtractingClamped(scheduler.now.nanoseconds)))))
        }
    }

    private func send(_ event: Event<Element>) {
        switch event {
        case .next(let element): outlet.next(element)
        case .error(let error): outlet.error(error)
        case .completed: outlet.completed()
        }
    }
}
