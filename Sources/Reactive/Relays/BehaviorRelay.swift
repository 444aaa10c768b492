// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A `BehaviorSubject` without an end: it accepts elements only, and always has a value.
public final class BehaviorRelay<Element>: ObservableType, Sendable {
    private let subject: BehaviorSubject<Element>

    /// Creates a relay whose value is `value`.
    public init(value: Element) {
        subject = BehaviorSubject(value: value)
    }

    /// The latest element. Callable from any thread.
    public var value: Element {
        do {
            return try subject.value()
        } catch {
            fatalError("A relay neither fails nor is disposed of: \(error)")
        }
    }

    /// Whether there are subscribers.
    public var hasObservers: Bool { subject.hasObservers }

    /// Sets `event` as the value and passes it on.
    public func accept(_ event: Element) {
        subject.onNext(event)
    }

    /// Begins to send elements to `observer`, the current value first.
    public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
    where Observer.Element == Element {
        subject.subscribe(observer)
    }

    /// The relay as a sequence.
    public func asObservable() -> Observable<Element> {
        subject.asObservable()
    }
}
