// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A type convertible to an observable sequence.
public protocol ObservableConvertibleType<Element> {
    /// The type of elements in the sequence.
    associatedtype Element

    /// The sequence.
    func asObservable() -> Observable<Element>
}

/// A sequence that pushes events to its subscribers.
///
/// An observer receives any number of `next` events, then at most one `error` or `completed`. It receives nothing after
/// that, or after disposal of its subscription.
public protocol ObservableType<Element>: ObservableConvertibleType {
    /// Begins to send events to `observer`.
    ///
    /// - Returns: A disposable that ends the subscription. Releasing it without disposal doesn't end it.
    func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Element
}

extension ObservableType {
    /// The type-erased sequence.
    public func asObservable() -> Observable<Element> {
        Observable.create { observer in subscribe(observer) }
    }
}
