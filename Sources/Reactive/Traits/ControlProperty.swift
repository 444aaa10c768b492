// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A sequence and an observer that are known to be a property of a control.
public protocol ControlPropertyType<Element>: ObservableType, ObserverType {
    /// The property with its type erased.
    func asControlProperty() -> ControlProperty<Element>
}

/// A property of a control: the present value and then the changes that the user makes; sending to it sets it.
///
/// It never fails, is subscribed to on the main queue and completes when the control is gone. Values that the program
/// sets are not sent. The type documents these promises; only the place of the subscription is enforced.
public struct ControlProperty<PropertyType>: ControlPropertyType {
    /// The type of elements.
    public typealias Element = PropertyType

    private let values: Observable<PropertyType>
    private let valueSink: AnyObserver<PropertyType>

    /// Makes the trait.
    ///
    /// - Parameters:
    ///   - values: Sends the present value on subscription and each change later.
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

    /// Sets the value. An error cannot be taken: it is fatal in debug builds and printed in others.
    public func on(_ event: Event<Element>) {
        switch event {
        case .error(let error): Hooks.reportBindingError(error)
        case .next, .completed: valueSink.on(event)
        }
    }
}

extension ControlPropertyType where Element == String? {
    /// The same property with an empty text in place of none.
    public var orEmpty: ControlProperty<String> {
        let original = asControlProperty()
        return ControlProperty(values: original.map { $0 ?? "" }, valueSink: original.mapObserver { $0 })
    }
}
