// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The common part of subjects that keep elements.
///
/// Callable from any thread. Events reach a subscriber one after the other, in sending order; an event sent from inside
/// a callback is passed on after the callback has returned.
public class ReplayingSubject<Element>: Observable<Element>, ObserverType, Cancelable, @unchecked Sendable {
    // Proof: the fields are constant and Sendable.
    final let hub: ReplayHub
    private let box = ReplayElement<Element>.self

    init(buffer: ReplayBuffer) {
        hub = ReplayHub(buffer: buffer)
        super.init()
    }

    /// Whether there are subscribers.
    public final var hasObservers: Bool { hub.hasSubscribers }

    /// Whether `dispose()` has been called.
    public final var isDisposed: Bool { hub.isDisposed }

    /// Keeps an element and passes it on, or ends the subject; does nothing after the first terminal event.
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

    /// Ends the subject with `error`; later subscribers receive it too.
    public final func onError(_ error: any Error) {
        hub.finish(.error(error))
    }

    /// Ends the subject; later subscribers receive the end too.
    public final func onCompleted() {
        hub.finish(.completed)
    }

    /// Removes all observers and elements. Later events are ignored, later subscribers get `RxError.disposed`.
    public final func dispose() {
        hub.dispose()
    }

    override final func attach(_ observer: ObserverBase<Element>) -> any Disposable {
        hub.subscribe(observer, disposedError: RxError.disposed(object: self))
    }
}
