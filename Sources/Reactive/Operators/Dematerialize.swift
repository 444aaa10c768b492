// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType where Element: EventConvertible {
    /// Sends the events represented by the elements.
    public func dematerialize() -> Observable<Element.Element> {
        Producer(asObservable()) { DematerializeSink($0) }
    }
}

private final class DematerializeSink<Input: EventConvertible>: Sink<Input, Input.Element> {
    override func onNext(_ element: Input) {
        switch element.event {
        case .next(let element): outlet.next(element)
        case .error(let error): outlet.error(error)
        case .completed: outlet.completed()
        }
    }
}
