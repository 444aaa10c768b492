// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Fails with `RxError.timeout` after `dueTime` without an event since the subscription or the last element.
    public func timeout(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
        timeout(dueTime, other: Observable.error(RxError.timeout), scheduler: scheduler)
    }

    /// Continues with `other` after `dueTime` without an event since the subscription or the last element.
    public func timeout<Source: ObservableConvertibleType>(
        _ dueTime: RxTimeInterval,
        other: Source,
        scheduler: any SchedulerType
    ) -> Observable<Element> where Source.Element == Element {
        let source = asObservable()
        return Producer(sink: { TimeoutSink(dueTime, other.asObservable(), scheduler, $0) }) {
            (sink: TimeoutSink<Element>) in
            sink.start(source)
        }
    }
}

private final class TimeoutSink<Element>: SerialSink<Element, Element> {
    private let dueTime: RxTimeInterval
    private let other: Observable<Element>
    private let scheduler: any SchedulerType
    private let timer = SerialDisposable()
    private let subscription = SerialDisposable()
    /// Number of the element; timers of earlier ones are ignored.
    private var round = 0
    private var hasSwitched = false

    init(
        _ dueTime: RxTimeInterval,
        _ other: Observable<Element>,
        _ scheduler: any SchedulerType,
        _ outlet: Outlet<Element>
    ) {
        self.dueTime = dueTime
        self.other = other
        self.scheduler = scheduler
        super.init(outlet)
    }

    func start(_ source: Observable<Element>) -> any Disposable {
        let original = SingleAssignmentDisposable()
        subscription.disposable = original
        setTimer()
        original.setDisposable(source.attach(self))
        return Disposables.create(subscription, timer)
    }

    override func received(_ element: Element) {
        guard !hasSwitched else { return }
        round += 1
        outlet.next(element)
        if !outlet.isDisposed { setTimer() }
    }

    override func failed(_ error: any Error) {
        if !hasSwitched { outlet.error(error) }
    }

    override func finished() {
        if !hasSwitched { outlet.completed() }
    }

    private func setTimer() {
        let number = round
        restart(timer, after: dueTime, on: scheduler) { self.timePassed(in: number) }
    }

    private func timePassed(in round: Int) {
        guard round == self.round, !hasSwitched, !outlet.isDisposed else { return }
        hasSwitched = true
        subscription.disposable = other.attach(SerialForwardingSink(outlet))
    }
}
