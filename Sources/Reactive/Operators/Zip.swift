// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Sends what `resultSelector` makes of the first elements of all sources, of the second ones, and so on.
    ///
    /// Elements that wait for the other sources are kept without a bound.
    public static func zip<Source1: ObservableType, Source2: ObservableType>(
        _ source1: Source1,
        _ source2: Source2,
        resultSelector: @escaping (Source1.Element, Source2.Element) throws -> Element
    ) -> Observable<Element> {
        combined { sink in
            let slot1 = QueueSlot<Source1.Element>()
            let slot2 = QueueSlot<Source2.Element>()
            sink.add(source1.asObservable(), slot: slot1) { slot1.put($0) }
            sink.add(source2.asObservable(), slot: slot2) { slot2.put($0) }
            return sink.start { try resultSelector(slot1.take(), slot2.take()) }
        }
    }

    /// Sends what `resultSelector` makes of the first elements of all sources, of the second ones, and so on.
    ///
    /// Elements that wait for the other sources are kept without a bound.
    public static func zip<Source1: ObservableType, Source2: ObservableType, Source3: ObservableType>(
        _ source1: Source1,
        _ source2: Source2,
        _ source3: Source3,
        resultSelector: @escaping (Source1.Element, Source2.Element, Source3.Element) throws -> Element
    ) -> Observable<Element> {
        combined { sink in
            let slot1 = QueueSlot<Source1.Element>()
            let slot2 = QueueSlot<Source2.Element>()
            let slot3 = QueueSlot<Source3.Element>()
            sink.add(source1.asObservable(), slot: slot1) { slot1.put($0) }
            sink.add(source2.asObservable(), slot: slot2) { slot2.put($0) }
            sink.add(source3.asObservable(), slot: slot3) { slot3.put($0) }
            return sink.start { try resultSelector(slot1.take(), slot2.take(), slot3.take()) }
        }
    }

    /// Sends what `resultSelector` makes of the first elements of all sources, of the second ones, and so on.
    ///
    /// Elements that wait for the other sources are kept without a bound.
    public static func zip<
        Source1: ObservableType,
        Source2: ObservableType,
        Source3: ObservableType,
        Source4: ObservableType
    >(
        _ source1: Source1,
        _ source2: Source2,
        _ source3: Source3,
        _ source4: Source4,
        resultSelector: @escaping (Source1.Element, Source2.Element, Source3.Element, Source4.Element) throws -> Element
    ) -> Observable<Element> {
        combined { sink in
            let slot1 = QueueSlot<Source1.Element>()
            let slot2 = QueueSlot<Source2.Element>()
            let slot3 = QueueSlot<Source3.Element>()
            let slot4 = QueueSlot<Source4.Element>()
            sink.add(source1.asObservable(), slot: slot1) { slot1.put($0) }
            sink.add(source2.asObservable(), slot: slot2) { slot2.put($0) }
            sink.add(source3.asObservable(), slot: slot3) { slot3.put($0) }
            sink.add(source4.asObservable(), slot: slot4) { slot4.put($0) }
            return sink.start { try resultSelector(slot1.take(), slot2.take(), slot3.take(), slot4.take()) }
        }
    }

    private static func combined(
        _ start: @escaping (CombinationSink<Element>) -> any Disposable
    ) -> Observable<Element> {
        Producer(sink: { CombinationSink($0, endsEarly: false) }, start: start)
    }
}

extension ObservableType where Element == Any {
    /// Sends the first elements of all sources, the second ones, and so on; those that wait are kept without a bound.
    public static func zip<Source1: ObservableType, Source2: ObservableType>(
        _ source1: Source1,
        _ source2: Source2
    ) -> Observable<(Source1.Element, Source2.Element)> {
        Observable.zip(source1, source2) { ($0, $1) }
    }

    /// Sends the first elements of all sources, the second ones, and so on; those that wait are kept without a bound.
    public static func zip<Source1: ObservableType, Source2: ObservableType, Source3: ObservableType>(
        _ source1: Source1,
        _ source2: Source2,
        _ source3: Source3
    ) -> Observable<(Source1.Element, Source2.Element, Source3.Element)> {
        Observable.zip(source1, source2, source3) { ($0, $1, $2) }
    }

    /// Sends the first elements of all sources, the second ones, and so on; those that wait are kept without a bound.
    public static func zip<
        Source1: ObservableType,
        Source2: ObservableType,
        Source3: ObservableType,
        Source4: ObservableType
    >(
        _ source1: Source1,
        _ source2: Source2,
        _ source3: Source3,
        _ source4: Source4
    ) -> Observable<(Source1.Element, Source2.Element, Source3.Element, Source4.Element)> {
        Observable.zip(source1, source2, source3, source4) { ($0, $1, $2, $3) }
    }
}
