// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What the subjects that keep elements have in common.
///
/// Callable from any thread. Events reach a subscriber one after the other, in the order in which they were sent; one that
/// is sent from inside a callback is passed on after the callback has returned.
public class ReplayingSubject<Element>: Observable<Element>, ObserverType, Cancelable, @unchecked Sendable {
    // Proof: the fields are constants and Sendable.
    final let hub: ReplayHub
    private let box = ReplayElement<Element>.self

    init(buffer: ReplayBuffer) {
        hub = ReplayHub(buffer: buffer)
        super.init()
    }

    /// Whether anybody is subscribed.
    public final var hasObservers: Bool { hub.hasSubscribers }

    /// Whether `dispose()` has been called.
    public final var isDisposed: Bool { hub.isDisposed }

    /// Keeps an element and passes it on, or ends the subject; after the first terminal event this does nothing.
    public final func on(_ event: Event<Element>) {
        switch event {
        case .next(let element): onNext(element)
        case .error(let error): onError(error)
        case .completed: onCompleted()
        }
    }

    /// Keeps `element` for later subscribers and passes it on.
    public final func onNext(_ element: Element) {
        hub.next(box.init(element))
    }

    /// Ends the subject with `error`; those who subscribe later are sent it too.
    public final func onError(_ error: any Error) {
        hub.finish(.error(error))
    }

    /// Ends the subject; those who subscribe later are sent the end too.
    public final func onCompleted() {
        hub.finish(.completed)
    }

    /// Forgets all observers and elements. Later events are ignored, later subscribers get `RxError.disposed`.
    public final func dispose() {
        hub.dispose()
    }

    override final func attach(_ observer: ObserverBase<Element>) -> any Disposable {
        hub.subscribe(observer, disposedError: RxError.disposed(object: self))
    }
}
