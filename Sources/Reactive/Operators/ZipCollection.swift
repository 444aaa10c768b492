// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Sends what `resultSelector` makes of the first elements of all sources, of the second ones, and so on.
    ///
    /// Elements that wait for the other sources are kept without a bound. Without sources it completes at once.
    public static func zip<Sources: Collection>(
        _ collection: Sources,
        resultSelector: @escaping ([Sources.Element.Element]) throws -> Element
    ) -> Observable<Element> where Sources.Element: ObservableType {
        guard !collection.isEmpty else { return .empty() }
        return Producer(sink: { CombinationSink($0, endsEarly: true) }) { (sink: CombinationSink<Element>) in
            let slots = collection.map { source in
                let slot = QueueSlot<Sources.Element.Element>()
                sink.add(source.asObservable(), slot: slot) { slot.put($0) }
                return slot
            }
            return sink.start { try resultSelector(slots.map { $0.take() }) }
        }
    }

    /// Sends the first elements of all sources, the second ones, and so on; see above.
    public static func zip<Sources: Collection>(_ collection: Sources) -> Observable<[Element]>
    where Sources.Element: ObservableType, Sources.Element.Element == Element {
        Observable<[Element]>.zip(collection) { $0 }
    }
}
