// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Passes each event on to those who are subscribed at that moment.
///
/// An element is sent on the calling thread, in the order of subscription, without a lock and without an allocation.
/// Who subscribes during an emission gets the next element; who is disposed of gets no more, not even of this one.
/// Threads that send at the same time are not made to wait for each other: whoever needs one event after the other
/// sends from one thread, or puts an operator with state behind (docs/reactive.md).
public final class PublishSubject<Element>: Observable<Element>, SubjectType, ObserverType, Cancelable,
    @unchecked Sendable
{
    // Proof: the only field is a constant and Sendable.
    private let broadcaster = Broadcaster()

    /// The type of observer that `asObserver()` gives.
    public typealias SubjectObserverType = PublishSubject<Element>

    /// Makes a subject without observers.
    public override init() {
        super.init()
    }

    /// Whether anybody is subscribed. Callable from any thread.
    public var hasObservers: Bool { broadcaster.hasSubscribers }

    /// Whether `dispose()` has been called.
    public var isDisposed: Bool { broadcaster.isDisposed }

    /// Passes `event` on; after the first terminal event this does nothing.
    public func on(_ event: Event<Element>) {
        switch event {
        case .next(let element): onNext(element)
        case .error(let error): onError(error)
        case .completed: onCompleted()
        }
    }

    /// Passes `element` on.
    ///
    /// - Complexity: O(number of observers); two atomic additions, no lock, no allocation.
    public func onNext(_ element: Element) {
        broadcaster.forEachObserver { observer in
            // `attach` is the only way in, so each observer is one of `Element`.
            unsafeDowncast(observer, to: ObserverBase<Element>.self).onNext(element)
        }
    }

    /// Ends the subject with `error`; those who subscribe later are sent it too.
    public func onError(_ error: any Error) {
        broadcaster.finish(.error(error))
    }

    /// Ends the subject; those who subscribe later are sent the end too.
    public func onCompleted() {
        broadcaster.finish(.completed)
    }

    /// The subject as an observer.
    public func asObserver() -> PublishSubject<Element> {
        self
    }

    /// Forgets all observers without an event. Later events are ignored, later subscribers get `RxError.disposed`.
    public func dispose() {
        broadcaster.dispose()
    }

    override func attach(_ observer: ObserverBase<Element>) -> any Disposable {
        broadcaster.subscribe(observer, disposedError: RxError.disposed(object: self))
    }
}
