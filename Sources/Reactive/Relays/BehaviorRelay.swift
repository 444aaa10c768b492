// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A `BehaviorSubject` that cannot end: it accepts elements only, and always has a value.
public final class BehaviorRelay<Element>: ObservableType, Sendable {
    private let subject: BehaviorSubject<Element>

    /// Makes a relay whose value is `value`.
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

    /// Whether anybody is subscribed.
    public var hasObservers: Bool { subject.hasObservers }

    /// Makes `event` the value and passes it on.
    public func accept(_ event: Element) {
        subject.onNext(event)
    }

    /// Begins to send elements to `observer`, the present value first.
    public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
    where Observer.Element == Element {
        subject.subscribe(observer)
    }

    /// The relay as a sequence.
    public func asObservable() -> Observable<Element> {
        subject.asObservable()
    }
}
