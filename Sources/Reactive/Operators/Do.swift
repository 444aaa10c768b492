// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension ObservableType {
    /// Calls closures for events, which are passed on unchanged.
    ///
    /// - Parameters:
    ///   - onNext: Called before an element is passed on.
    ///   - afterNext: Called after an element has been passed on.
    ///   - onError: Called before an error is passed on.
    ///   - afterError: Called after an error has been passed on.
    ///   - onCompleted: Called before the end is passed on.
    ///   - afterCompleted: Called after the end has been passed on.
    ///   - onSubscribe: Called before the source is subscribed to.
    ///   - onSubscribed: Called after the source has been subscribed to.
    ///   - onDispose: Called when the subscription is over, for any reason; after `afterError` or `afterCompleted`.
    /// - Returns: The same events. An error thrown by `onNext`, `onError` or `onCompleted` replaces the event; one thrown
    ///   by `afterNext` ends the sequence after the element; those of `afterError` and `afterCompleted` are ignored.
    public func `do`(
        onNext: ((Element) throws -> Void)? = nil,
        afterNext: ((Element) throws -> Void)? = nil,
        onError: ((any Error) throws -> Void)? = nil,
        afterError: ((any Error) throws -> Void)? = nil,
        onCompleted: (() throws -> Void)? = nil,
        afterCompleted: (() throws -> Void)? = nil,
        onSubscribe: (() -> Void)? = nil,
        onSubscribed: (() -> Void)? = nil,
        onDispose: (() -> Void)? = nil
    ) -> Observable<Element> {
        let source = asObservable()
        let actions = DoActions(
            onNext: onNext,
            afterNext: afterNext,
            onError: onError,
            afterError: afterError,
            onCompleted: onCompleted,
            afterCompleted: afterCompleted,
            onDispose: onDispose
        )
        return Producer(sink: { DoSink(actions, $0) }) { sink in
            onSubscribe?()
            let subscription = source.attach(sink)
            onSubscribed?()
            guard let onDispose else { return subscription }
            guard let ending = sink.ending else {
                return Disposables.create(subscription, Disposables.create(with: onDispose))
            }
            return Disposables.create(subscription, Disposables.create { ending.run(onDispose) })
        }
    }
}

private struct DoActions<Element> {
    let onNext: ((Element) throws -> Void)?
    let afterNext: ((Element) throws -> Void)?
    let onError: ((any Error) throws -> Void)?
    let afterError: ((any Error) throws -> Void)?
    let onCompleted: (() throws -> Void)?
    let afterCompleted: (() throws -> Void)?
    let onDispose: (() -> Void)?
}

private final class DoSink<Element>: Sink<Element, Element> {
    /// Lets `onDispose` wait while the end is passed on; `nil` if nothing is called after it.
    ///
    /// Whoever receives the end disposes of this subscription, inside the call.
    let ending: SerialGate?
    private let actions: DoActions<Element>

    init(_ actions: DoActions<Element>, _ outlet: Outlet<Element>) {
        self.actions = actions
        let hasAfter = actions.afterError != nil || actions.afterCompleted != nil
        ending = hasAfter && actions.onDispose != nil ? SerialGate() : nil
        super.init(outlet)
    }

    override func onNext(_ element: Element) {
        guard !outlet.isDisposed else { return }
        do {
            try actions.onNext?(element)
            outlet.next(element)
            try actions.afterNext?(element)
        } catch {
            outlet.error(error)
        }
    }

    override func onError(_ error: any Error) {
        guard !outlet.isDisposed else { return }
        do {
            try actions.onError?(error)
        } catch {
            return outlet.error(error)
        }
        passEnd {
            outlet.error(error)
            // The sequence is over: an error has no receiver.
            try? actions.afterError?(error)
        }
    }

    override func onCompleted() {
        guard !outlet.isDisposed else { return }
        do {
            try actions.onCompleted?()
        } catch {
            return outlet.error(error)
        }
        passEnd {
            outlet.completed()
            // As above.
            try? actions.afterCompleted?()
        }
    }

    private func passEnd(_ body: () -> Void) {
        // If the gate is taken, `onDispose` has begun.
        guard let ending, ending.enter() else { return body() }
        body()
        ending.leave()
    }
}
