// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Calls `on` with each event.
    public func subscribe(_ on: @escaping (Event<Element>) -> Void) -> any Disposable {
        CallbackObserver(
            onNext: { on(.next($0)) },
            onError: { on(.error($0)) },
            onCompleted: { on(.completed) },
            onDisposed: nil
        ).attach(to: asObservable())
    }

    /// Calls one closure for each kind of event.
    ///
    /// - Parameters:
    ///   - onNext: Called with each element.
    ///   - onError: Called with the error that ended the sequence. Default: `Hooks.defaultErrorHandler`.
    ///   - onCompleted: Called at the regular end.
    ///   - onDisposed: Called once when the subscription is over, for any reason.
    /// - Returns: A disposable that ends the subscription.
    public func subscribe(
        onNext: ((Element) -> Void)? = nil,
        onError: ((any Error) -> Void)? = nil,
        onCompleted: (() -> Void)? = nil,
        onDisposed: (() -> Void)? = nil
    ) -> any Disposable {
        CallbackObserver(
            onNext: onNext ?? { _ in },
            onError: onError ?? Hooks.unhandledErrorHandler(),
            onCompleted: onCompleted ?? {},
            onDisposed: onDisposed
        ).attach(to: asObservable())
    }

    /// Calls one closure for each kind of event, with `object` as the first argument, for as long as `object` lives.
    ///
    /// `object` is not retained. See `subscribe(onNext:onError:onCompleted:onDisposed:)`.
    public func subscribe<Object: AnyObject>(
        with object: Object,
        onNext: ((Object, Element) -> Void)? = nil,
        onError: ((Object, any Error) -> Void)? = nil,
        onCompleted: ((Object) -> Void)? = nil,
        onDisposed: ((Object) -> Void)? = nil
    ) -> any Disposable {
        subscribe(
            onNext: { [weak object] element in if let object { onNext?(object, element) } },
            onError: { [weak object] error in if let object { onError?(object, error) } },
            onCompleted: { [weak object] in if let object { onCompleted?(object) } },
            onDisposed: { [weak object] in if let object { onDisposed?(object) } }
        )
    }
}
