// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import ProxyCore
public import Reactive

/// Something that a person works with, which sends actions to its targets.
///
/// Nothing is drawn. Use it from one thread at a time.
open class Control: ReactiveCompatible {
    /// What a person does with a control.
    public enum Event: String, CaseIterable, Sendable {
        /// A finger went down on it.
        case touchDown
        /// A finger went up inside of it.
        case touchUpInside
        /// A finger went up outside of it.
        case touchUpOutside
        /// Its value became another one.
        case valueChanged
        /// The person changed its text.
        case editingChanged
    }

    /// The way to one target.
    public typealias Action = ActionProxy<Control, Event>

    /// Whether it reacts to a person. Default true.
    open var isEnabled = true
    /// Records the actions of this control. Default `Recorder.shared`.
    public let recorder: Recorder

    private var actions: [(action: Action, events: Set<Event>)] = []
    /// Sends one element when the control is gone.
    let gone = PublishSubject<Void>()

    /// An enabled control without targets.
    public init(recorder: Recorder = .shared) { self.recorder = recorder }

    deinit { gone.onNext(()) }

    /// Sends an action to a target whenever one of some events happens, in the order in which targets were added.
    ///
    /// - Parameters:
    ///   - target: Held weakly.
    ///   - events: The events.
    ///   - action: What the target does. It should not hold the target or the control.
    /// - Returns: The way to the target; `remove(_:)` ends it.
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

    /// Sends no more actions that way.
    public func remove(_ action: Action) { actions.removeAll { $0.action === action } }

    /// Sends no more actions to a target.
    public func removeTarget(_ target: AnyObject) { actions.removeAll { $0.action.leads(to: target) } }

    /// The objects that actions are sent to.
    public var targets: [AnyObject] { actions.compactMap(\.action.forwardDelegate) }

    /// Sends the actions of an event: to those targets that there were when it happened.
    open func sendActions(for event: Event) {
        for (action, events) in actions where events.contains(event) { action.send(event, from: self) }
    }
}
