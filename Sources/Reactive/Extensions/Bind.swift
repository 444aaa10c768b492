// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Sends the events to `observers`.
    public func bind<Observer: ObserverType>(to observers: Observer...) -> any Disposable
    where Observer.Element == Element {
        subscribe { event in observers.forEach { $0.on(event) } }
    }

    /// Sends the events to `observers`, which take optional elements.
    public func bind<Observer: ObserverType>(to observers: Observer...) -> any Disposable
    where Observer.Element == Element? {
        map { $0 as Element? }.subscribe { event in observers.forEach { $0.on(event) } }
    }

    /// Passes the sequence to `binder` and returns its result.
    public func bind<Result>(to binder: (Self) -> Result) -> Result {
        binder(self)
    }

    /// Passes the sequence and then `curriedArgument` to `binder` and returns its result.
    public func bind<Argument, Result>(
        to binder: (Self) -> (Argument) -> Result,
        curriedArgument: Argument
    ) -> Result {
        binder(self)(curriedArgument)
    }

    /// Calls `onNext` with each element, as `subscribe` does. An error is fatal in debug builds and printed in others.
    public func bind(onNext: @escaping @isolated(any) (Element) -> Void) -> any Disposable {
        subscribe(onNext: onNext, onError: { Hooks.reportBindingError($0) })
    }

    /// Calls `onNext` with `object` and each element until `object` is released; holds `object` weakly.
    public func bind<Object: AnyObject>(
        with object: Object,
        onNext: @escaping @isolated(any) (Object, Element) -> Void
    ) -> any Disposable {
        let onNext = ActorCheck.pair(onNext)
        return bind { [weak object] element in
            if let object { onNext(object, element) }
        }
    }
}
