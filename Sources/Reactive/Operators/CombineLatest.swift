// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Sends the result of `resultSelector` for the latest elements, once every source has sent one.
    ///
    /// Takes two or more sources.
    public static func combineLatest<
        Source1: ObservableType,
        Source2: ObservableType,
        each Source: ObservableType
    >(
        _ source1: Source1,
        _ source2: Source2,
        _ source: repeat each Source,
        resultSelector: @escaping (Source1.Element, Source2.Element, repeat (each Source).Element) throws -> Element
    ) -> Observable<Element> {
        combination(
            of: source1.asObservable(),
            source2.asObservable(),
            repeat (each source).asObservable(),
            using: .latest,
            resultSelector
        )
    }
}

extension ObservableType where Element == Any {
    /// Sends the latest elements whenever a source sends one, once every source has sent one.
    public static func combineLatest<
        Source1: ObservableType,
        Source2: ObservableType,
        each Source: ObservableType
    >(
        _ source1: Source1,
        _ source2: Source2,
        _ source: repeat each Source
    ) -> Observable<(Source1.Element, Source2.Element, repeat (each Source).Element)> {
        tuples(
            of: source1.asObservable(),
            source2.asObservable(),
            repeat (each source).asObservable(),
            using: .latest
        )
    }
}
