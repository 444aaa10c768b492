// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Sends the result of `resultSelector` for the first elements of all sources, the second ones, and so on.
    ///
    /// Takes two or more sources. Waiting elements are kept without bound.
    public static func zip<
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
            using: .inTurn,
            resultSelector
        )
    }
}

extension ObservableType where Element == Any {
    /// Sends the first elements of all sources, the second ones, and so on; waiting elements are kept without bound.
    public static func zip<
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
            using: .inTurn
        )
    }
}
