// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType where Element: ObservableConvertibleType {
    /// Sends the elements of all inner sequences as they arrive.
    public func merge() -> Observable<Element.Element> {
        flatMap { $0 }
    }

    /// Sends the elements of the inner sequences, of at most `maxConcurrent` at a time.
    ///
    /// Waiting sequences are kept without bound.
    public func merge(maxConcurrent: Int) -> Observable<Element.Element> {
        Producer(flatMapping: asObservable(), .atMost(maxConcurrent)) { $0.asObservable() }
    }
}

extension ObservableType {
    /// Sends the elements of all `sources`, as they come.
    public static func merge<Sources: Collection>(_ sources: Sources) -> Observable<Element>
    where Sources.Element == Observable<Element> {
        merge(Array(sources))
    }

    /// Sends the elements of all `sources`, as they come.
    public static func merge(_ sources: [Observable<Element>]) -> Observable<Element> {
        Producer(flatMapping: .synchronous(sources), .all) { $0 }
    }

    /// Sends the elements of all `sources`, as they come.
    public static func merge(_ sources: Observable<Element>...) -> Observable<Element> {
        merge(sources)
    }

    /// Sends the elements of this sequence and of `other`, as they come.
    public func merge<Source: ObservableConvertibleType>(with other: Source) -> Observable<Element>
    where Source.Element == Element {
        Observable.merge([asObservable(), other.asObservable()])
    }

    /// Sends the elements of this sequence and of `others`, as they come.
    public func merge<Source: ObservableConvertibleType>(with others: [Source]) -> Observable<Element>
    where Source.Element == Element {
        Observable.merge([asObservable()] + others.map { $0.asObservable() })
    }

    /// Sends the elements of this sequence and of `others`, as they come.
    public func merge<Source: ObservableConvertibleType>(with others: Source...) -> Observable<Element>
    where Source.Element == Element {
        merge(with: others)
    }
}

extension Observable {
    /// The elements of `elements`, sent during the subscription.
    fileprivate static func synchronous(_ elements: [Element]) -> Observable<Element> {
        Producer { observer in
            for element in elements { observer.onNext(element) }
            observer.onCompleted()
            return Disposables.create()
        }
    }
}
