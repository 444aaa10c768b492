// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Maps each element to a sequence and sends the elements of the latest sequence only.
    public func flatMapLatest<Source: ObservableConvertibleType>(
        _ selector: @escaping (Element) throws -> Source
    ) -> Observable<Source.Element> {
        Producer(flatMapping: asObservable(), .latest) { try selector($0).asObservable() }
    }
}

extension ObservableType where Element: ObservableConvertibleType {
    /// Sends the elements of the latest sequence only.
    public func switchLatest() -> Observable<Element.Element> {
        flatMapLatest { $0 }
    }
}
