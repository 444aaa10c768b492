// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Something that can be turned into an observable sequence.
public protocol ObservableConvertibleType<Element> {
    /// The type of elements in the sequence.
    associatedtype Element

    /// The sequence.
    func asObservable() -> Observable<Element>
}

/// A sequence of events that are pushed to whoever subscribes.
///
/// An observer is sent any number of `next` events and then at most one of `error` and `completed`. After that, and after
/// its subscription has been disposed of, it is sent nothing more.
public protocol ObservableType<Element>: ObservableConvertibleType {
    /// Begins to send events to `observer`.
    ///
    /// - Returns: What ends the subscription. Dropping it without disposing of it does not.
    func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Element
}

extension ObservableType {
    /// The same sequence with its type erased.
    public func asObservable() -> Observable<Element> {
        Observable.create { observer in subscribe(observer) }
    }
}
