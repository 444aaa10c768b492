// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Sends the first `count` elements and completes. With 0, it doesn't subscribe to the source.
    public func take(_ count: Int) -> Observable<Element> {
        precondition(count >= 0, "One cannot take a negative number of elements.")
        return count == 0 ? .empty() : Producer(asObservable()) { TakeSink(count, $0) }
    }

    /// Sends the elements of the first `duration` and completes.
    public func take(for duration: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
        let source = asObservable()
        return Producer(sink: { SerialForwardingSink($0) }) { (sink: SerialForwardingSink<Element>) in
            let timer = scheduler.scheduleRelative((), dueTime: duration) {
                sink.onCompleted()
                return Disposables.create()
            }
            return Disposables.create(timer, source.attach(sink))
        }
    }
}

private final class TakeSink<Element>: SerialSink<Element, Element> {
    private var remaining: Int

    init(_ count: Int, _ outlet: Outlet<Element>) {
        remaining = count
        super.init(outlet)
    }

    override func received(_ element: Element) {
        remaining -= 1
        outlet.next(element)
        if remaining == 0 { outlet.completed() }
    }
}
