// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A type convertible to the events of a control.
public protocol ControlEventType<Element>: ObservableType {
    /// The sequence with its type erased.
    func asControlEvent() -> ControlEvent<Element>
}

/// The events of a control: the sequence never fails, doesn't replay, is subscribed to on the main queue, and completes
/// with the control.
///
/// The type documents these guarantees; only the queue of the subscription is enforced.
public struct ControlEvent<PropertyType>: ControlEventType {
    /// The type of elements in the sequence.
    public typealias Element = PropertyType

    private let events: Observable<PropertyType>

    /// Creates the trait from a sequence that fulfils its guarantees.
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
