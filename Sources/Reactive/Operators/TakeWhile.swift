// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Whether `take` sends the element at which it stops.
public enum TakeBehavior: Sendable {
    /// Sends it.
    case inclusive
    /// Doesn't send it.
    case exclusive
}

extension ObservableType {
    /// Sends elements while `predicate` is true, then completes.
    public func take(
        while predicate: @escaping (Element) throws -> Bool,
        behavior: TakeBehavior = .exclusive
    ) -> Observable<Element> {
        Producer(asObservable()) { TakeWhileSink(predicate, behavior, $0) }
    }

    /// Sends elements until `predicate` is true for one, then completes.
    public func take(
        until predicate: @escaping (Element) throws -> Bool,
        behavior: TakeBehavior = .exclusive
    ) -> Observable<Element> {
        take(while: { try !predicate($0) }, behavior: behavior)
    }
}

private final class TakeWhileSink<Element>: SerialSink<Element, Element> {
    private let predicate: (Element) throws -> Bool
    private let behavior: TakeBehavior

    init(_ predicate: @escaping (Element) throws -> Bool, _ behavior: TakeBehavior, _ outlet: Outlet<Element>) {
        self.predicate = predicate
        self.behavior = behavior
        super.init(outlet)
    }

    override func received(_ element: Element) {
        do {
            if try predicate(element) {
                outlet.next(element)
            } else {
                if behavior == .inclusive { outlet.next(element) }
                outlet.completed()
            }
        } catch {
            outlet.error(error)
        }
    }
}
