// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// The sequence of the given elements.
    ///
    /// - Parameters:
    ///   - elements: The elements, in order.
    ///   - scheduler: The scheduler for the elements, one per turn.
    public static func of(
        _ elements: Element...,
        scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Observable<Element> {
        from(elements, scheduler: scheduler)
    }

    /// The sequence of the elements of an array, one per turn of `scheduler`.
    public static func from(
        _ array: [Element],
        scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Observable<Element> {
        sequence(array, on: scheduler)
    }

    /// The sequence of the elements of a Swift sequence, one per turn of `scheduler`.
    public static func from<Elements: Sequence>(
        _ sequence: Elements,
        scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Observable<Element> where Elements.Element == Element {
        self.sequence(sequence, on: scheduler)
    }

    /// The sequence of the element, if there is one.
    public static func from(optional: Element?) -> Observable<Element> {
        optional.map { just($0) } ?? empty()
    }

    /// The sequence of the element, if there is one, sent on `scheduler`.
    public static func from(
        optional: Element?,
        scheduler: any ImmediateSchedulerType
    ) -> Observable<Element> {
        from(optional.map { [$0] } ?? [], scheduler: scheduler)
    }

    private static func sequence<Elements: Sequence>(
        _ elements: Elements,
        on scheduler: any ImmediateSchedulerType
    ) -> Observable<Element> where Elements.Element == Element {
        Producer(sink: { ForwardingSink($0) }) { (sink: ForwardingSink<Element>) in
            scheduler.scheduleRecursive(elements.makeIterator()) { iterator, recurse in
                var iterator = iterator
                if sink.isFinished { return }
                if let element = iterator.next() {
                    sink.onNext(element)
                    recurse(iterator)
                } else {
                    sink.onCompleted()
                }
            }
        }
    }
}
