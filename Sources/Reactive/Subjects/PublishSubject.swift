// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Passes each event to the current subscribers.
///
/// An element is sent on the calling thread, in the order of subscription, without a lock and without an allocation.
/// A subscriber added during an emission receives the next element; a disposed one receives nothing more, not even this
/// element. Concurrent senders don't wait for each other: for one event at a time, send from one thread or append an
/// operator with state (docs/reactive.md).
public final class PublishSubject<Element>: Observable<Element>, SubjectType, ObserverType, Cancelable,
    @unchecked Sendable
{
    // Proof: the only field is constant and Sendable.
    private let broadcaster = Broadcaster()

    /// The type of the observer returned by `asObserver()`.
    public typealias SubjectObserverType = PublishSubject<Element>

    /// Creates a subject without observers.
    public override init() {
        super.init()
    }

    /// Whether there are subscribers. Callable from any thread.
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
            // Observers enter through `attach` only, so each is one of `Element`.
            unsafeDowncast(observer, to: ObserverBase<Element>.self).onNext(element)
        }
    }

    /// Ends the subject with `error`; later subscribers receive it too.
    public func onError(_ error: any Error) {
        broadcaster.finish(.error(error))
    }

    /// Ends the subject; later subscribers receive the end too.
    public func onCompleted() {
        broadcaster.finish(.completed)
    }

    /// The subject as an observer.
    public func asObserver() -> PublishSubject<Element> {
        self
    }

    /// Removes all observers without an event. Later events are ignored, later subscribers get `RxError.disposed`.
    public func dispose() {
        broadcaster.dispose()
    }

    override func attach(_ observer: ObserverBase<Element>) -> any Disposable {
        broadcaster.subscribe(observer, disposedError: RxError.disposed(object: self))
    }
}
