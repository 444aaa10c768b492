// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Sends what `resultSelector` makes of the latest elements, whenever one of the sources has sent one and all have.
    ///
    /// Takes two sources or more.
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
        let (first, second) = (source1.asObservable(), source2.asObservable())
        let others = (repeat (each source).asObservable())
        return Producer(sink: { CombinationSink($0, endsEarly: true) }) { (sink: CombinationSink<Element>) in
            sink.addLatest(first)
            sink.addLatest(second)
            repeat sink.addLatest(each others)
            return sink.start { row in
                try resultSelector(row.take(), row.take(), repeat row.take((each Source).Element.self))
            }
        }
    }
}

extension ObservableType where Element == Any {
    /// Sends the latest elements, whenever one of the sources has sent one and all have.
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
        let (first, second) = (source1.asObservable(), source2.asObservable())
        let others = (repeat (each source).asObservable())
        return Producer(sink: { CombinationSink($0, endsEarly: true) }) { (sink: CombinationSink<Result>) in
            sink.addLatest(first)
            sink.addLatest(second)
            repeat sink.addLatest(each others)
            return sink.start { row in (row.take(), row.take(), repeat row.take((each Source).Element.self)) }
        }
    }
}
