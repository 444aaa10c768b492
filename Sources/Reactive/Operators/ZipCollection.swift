// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Sends the result of `resultSelector` for the first elements of all sources, the second ones, and so on.
    ///
    /// Waiting elements are kept without bound. Without sources, it completes at once.
    public static func zip<Sources: Collection>(
        _ collection: Sources,
        resultSelector: @escaping ([Sources.Element.Element]) throws -> Element
    ) -> Observable<Element> where Sources.Element: ObservableType {
        guard !collection.isEmpty else { return .empty() }
        return CombinationSink.results(of: collection, using: .inTurn, resultSelector)
    }

    /// Sends the first elements of all sources, the second ones, and so on; see above.
    public static func zip<Sources: Collection>(_ collection: Sources) -> Observable<[Element]>
    where Sources.Element: ObservableType, Sources.Element.Element == Element {
        Observable<[Element]>.zip(collection) { $0 }
    }
}
