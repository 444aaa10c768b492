// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Sends what `resultSelector` makes of the latest elements, whenever one of the sources has sent one and all have.
    ///
    /// Without sources it sends what `resultSelector` makes of nothing, and completes.
    public static func combineLatest<Sources: Collection>(
        _ collection: Sources,
        resultSelector: @escaping ([Sources.Element.Element]) throws -> Element
    ) -> Observable<Element> where Sources.Element: ObservableType {
        guard !collection.isEmpty else { return deferred { .just(try resultSelector([])) } }
        return Producer(sink: { CombinationSink($0, endsEarly: true) }) { (sink: CombinationSink<Element>) in
            let slots = collection.map { source in
                let slot = LatestSlot<Sources.Element.Element>()
                sink.add(source.asObservable(), slot: slot) { slot.put($0) }
                return slot
            }
            return sink.start { try resultSelector(slots.map { $0.take() }) }
        }
    }

    /// Sends the latest elements, whenever one of the sources has sent one and all have.
    public static func combineLatest<Sources: Collection>(_ collection: Sources) -> Observable<[Element]>
    where Sources.Element: ObservableType, Sources.Element.Element == Element {
        Observable<[Element]>.combineLatest(collection) { $0 }
    }
}
