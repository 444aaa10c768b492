// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Skips the first `count` elements.
    public func skip(_ count: Int) -> Observable<Element> {
        Producer(asObservable()) { SkipSink(count, $0) }
    }

    /// Skips the elements of the first `duration`.
    public func skip(_ duration: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
        let source = asObservable()
        return Producer(sink: { SkipTimeSink($0) }) { (sink: SkipTimeSink<Element>) in
            let timer = scheduler.scheduleRelative((), dueTime: duration) {
                sink.gate.run { sink.open() }
                return Disposables.create()
            }
            return Disposables.create(timer, source.attach(sink))
        }
    }
}

private final class SkipSink<Element>: SerialSink<Element, Element> {
    private var remaining: Int

    init(_ count: Int, _ outlet: Outlet<Element>) {
        remaining = count
        super.init(outlet)
    }

    override func received(_ element: Element) {
        if remaining > 0 {
            remaining -= 1
        } else {
            outlet.next(element)
        }
    }
}

private final class SkipTimeSink<Element>: SerialSink<Element, Element> {
    private var isOpen = false

    func open() {
        isOpen = true
    }

    override func received(_ element: Element) {
        if isOpen { outlet.next(element) }
    }
}
