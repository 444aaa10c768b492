// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Sends the elements of this sequence and, when it has completed, those of `second`.
    public func concat<Source: ObservableConvertibleType>(_ second: Source) -> Observable<Element>
    where Source.Element == Element {
        Observable.concat([asObservable(), second.asObservable()])
    }

    /// Sends the elements of `sequence`'s members, one member after the other. Members are requested in turn.
    public static func concat<Sources: Sequence>(_ sequence: Sources) -> Observable<Element>
    where Sources.Element == Observable<Element> {
        Producer(
            sink: { outlet in
                var sources = sequence.makeIterator()
                return SequentialSink(.onCompletion, outlet) { _ in sources.next() }
            },
            start: { (sink: SequentialSink<Element>) in sink.start() }
        )
    }

    /// Sends the elements of the members of `collection`, one member after the other.
    public static func concat<Sources: Collection>(_ collection: Sources) -> Observable<Element>
    where Sources.Element == Observable<Element> {
        concat(AnySequence(collection))
    }

    /// Sends the elements of `sources`, one after the other.
    public static func concat(_ sources: Observable<Element>...) -> Observable<Element> {
        concat(AnySequence(sources))
    }
}

extension ObservableType where Element: ObservableConvertibleType {
    /// Sends the elements of the inner sequences, one sequence after the other.
    ///
    /// Waiting sequences are kept without bound.
    public func concat() -> Observable<Element.Element> {
        merge(maxConcurrent: 1)
    }
}
