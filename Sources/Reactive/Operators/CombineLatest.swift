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
        CombinationSink<Element>.results(of: source1, source2, repeat each source, using: .latest) { row in
            try resultSelector(row.take(), row.take(), repeat row.take((each Source).Element.self))
        }
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
        typealias Result = (Source1.Element, Source2.Element, repeat (each Source).Element)
        return CombinationSink<Result>.results(of: source1, source2, repeat each source, using: .latest) { row in
            (row.take(), row.take(), repeat row.take((each Source).Element.self))
        }
    }
}
