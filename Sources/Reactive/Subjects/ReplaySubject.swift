// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Passes events on and sends each new subscriber the last elements first, even after the end.
///
/// Callable from any thread; the order of events is as for `BehaviorSubject`.
public final class ReplaySubject<Element>: Observable<Element>, SubjectType, ObserverType, Cancelable,
    @unchecked Sendable
{
    // Proof: the only field is a constant and Sendable.
    private let hub: ReplayHub

    /// The type of observer that `asObserver()` gives.
    public typealias SubjectObserverType = ReplaySubject<Element>

    /// Makes a subject that replays the last `bufferSize` elements; at least 0.
    public static func create(bufferSize: Int) -> ReplaySubject<Element> {
        precondition(bufferSize >= 0, "A buffer cannot have a negative size.")
        return ReplaySubject(limit: bufferSize)
    }

    /// Makes a subject that replays all elements. Its memory grows with each one.
    public static func createUnbounded() -> ReplaySubject<Element> {
        ReplaySubject(limit: .max)
    }

    private init(limit: Int) {
        hub = ReplayHub(buffer: ReplayBuffer(policy: .always, limit: limit))
        super.init()
    }

    /// Whether anybody is subscribed.
    public var hasObservers: Bool { hub.hasSubscribers }

    /// Whether `dispose()` has been called.
    public var isDisposed: Bool { hub.isDisposed }

    /// Passes `event` on; after the first terminal event this does nothing.
    public func on(_ event: Event<Element>) {
        switch event {
        case .next(let element): hub.next(ReplayElement(element))
        case .error(let error): hub.finish(.error(error))
        case .completed: hub.finish(.completed)
        }
    }

    /// Keeps `element` for later subscribers and passes it on.
    public func onNext(_ element: Element) {
        hub.next(ReplayElement(element))
    }

    /// The subject as an observer.
    public func asObserver() -> ReplaySubject<Element> {
        self
    }

    /// Forgets all observers and elements. Later events are ignored, later subscribers get `RxError.disposed`.
    public func dispose() {
        hub.dispose()
    }

    override func attach(_ observer: ObserverBase<Element>) -> any Disposable {
        hub.subscribe(observer, disposedError: RxError.disposed(object: self))
    }
}
