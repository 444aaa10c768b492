// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Sends the elements of this sequence and, when it has completed, those of `second`.
    public func concat<Source: ObservableConvertibleType>(_ second: Source) -> Observable<Element>
    where Source.Element == Element {
        ListedSequence<Element>(.onCompletion, [asObservable(), second.asObservable()])
    }

    /// Sends the elements of `sequence`'s members, one member after the other. Members are requested in turn.
    public static func concat<Sources: Sequence>(_ sequence: Sources) -> Observable<Element>
    where Sources.Element == Observable<Element> {
        RequestedSequence<Element>(.onCompletion) { SequentialMembers(of: sequence) }
    }

    /// Sends the elements of the members of `collection`, one member after the other. Members are requested in turn.
    public static func concat<Sources: Collection>(_ collection: Sources) -> Observable<Element>
    where Sources.Element == Observable<Element> {
        RequestedSequence<Element>(.onCompletion) { SequentialMembers(of: collection) }
    }

    /// Sends the elements of the members of `collection`, one member after the other. The collection is released with its
    /// last member.
    public static func concat<Sources: RandomAccessCollection>(_ collection: Sources) -> Observable<Element>
    where Sources.Element == Observable<Element> {
        if let list = collection as? [Observable<Element>] { return ListedSequence<Element>(.onCompletion, list) }
        return RequestedSequence<Element>(.onCompletion) { SequentialMembers(of: collection) }
    }

    /// Sends the elements of `sources`, one after the other.
    public static func concat(_ sources: Observable<Element>...) -> Observable<Element> {
        ListedSequence<Element>(.onCompletion, sources)
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
