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
    ///   - onDisposed: Called once when the subscription is over, for whichever reason.
    /// - Returns: What ends the subscription.
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

/// The end of a chain: calls the subscriber's closures until the first terminal event or until disposal.
final class CallbackObserver<Element>: ObserverBase<Element> {
    private let next: (Element) -> Void
    private let error: (any Error) -> Void
    private let completed: () -> Void
    private let disposed: AnonymousDisposable?
    private let disposer = SinkDisposer()

    init(
        onNext: @escaping (Element) -> Void,
        onError: @escaping (any Error) -> Void,
        onCompleted: @escaping () -> Void,
        onDisposed: (() -> Void)?
    ) {
        next = onNext
        error = onError
        completed = onCompleted
        disposed = onDisposed.map(AnonymousDisposable.init)
    }

    func attach(to source: Observable<Element>) -> any Disposable {
        disposer.setSource(source.attach(self))
        guard let disposed else { return disposer }
        return BinaryDisposable(disposer, disposed)
    }

    override var isFinished: Bool { disposer.isDisposed }

    override func onNext(_ element: Element) {
        if !disposer.isDisposed { next(element) }
    }

    override func onError(_ error: any Error) {
        guard disposer.close() else { return }
        self.error(error)
        end()
    }

    override func onCompleted() {
        guard disposer.close() else { return }
        completed()
        end()
    }

    private func end() {
        disposed?.dispose()
        disposer.dispose()
    }
}
