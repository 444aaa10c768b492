// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A `PublishSubject` without an end: it accepts elements only.
public final class PublishRelay<Element>: ObservableType, Sendable {
    private let subject = PublishSubject<Element>()

    /// Creates a relay without observers.
    public init() {}

    /// Whether there are subscribers.
    public var hasObservers: Bool { subject.hasObservers }

    /// Passes `event` to the observers on the calling thread.
    public func accept(_ event: Element) {
        subject.onNext(event)
    }

    /// Begins to send elements to `observer`.
    public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
    where Observer.Element == Element {
        subject.subscribe(observer)
    }

    /// The relay as a sequence.
    public func asObservable() -> Observable<Element> {
        subject.asObservable()
    }
}
