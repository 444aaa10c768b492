// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Dispatch

extension ObservableType {
    /// Sends the first element of each span of `dueTime` and, if `latest`, also the last one, when the span is over.
    ///
    /// Two elements are never sent within `dueTime` of each other.
    public func throttle(
        _ dueTime: RxTimeInterval,
        latest: Bool = true,
        scheduler: any SchedulerType
    ) -> Observable<Element> {
        let source = asObservable()
        return Producer(sink: { ThrottleSink(dueTime, latest, scheduler, $0) }) { (sink: ThrottleSink<Element>) in
            Disposables.create(source.attach(sink), sink.timer)
        }
    }
}

private final class ThrottleSink<Element>: SerialSink<Element, Element> {
    let timer = SerialDisposable()
    private let dueTime: RxTimeInterval
    private let sendsLatest: Bool
    private let scheduler: any SchedulerType
    private var pending: Element?
    /// Number of the sent element; timers of earlier ones are ignored.
    private var round = 0
    private var lastSent: RxTime?
    private var isSourceDone = false

    init(
        _ dueTime: RxTimeInterval,
        _ latest: Bool,
        _ scheduler: any SchedulerType,
        _ outlet: Outlet<Element>
    ) {
        self.dueTime = dueTime
        sendsLatest = latest
        self.scheduler = scheduler
        super.init(outlet)
    }

    override func received(_ element: Element) {
        let remaining = lastSent.map { dueTime.remaining(from: $0, to: scheduler.now) } ?? .nanoseconds(0)
        if remaining.nanoseconds == 0 {
            send(element)
        } else if sendsLatest {
            let isTimerSet = pending != nil
            pending = element
            guard !isTimerSet else { return }
            let number = round
            restart(timer, after: remaining, on: scheduler) { self.timePassed(in: number) }
        }
    }

    override func failed(_ error: any Error) {
        pending = nil
        outlet.error(error)
    }

    override func finished() {
        if pending == nil {
            outlet.completed()
        } else {
            isSourceDone = true
        }
    }

    private func timePassed(in round: Int) {
        guard round == self.round else { return }
        if let element = pending { send(element) }
        if isSourceDone { outlet.completed() }
    }

    private func send(_ element: Element) {
        pending = nil
        round += 1
        outlet.next(element)
        // Read after the observer has done its work, which gives a slow one the whole span to rest.
        lastSent = scheduler.now
    }
}
