// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Passes events on and keeps the latest element, which each new subscriber is sent first.
///
/// Callable from any thread. Events reach a subscriber one after the other, in the order in which they changed the value;
/// one that is sent from inside a subscriber's callback reaches that subscriber after the callback has returned.
public final class BehaviorSubject<Element>: Observable<Element>, SubjectType, ObserverType, Cancelable,
    @unchecked Sendable
{
    // Proof: the only field is a constant and Sendable.
    private let hub: ReplayHub

    /// The type of observer that `asObserver()` gives.
    public typealias SubjectObserverType = BehaviorSubject<Element>

    /// Makes a subject whose latest element is `value`.
    public init(value: Element) {
        hub = ReplayHub(buffer: ReplayBuffer(policy: .untilEnd, limit: 1, initial: [ReplayElement(value)]))
        super.init()
    }

    /// Whether anybody is subscribed.
    public var hasObservers: Bool { hub.hasSubscribers }

    /// Whether `dispose()` has been called.
    public var isDisposed: Bool { hub.isDisposed }

    /// The latest element; also after the subject has completed.
    ///
    /// - Throws: The error that ended the subject, or `RxError.disposed`.
    public func value() throws -> Element {
        let latest = hub.latest
        if case .error(let error) = latest.terminal { throw error }
        guard let event = latest.element else { throw RxError.disposed(object: self) }
        return unsafeDowncast(event, to: ReplayElement<Element>.self).element
    }

    /// Passes `event` on; after the first terminal event this does nothing.
    public func on(_ event: Event<Element>) {
        switch event {
        case .next(let element): hub.next(ReplayElement(element))
        case .error(let error): hub.finish(.error(error))
        case .completed: hub.finish(.completed)
        }
    }

    /// Keeps `element` as the latest and passes it on.
    public func onNext(_ element: Element) {
        hub.next(ReplayElement(element))
    }

    /// The subject as an observer.
    public func asObserver() -> BehaviorSubject<Element> {
        self
    }

    /// Forgets all observers and the value. Later events are ignored, later subscribers get `RxError.disposed`.
    public func dispose() {
        hub.dispose()
    }

    override func attach(_ observer: ObserverBase<Element>) -> any Disposable {
        hub.subscribe(observer, disposedError: RxError.disposed(object: self))
    }
}
