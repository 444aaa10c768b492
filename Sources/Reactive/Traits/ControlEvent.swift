// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A sequence that is known to be the events of a control.
public protocol ControlEventType<Element>: ObservableType {
    /// The sequence with its type erased.
    func asControlEvent() -> ControlEvent<Element>
}

/// The events of a control: it never fails, does not replay, is subscribed to on the main queue and completes when the
/// control is gone.
///
/// The type documents these promises; only the place of the subscription is enforced.
public struct ControlEvent<PropertyType>: ControlEventType {
    /// The type of elements in the sequence.
    public typealias Element = PropertyType

    private let events: Observable<PropertyType>

    /// Makes the trait from a sequence that keeps its promises.
    public init<Events: ObservableType>(events: Events) where Events.Element == Element {
        self.events = events.subscribe(on: ConcurrentMainScheduler.instance)
    }

    /// Begins to send events to `observer`.
    public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
    where Observer.Element == Element {
        events.subscribe(observer)
    }

    /// The trait as a plain sequence.
    public func asObservable() -> Observable<Element> {
        events
    }

    /// The trait itself.
    public func asControlEvent() -> ControlEvent<Element> {
        self
    }
}
