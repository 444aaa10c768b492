// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Sends an element after `dueTime` without another one; the last element is sent at the end at the latest.
    public func debounce(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
        let source = asObservable()
        return Producer(sink: { DebounceSink(dueTime, scheduler, $0) }) { (sink: DebounceSink<Element>) in
            Disposables.create(source.attach(sink), sink.timer)
        }
    }
}

private final class DebounceSink<Element>: SerialSink<Element, Element> {
    let timer = SerialDisposable()
    private let dueTime: RxTimeInterval
    private let scheduler: any SchedulerType
    private var pending: Element?
    private var round = 0

    init(_ dueTime: RxTimeInterval, _ scheduler: any SchedulerType, _ outlet: Outlet<Element>) {
        self.dueTime = dueTime
        self.scheduler = scheduler
        super.init(outlet)
    }

    override func received(_ element: Element) {
        pending = element
        round += 1
        let number = round
        restart(timer, after: dueTime, on: scheduler) { self.timePassed(in: number) }
    }

    override func failed(_ error: any Error) {
        pending = nil
        outlet.error(error)
    }

    override func finished() {
        if let element = pending.take() { outlet.next(element) }
        outlet.completed()
    }

    private func timePassed(in round: Int) {
        guard round == self.round, let element = pending.take() else { return }
        outlet.next(element)
    }
}
