// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A type convertible to a property of a control.
public protocol ControlPropertyType<Element>: ObservableType, ObserverType {
    /// The property with its type erased.
    func asControlProperty() -> ControlProperty<Element>
}

/// A property of a control: it sends the current value and the user's changes, and is set by sending to it.
///
/// It never fails, is subscribed to on the main queue, and completes with the control. It doesn't send values set by
/// the program. The type documents these guarantees; only the queue of the subscription is enforced.
public struct ControlProperty<PropertyType>: ControlPropertyType {
    /// The type of elements.
    public typealias Element = PropertyType

    private let values: Observable<PropertyType>
    private let valueSink: AnyObserver<PropertyType>

    /// Creates the trait.
    ///
    /// - Parameters:
    ///   - values: Sends the current value on subscription, then each change.
    ///   - valueSink: Sets the value.
    public init<Values: ObservableType, Sink: ObserverType>(values: Values, valueSink: Sink)
    where Element == Values.Element, Element == Sink.Element {
        self.values = values.subscribe(on: ConcurrentMainScheduler.instance)
        self.valueSink = valueSink.asObserver()
    }

    /// Begins to send values to `observer`.
    public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
    where Observer.Element == Element {
        values.subscribe(observer)
    }

    /// The changes without the value at the time of subscription.
    public var changed: ControlEvent<PropertyType> {
        ControlEvent(events: values.skip(1))
    }

    /// The trait as a plain sequence.
    public func asObservable() -> Observable<Element> {
        values
    }

    /// The trait itself.
    public func asControlProperty() -> ControlProperty<Element> {
        self
    }

    /// Sets the value. Errors are fatal in debug builds and printed in others.
    public func on(_ event: Event<Element>) {
        switch event {
        case .error(let error): Hooks.reportBindingError(error)
        case .next, .completed: valueSink.on(event)
        }
    }
}

extension ControlPropertyType where Element == String? {
    /// The property with an empty text instead of nil.
    public var orEmpty: ControlProperty<String> {
        let original = asControlProperty()
        return ControlProperty(values: original.map { $0 ?? "" }, valueSink: original.mapObserver { $0 })
    }
}
