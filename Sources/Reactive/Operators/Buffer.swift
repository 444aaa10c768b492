// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Sends elements in arrays: after every `count` elements or `timeSpan`, and the rest at the end.
    ///
    /// A span without elements sends an empty array.
    public func buffer(
        timeSpan: RxTimeInterval,
        count: Int,
        scheduler: any SchedulerType
    ) -> Observable<[Element]> {
        let source = asObservable()
        return Producer(sink: { BufferSink(timeSpan, count, scheduler, $0) }) { (sink: BufferSink<Element>) in
            sink.start(source)
        }
    }
}

private final class BufferSink<Element>: SerialSink<Element, [Element]> {
    private let timeSpan: RxTimeInterval
    private let count: Int
    private let scheduler: any SchedulerType
    private let timer = SerialDisposable()
    private var buffer: [Element] = []
    /// Number of the array; timers of earlier ones are ignored.
    private var round = 0

    init(_ timeSpan: RxTimeInterval, _ count: Int, _ scheduler: any SchedulerType, _ outlet: Outlet<[Element]>) {
        self.timeSpan = timeSpan
        self.count = count
        self.scheduler = scheduler
        super.init(outlet)
    }

    func start(_ source: Observable<Element>) -> any Disposable {
        setTimer()
        return Disposables.create(timer, source.attach(self))
    }

    override func received(_ element: Element) {
        buffer.append(element)
        if buffer.count == count { send() }
    }

    override func failed(_ error: any Error) {
        buffer = []
        outlet.error(error)
    }

    override func finished() {
        let rest = buffer
        buffer = []
        outlet.next(rest)
        outlet.completed()
    }

    private func send() {
        round += 1
        let full = buffer
        buffer = []
        outlet.next(full)
        if !outlet.isDisposed { setTimer() }
    }

    private func setTimer() {
        let number = round
        restart(timer, after: timeSpan, on: scheduler) {
            if number == self.round { self.send() }
        }
    }
}
