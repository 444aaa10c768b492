// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore
public import Reactive

/// An interactive element that sends actions to its targets.
///
/// It draws nothing. Use it from one thread at a time.
open class Control: ReactiveCompatible {
    /// User interactions with a control.
    public enum Event: String, CaseIterable, Sendable {
        /// A touch began inside.
        case touchDown
        /// A touch ended inside.
        case touchUpInside
        /// A touch ended outside.
        case touchUpOutside
        /// The value changed.
        case valueChanged
        /// The user changed the text.
        case editingChanged
    }

    /// Identifies an added target.
    public typealias Action = ActionProxy<Control, Event>

    /// Whether the control responds to the user. Default true.
    open var isEnabled = true
    /// Recorder for the actions of this control. Default `Recorder.shared`.
    public let recorder: Recorder

    private var actions: [(action: Action, events: Set<Event>)] = []
    /// Sends one element when the control is deallocated.
    let gone = PublishSubject<Void>()

    /// Creates an enabled control without targets.
    public init(recorder: Recorder = .current) { self.recorder = recorder }

    deinit { gone.onNext(()) }

    /// Sends an action to a target for each of the given events, in the order in which targets were added.
    ///
    /// - Parameters:
    ///   - target: The target, referenced weakly.
    ///   - events: The events.
    ///   - action: Called with the target. It should not retain the target or the control.
    /// - Returns: A value to pass to `remove(_:)`.
    @discardableResult
    public func addTarget<Target: AnyObject>(
        _ target: Target,
        for events: Event...,
        action: @escaping (_ target: Target, _ control: Control) -> Void
    ) -> Action {
        addTarget(target, for: Set(events)) { target, control, _ in action(target, control) }
    }

    func addTarget<Target: AnyObject>(
        _ target: Target,
        for events: Set<Event>,
        action: @escaping (_ target: Target, _ control: Control, _ event: Event) -> Void
    ) -> Action {
        let new = Action(of: self, to: target, recorder: recorder, action: action)
        actions.removeAll { !$0.action.hasTarget }
        actions.append((new, events))
        return new
    }

    /// Removes one action of a target.
    public func remove(_ action: Action) { actions.removeAll { $0.action === action } }

    /// Removes all actions of a target.
    public func removeTarget(_ target: AnyObject) { actions.removeAll { $0.action.leads(to: target) } }

    /// The targets.
    public var targets: [AnyObject] { actions.compactMap(\.action.forwardDelegate) }

    /// Sends the actions of an event to the targets that exist when it happens.
    open func sendActions(for event: Event) {
        for (action, events) in actions where events.contains(event) { action.send(event, from: self) }
    }
}
