// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Sends only its last element, and that only when it completes; a failure is sent alone.
///
/// Callable from any thread. Those who subscribe after the end are sent the same events.
public final class AsyncSubject<Element>: Observable<Element>, SubjectType, ObserverType, Cancelable,
    @unchecked Sendable
{
    // Proof: the only field is a constant and Sendable.
    private let hub = ReplayHub(buffer: ReplayBuffer(policy: .afterEnd, limit: 1))

    /// The type of observer that `asObserver()` gives.
    public typealias SubjectObserverType = AsyncSubject<Element>

    /// Makes a subject without elements.
    public override init() {
        super.init()
    }

    /// Whether anybody is subscribed.
    public var hasObservers: Bool { hub.hasSubscribers }

    /// Whether `dispose()` has been called.
    public var isDisposed: Bool { hub.isDisposed }

    /// Keeps an element, or ends the subject; after the first terminal event this does nothing.
    public func on(_ event: Event<Element>) {
        switch event {
        case .next(let element): hub.next(ReplayElement(element))
        case .error(let error): hub.finish(.error(error))
        case .completed: hub.finish(.completed)
        }
    }

    /// The subject as an observer.
    public func asObserver() -> AsyncSubject<Element> {
        self
    }

    /// Forgets all observers and the element. Later events are ignored, later subscribers get `RxError.disposed`.
    public func dispose() {
        hub.dispose()
    }

    override func attach(_ observer: ObserverBase<Element>) -> any Disposable {
        hub.subscribe(observer, disposedError: RxError.disposed(object: self))
    }
}
