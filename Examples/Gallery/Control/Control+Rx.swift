// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Reactive

/// The target of a subscription, which keeps it alive.
final class ControlTarget: Disposable {
    private weak var control: Control?
    private var action: Control.Action?
    /// Keeps the target alive until disposal.
    private var keeper: ControlTarget?

    init(_ control: Control, _ events: Set<Control.Event>, _ send: @escaping (Control) -> Void) {
        self.control = control
        action = control.addTarget(self, for: events) { _, control, _ in send(control) }
        keeper = self
    }

    /// Removes the target from the control.
    func dispose() {
        if let action { control?.remove(action) }
        (action, keeper) = (nil, nil)
    }
}

extension Reactive where Base: Control {
    /// One element for each of the given events; completes when the control is deallocated.
    public func controlEvent(_ events: Control.Event...) -> ControlEvent<Void> {
        ControlEvent(events: elements(Set(events)) { _ in () })
    }

    /// A property of the control: its current value, and its value after each of the given events. Sending a value sets
    /// it.
    ///
    /// - Parameters:
    ///   - events: Events that change the value.
    ///   - getter: Reads the value.
    ///   - setter: Sets the value.
    public func controlProperty<Value>(
        _ events: Control.Event...,
        getter: @escaping (Base) -> Value,
        setter: @escaping (Base, Value) -> Void
    ) -> ControlProperty<Value> {
        let now = Observable.deferred { [weak base] in base.map { Observable.just(getter($0)) } ?? .empty() }
        return ControlProperty(
            values: now.concat(elements(Set(events), getter)),
            valueSink: Binder(base, binding: setter)
        )
    }

    private func elements<Element>(
        _ events: Set<Control.Event>,
        _ element: @escaping (Base) -> Element
    ) -> Observable<Element> {
        Observable.create { [weak base] observer in
            guard let base else {
                observer.onCompleted()
                return Disposables.create()
            }
            let ending = base.gone.subscribe(onNext: { observer.onCompleted() })
            let target = ControlTarget(base, events) { control in
                // The control is always `base`, to which the target was added.
                if let base = control as? Base { observer.onNext(element(base)) }
            }
            return Disposables.create(ending, target)
        }
    }
}

extension Reactive where Base: Button {
    /// A tap: `touchUpInside`.
    public var tap: ControlEvent<Void> { controlEvent(.touchUpInside) }

    /// Sets the title for a state.
    public func title(for state: Button.State = .normal) -> Binder<String?> {
        Binder(base) { button, title in button.setTitle(title, for: state) }
    }
}
