// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Makes a sequence of each element and sends the elements of all of them, as they come.
    public func flatMap<Source: ObservableConvertibleType>(
        _ selector: @escaping (Element) throws -> Source
    ) -> Observable<Source.Element> {
        Producer(flatMapping: asObservable(), .all) { try selector($0).asObservable() }
    }

    /// Makes a sequence of each element that arrives while none is running, and sends its elements.
    public func flatMapFirst<Source: ObservableConvertibleType>(
        _ selector: @escaping (Element) throws -> Source
    ) -> Observable<Source.Element> {
        Producer(flatMapping: asObservable(), .first) { try selector($0).asObservable() }
    }

    /// Makes a sequence of each element and sends the elements of all of them, one sequence after the other.
    ///
    /// Sequences that wait are kept without a bound.
    public func concatMap<Source: ObservableConvertibleType>(
        _ selector: @escaping (Element) throws -> Source
    ) -> Observable<Source.Element> {
        Producer(flatMapping: asObservable(), .atMost(1)) { try selector($0).asObservable() }
    }
}
