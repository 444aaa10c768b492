// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Sends the only element; fails with `RxError.noElements` or `RxError.moreThanOneElement` otherwise.
    public func single() -> Observable<Element> {
        single { _ in true }
    }

    /// Sends the only element for which `predicate` is true; see above.
    public func single(_ predicate: @escaping (Element) throws -> Bool) -> Observable<Element> {
        Producer(asObservable()) { SingleSink(predicate, $0) }
    }
}

private final class SingleSink<Element>: SerialSink<Element, Element> {
    private let predicate: (Element) throws -> Bool
    private var hasSent = false

    init(_ predicate: @escaping (Element) throws -> Bool, _ outlet: Outlet<Element>) {
        self.predicate = predicate
        super.init(outlet)
    }

    override func received(_ element: Element) {
        do {
            guard try predicate(element) else { return }
            if hasSent { return outlet.error(RxError.moreThanOneElement) }
            hasSent = true
            outlet.next(element)
        } catch {
            outlet.error(error)
        }
    }

    override func finished() {
        if hasSent {
            outlet.completed()
        } else {
            outlet.error(RxError.noElements)
        }
    }
}
