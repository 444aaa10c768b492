// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Maps each element to a sequence and sends the elements of all sequences as they arrive.
    public func flatMap<Source: ObservableConvertibleType>(
        _ selector: @escaping (Element) throws -> Source
    ) -> Observable<Source.Element> {
        Producer(flatMapping: asObservable(), .all) { try selector($0).asObservable() }
    }

    /// Maps elements to sequences and sends their elements; skips elements that arrive while a sequence is running.
    public func flatMapFirst<Source: ObservableConvertibleType>(
        _ selector: @escaping (Element) throws -> Source
    ) -> Observable<Source.Element> {
        Producer(flatMapping: asObservable(), .first) { try selector($0).asObservable() }
    }

    /// Maps each element to a sequence and sends the elements, one sequence after the other.
    ///
    /// Waiting sequences are kept without bound.
    public func concatMap<Source: ObservableConvertibleType>(
        _ selector: @escaping (Element) throws -> Source
    ) -> Observable<Source.Element> {
        Producer(flatMapping: asObservable(), .atMost(1)) { try selector($0).asObservable() }
    }
}
