// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// An observer whose own type does not show.
public struct AnyObserver<Element>: ObserverType, @unchecked Sendable {
    // Proof: an observer of this module guards its state itself. One that comes from outside is called on the threads on
    // which its sequence sends, as the threading contract says (docs/reactive.md).
    let base: ObserverBase<Element>

    /// The signature of `on(_:)`.
    public typealias EventHandler = (Event<Element>) -> Void

    /// Makes an observer that passes each event to `eventHandler`.
    public init(eventHandler: @escaping EventHandler) {
        base = EventHandlerObserver(eventHandler)
    }

    /// Erases the type of `observer`.
    public init<Observer: ObserverType>(_ observer: Observer) where Observer.Element == Element {
        base = ForwardingObserver(observer)
    }

    init(base: ObserverBase<Element>) {
        self.base = base
    }

    /// Takes one event.
    public func on(_ event: Event<Element>) {
        base.on(event)
    }

    /// Takes one element.
    public func onNext(_ element: Element) {
        base.onNext(element)
    }

    /// Takes the error with which the sequence ended.
    public func onError(_ error: any Error) {
        base.onError(error)
    }

    /// Takes the regular end of the sequence.
    public func onCompleted() {
        base.onCompleted()
    }

    /// The observer itself.
    public func asObserver() -> AnyObserver<Element> {
        self
    }
}

extension ObserverType {
    /// An observer of other elements, which it turns into this one's; an error that `transform` throws is sent as such.
    public func mapObserver<Result>(_ transform: @escaping (Result) throws -> Element) -> AnyObserver<Result> {
        AnyObserver { event in
            on(event.map(transform))
        }
    }
}
