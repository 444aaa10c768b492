// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Leaves out the first `count` elements.
    public func skip(_ count: Int) -> Observable<Element> {
        Producer(asObservable()) { SkipCountSink(count, $0) }
    }
}

private final class SkipCountSink<Element>: SerialSink<Element, Element> {
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
