// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// An event of a control that sends actions, identified by name: `touchUpInside`.
public typealias ActionEvent = CaseIterable & Hashable & RawRepresentable<String> & Sendable

/// Forwards the actions of a control to one target, and records each like a delegate call.
///
/// A class that sends actions keeps one proxy per target and sends through it:
///
/// ```swift
/// let action = ActionProxy<Button, Button.Event>(of: button, to: form) { form, button, _ in form.save(button) }
/// action.send(.touchUpInside, from: button)
/// ```
///
/// In the record, the control is the owner, `ButtonAction` the protocol, and `touchUpInside(_:)` the selector. The
/// target is held weakly; once it is gone, nothing is sent or recorded. The same holds while the program has replaced
/// it by a forward delegate of another type. The control is not held at all.
///
/// - Invariant: As `ProtocolProxy`. The action runs on the sending thread.
public final class ActionProxy<Control: AnyObject, Event: ActionEvent>: ProtocolProxy<AnyObject>, @unchecked Sendable {
    // Sendable: like the superclass; the properties added here never change, and the action runs on the sending thread.

    /// The requirement for one event.
    public typealias EventSelector = MethodSelector<ActionProxy, Control, Void>

    private let action: (AnyObject, Control, Event) -> Void
    private let isTarget: (AnyObject) -> Bool
    private let selectors: [Event: EventSelector]

    /// Creates a proxy between a control and a target.
    ///
    /// - Parameters:
    ///   - control: Names the owner in records.
    ///   - target: Receives the actions; held weakly.
    ///   - recorder: Records the actions. Default `Recorder.current`.
    ///   - action: Performs the action on the target. It should not capture the target or the control.
    public init<Target: AnyObject>(
        of control: Control,
        to target: Target,
        recorder: Recorder = .current,
        action: @escaping (_ target: Target, _ control: Control, _ event: Event) -> Void
    ) {
        // Everybody can set another forward delegate, so `target` asks for each.
        isTarget = { $0 is Target }
        self.action = { action(unsafeDowncast($0, to: Target.self), $1, $2) }
        selectors = Self.selectors
        super.init(recorder: recorder, ownerName: String(describing: type(of: control)))
        setForwardDelegate(target, retain: false)
    }

    /// Whether the target is alive.
    public var hasTarget: Bool { target != nil }

    /// Whether `target` receives the actions.
    public func leads(to target: AnyObject) -> Bool { self.target === target }

    /// Sends one action to the target, if the target is alive.
    public func send(_ event: Event, from control: Control) {
        // A control with a dead target sends nothing, so there is no call to record.
        guard let selector = selectors[event], let target else { return }
        forward(selector, control) { _ in action(target, control, event) }
    }

    /// The forward delegate, if the action can be performed on it.
    private var target: AnyObject? { forwardDelegate.flatMap { isTarget($0) ? $0 : nil } }

    // MARK: Selectors

    /// The requirement for an event, for observing it.
    public static func selector(of event: Event) -> EventSelector? { selectors[event] }

    /// One requirement per event.
    public override class var requirements: [AnyMethodSelector] {
        let selectors = selectors
        return Event.allCases.compactMap { selectors[$0].map(AnyMethodSelector.init) }
    }

    /// Created once per type of control, because selectors are never freed.
    private static var selectors: [Event: EventSelector] {
        ActionSelectors.shared.find(Self.self) {
            var selectors: [Event: EventSelector] = [:]
            for event in Event.allCases {
                selectors[event] = EventSelector(
                    "\(event.rawValue)(_:)",
                    of: "\(Control.self)Action",
                    parameter: "sender",
                    traits: .optional
                )
            }
            return selectors
        }
    }
}

/// The selectors of all types of controls.
private final class ActionSelectors: Sendable {
    static let shared = ActionSelectors()

    private struct State: @unchecked Sendable {
        // Sendable: dictionaries of selectors, which never change.
        var selectors: [ObjectIdentifier: Any] = [:]
    }

    private let state = Mutex(State())

    /// The selectors of a proxy type, created on first use.
    func find<Selectors: Sendable>(_ type: AnyClass, _ make: () -> Selectors) -> Selectors {
        let key = ObjectIdentifier(type)
        if let known = state.withLock({ $0.selectors[key] as? Selectors }) { return known }
        // Created without the lock: the names of events come from user code.
        let new = make()
        return state.withLock { state in
            if let known = state.selectors[key] as? Selectors { return known }
            state.selectors[key] = new
            return new
        }
    }
}
