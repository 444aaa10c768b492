// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType where Element: Equatable {
    /// Skips each element equal to the previous one.
    public func distinctUntilChanged() -> Observable<Element> {
        distinctUntilChanged({ $0 }, comparer: ==)
    }
}

extension ObservableType {
    /// Skips each element whose key equals that of the last one sent.
    public func distinctUntilChanged<Key: Equatable>(
        _ keySelector: @escaping (Element) throws -> Key
    ) -> Observable<Element> {
        distinctUntilChanged(keySelector, comparer: ==)
    }

    /// Skips each element that `comparer` finds equal to the last one sent.
    public func distinctUntilChanged(
        _ comparer: @escaping (_ lhs: Element, _ rhs: Element) throws -> Bool
    ) -> Observable<Element> {
        distinctUntilChanged({ $0 }, comparer: comparer)
    }

    /// Skips each element whose key `comparer` finds equal to that of the last one sent.
    public func distinctUntilChanged<Key>(
        _ keySelector: @escaping (Element) throws -> Key,
        comparer: @escaping (_ lhs: Key, _ rhs: Key) throws -> Bool
    ) -> Observable<Element> {
        Producer(asObservable()) { DistinctUntilChangedSink(keySelector, comparer, $0) }
    }

    /// Skips each element whose property equals that of the last one sent.
    public func distinctUntilChanged<Property: Equatable>(
        at keyPath: KeyPath<Element, Property>
    ) -> Observable<Element> {
        distinctUntilChanged { $0[keyPath: keyPath] == $1[keyPath: keyPath] }
    }
}

private final class DistinctUntilChangedSink<Element, Key>: SerialSink<Element, Element> {
    private let keySelector: (Element) throws -> Key
    private let comparer: (Key, Key) throws -> Bool
    private var lastKey: Key?

    init(
        _ keySelector: @escaping (Element) throws -> Key,
        _ comparer: @escaping (Key, Key) throws -> Bool,
        _ outlet: Outlet<Element>
    ) {
        self.keySelector = keySelector
        self.comparer = comparer
        super.init(outlet)
    }

    override func received(_ element: Element) {
        do {
            let key = try keySelector(element)
            if let lastKey, try comparer(lastKey, key) { return }
            lastKey = key
            outlet.next(element)
        } catch {
            outlet.error(error)
        }
    }
}
