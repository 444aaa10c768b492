// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Calls `on` with each event.
    ///
    /// On the sending thread; see `subscribe(onNext:onError:onCompleted:onDisposed:)`.
    public func subscribe(_ on: @escaping @isolated(any) (Event<Element>) -> Void) -> any Disposable {
        let on = ActorCheck.element(on)
        return CallbackObserver(
            onNext: { on(.next($0)) },
            onError: { on(.error($0)) },
            onCompleted: { on(.completed) },
            onDisposed: nil
        ).attach(to: asObservable())
    }

    /// Calls one closure for each kind of event.
    ///
    /// Closures run on the thread that sends the event, or ends the subscription. **A closure that is written in code of
    /// an actor belongs to the actor, and stops the program when it is called elsewhere.** Move the events first, by
    /// `observe(on: MainScheduler.instance)` for the main actor.
    ///
    /// - Parameters:
    ///   - onNext: Called with each element.
    ///   - onError: Called with the error that ended the sequence. Default: `Hooks.defaultErrorHandler`.
    ///   - onCompleted: Called at the regular end.
    ///   - onDisposed: Called once when the subscription is over, for any reason.
    /// - Returns: A disposable that ends the subscription.
    public func subscribe(
        onNext: (@isolated(any) (Element) -> Void)? = nil,
        onError: (@isolated(any) (any Error) -> Void)? = nil,
        onCompleted: (@isolated(any) () -> Void)? = nil,
        onDisposed: (@isolated(any) () -> Void)? = nil
    ) -> any Disposable {
        CallbackObserver(
            onNext: ActorCheck.element(onNext, else: { _ in }),
            onError: ActorCheck.element(onError, else: Hooks.unhandledErrorHandler()),
            onCompleted: ActorCheck.end(onCompleted) ?? {},
            onDisposed: ActorCheck.end(onDisposed)
        ).attach(to: asObservable())
    }

    /// Calls one closure for each kind of event, with `object` as the first argument, for as long as `object` lives.
    ///
    /// `object` is not retained. Without `onError`, errors go to `Hooks.defaultErrorHandler`, whether it lives or not. See
    /// `subscribe(onNext:onError:onCompleted:onDisposed:)`.
    public func subscribe<Object: AnyObject>(
        with object: Object,
        onNext: (@isolated(any) (Object, Element) -> Void)? = nil,
        onError: (@isolated(any) (Object, any Error) -> Void)? = nil,
        onCompleted: (@isolated(any) (Object) -> Void)? = nil,
        onDisposed: (@isolated(any) (Object) -> Void)? = nil
    ) -> any Disposable {
        let (onNext, onError) = (onNext.map { ActorCheck.pair($0) }, onError.map { ActorCheck.pair($0) })
        let onCompleted = onCompleted.map { ActorCheck.element($0) }
        let onDisposed = onDisposed.map { ActorCheck.element($0) }
        let handleError: (any Error) -> Void
        if let onError {
            handleError = { [weak object] error in if let object { onError(object, error) } }
        } else {
            handleError = Hooks.unhandledErrorHandler()
        }
        return CallbackObserver(
            onNext: { [weak object] element in if let object { onNext?(object, element) } },
            onError: handleError,
            onCompleted: { [weak object] in if let object { onCompleted?(object) } },
            onDisposed: { [weak object] in if let object { onDisposed?(object) } }
        ).attach(to: asObservable())
    }
}
