// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Sends the elements for which `predicate` is true; a thrown error ends the sequence.
    public func filter(_ predicate: @escaping (Element) throws -> Bool) -> Observable<Element> {
        Producer(asObservable()) { FilterSink(predicate, $0) }
    }

    /// Sends only the end or error.
    public func ignoreElements() -> Observable<Never> {
        Producer(asObservable()) { IgnoreElementsSink($0) }
    }
}

private final class FilterSink<Element>: Sink<Element, Element> {
    private let predicate: (Element) throws -> Bool

    init(_ predicate: @escaping (Element) throws -> Bool, _ outlet: Outlet<Element>) {
        self.predicate = predicate
        super.init(outlet)
    }

    override func onNext(_ element: Element) {
        guard !outlet.isDisposed else { return }
        do {
            if try predicate(element) { outlet.next(element) }
        } catch {
            outlet.error(error)
        }
    }
}

private final class IgnoreElementsSink<Element>: Sink<Element, Never> {
    override func onNext(_ element: Element) {}
}
