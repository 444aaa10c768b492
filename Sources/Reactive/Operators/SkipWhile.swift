// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Skips elements until `predicate` is false for one; it isn't called again.
    public func skip(while predicate: @escaping (Element) throws -> Bool) -> Observable<Element> {
        Producer(asObservable()) { SkipWhileSink(predicate, $0) }
    }
}

private final class SkipWhileSink<Element>: SerialSink<Element, Element> {
    private let predicate: (Element) throws -> Bool
    private var isOpen = false

    init(_ predicate: @escaping (Element) throws -> Bool, _ outlet: Outlet<Element>) {
        self.predicate = predicate
        super.init(outlet)
    }

    override func received(_ element: Element) {
        do {
            if !isOpen { isOpen = try !predicate(element) }
            if isOpen { outlet.next(element) }
        } catch {
            outlet.error(error)
        }
    }
}
