// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A receiver of a sequence's events.
///
/// Only `on(_:)` is required. The other requirements are the same calls with an unpacked event; implement them only to
/// save building and switching over the enum.
public protocol ObserverType<Element> {
    /// The element type.
    associatedtype Element

    /// Receives an event.
    func on(_ event: Event<Element>)

    /// Receives an element.
    func onNext(_ element: Element)

    /// Receives the error that ended the sequence.
    func onError(_ error: any Error)

    /// Receives the regular end of the sequence.
    func onCompleted()

    /// The observer with its type erased.
    func asObserver() -> AnyObserver<Element>
}

extension ObserverType {
    /// Receives an element.
    public func onNext(_ element: Element) {
        on(.next(element))
    }

    /// Receives the error that ended the sequence.
    public func onError(_ error: any Error) {
        on(.error(error))
    }

    /// Receives the regular end of the sequence.
    public func onCompleted() {
        on(.completed)
    }

    /// The observer with its type erased.
    public func asObserver() -> AnyObserver<Element> {
        AnyObserver(self)
    }
}
