// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// A sequence of one element.
    public static func just(_ element: Element) -> Observable<Element> {
        Just(element)
    }

    /// A sequence of one element sent on `scheduler`, with the end in a separate turn.
    public static func just(_ element: Element, scheduler: any ImmediateSchedulerType) -> Observable<Element> {
        from([element], scheduler: scheduler)
    }
}

private final class Just<Element>: Observable<Element>, @unchecked Sendable {
    // Proof: as for `Observable`; the element is a constant.
    private let element: Element

    init(_ element: Element) {
        self.element = element
    }

    override var isImmediate: Bool { true }

    override func sendElements(to observer: ObserverBase<Element>) {
        observer.onNext(element)
    }
}
