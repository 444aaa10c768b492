// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Something that can be sent the events of a sequence.
///
/// Only `on(_:)` has to be written. The other requirements are the same call with the event taken apart; a type
/// implements them only to save the cost of building and switching over the enum.
public protocol ObserverType<Element> {
    /// The type of elements that it can be sent.
    associatedtype Element

    /// Takes one event.
    func on(_ event: Event<Element>)

    /// Takes one element.
    func onNext(_ element: Element)

    /// Takes the error with which the sequence ended.
    func onError(_ error: any Error)

    /// Takes the regular end of the sequence.
    func onCompleted()

    /// The observer with its type erased.
    func asObserver() -> AnyObserver<Element>
}

extension ObserverType {
    /// Takes one element.
    public func onNext(_ element: Element) {
        on(.next(element))
    }

    /// Takes the error with which the sequence ended.
    public func onError(_ error: any Error) {
        on(.error(error))
    }

    /// Takes the regular end of the sequence.
    public func onCompleted() {
        on(.completed)
    }

    /// The observer with its type erased.
    public func asObserver() -> AnyObserver<Element> {
        AnyObserver(self)
    }
}
