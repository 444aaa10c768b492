// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A type-erased observer.
public struct AnyObserver<Element>: ObserverType, @unchecked Sendable {
    // Proof: observers of this module guard their state. Others are called on the sending threads, as the threading
    // contract states (docs/reactive.md).
    let base: ObserverBase<Element>

    /// The signature of `on(_:)`.
    public typealias EventHandler = (Event<Element>) -> Void

    /// Creates an observer that passes each event to `eventHandler`.
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

    /// Receives an event.
    public func on(_ event: Event<Element>) {
        base.on(event)
    }

    /// Receives an element.
    public func onNext(_ element: Element) {
        base.onNext(element)
    }

    /// Receives the error that ended the sequence.
    public func onError(_ error: any Error) {
        base.onError(error)
    }

    /// Receives the regular end of the sequence.
    public func onCompleted() {
        base.onCompleted()
    }

    /// The observer itself.
    public func asObserver() -> AnyObserver<Element> {
        self
    }
}

extension ObserverType {
    /// An observer of other elements that transforms them; an error thrown by `transform` is sent.
    public func mapObserver<Result>(_ transform: @escaping (Result) throws -> Element) -> AnyObserver<Result> {
        AnyObserver { event in
            on(event.map(transform))
        }
    }
}
