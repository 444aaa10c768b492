// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Sends the result of `resultSelector` for the latest elements, once every source has sent one.
    ///
    /// Without sources, it sends the result for an empty array and completes.
    public static func combineLatest<Sources: Collection>(
        _ collection: Sources,
        resultSelector: @escaping ([Sources.Element.Element]) throws -> Element
    ) -> Observable<Element> where Sources.Element: ObservableType {
        guard !collection.isEmpty else { return deferred { .just(try resultSelector([])) } }
        return CombinationSink.results(of: collection, using: .latest, resultSelector)
    }

    /// Sends the latest elements whenever a source sends one, once every source has sent one.
    public static func combineLatest<Sources: Collection>(_ collection: Sources) -> Observable<[Element]>
    where Sources.Element: ObservableType, Sources.Element.Element == Element {
        Observable<[Element]>.combineLatest(collection) { $0 }
    }
}
