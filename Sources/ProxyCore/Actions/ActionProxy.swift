// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// An event of a control that sends actions, by its name: `touchUpInside`.
public typealias ActionEvent = CaseIterable & Hashable & RawRepresentable<String> & Sendable

/// Stands between a control and one target of its actions: passes each on and records it as a delegate call is.
///
/// A class that sends actions to targets keeps one per target, and sends through it:
///
/// ```swift
/// let action = ActionProxy<Button, Button.Event>(of: button, to: form) { form, button, _ in form.save(button) }
/// action.send(.touchUpInside, from: button)
/// ```
///
/// In the record, the control is the owner, `ButtonAction` the protocol, and `touchUpInside(_:)` the selector. The target
/// is held weakly; once it is gone, nothing is sent and nothing is recorded. The control is not held at all.
///
/// - Invariant: As `ProtocolProxy`. The action runs on the thread that sends it.
public final class ActionProxy<Control: AnyObject, Event: ActionEvent>: ProtocolProxy<AnyObject>, @unchecked Sendable {
    // Sendable: as its superclass; what it adds never changes, and the action runs where it is sent.

    /// A requirement that stands for one event.
    public typealias EventSelector = MethodSelector<ActionProxy, Control, Void>

    private let action: (AnyObject, Control, Event) -> Void
    private let selectors: [Event: EventSelector]

    /// Creates the way from a control to a target.
    ///
    /// - Parameters:
    ///   - control: Names the owner in records.
    ///   - target: Gets the actions; held weakly.
    ///   - recorder: Records the actions. Default `Recorder.shared`.
    ///   - action: What the target does. It should not hold the target or the control.
    public init<Target: AnyObject>(
        of control: Control,
        to target: Target,
        recorder: Recorder = .shared,
        action: @escaping (_ target: Target, _ control: Control, _ event: Event) -> Void
    ) {
        // The proxy's forward delegate is the target, and nothing else.
        self.action = { action(unsafeDowncast($0, to: Target.self), $1, $2) }
        selectors = Self.selectors
        super.init(recorder: recorder, ownerName: String(describing: type(of: control)))
        setForwardDelegate(target, retain: false)
    }

    /// Whether the target is still there.
    public var hasTarget: Bool { forwardDelegate != nil }

    /// Whether the actions go to an object.
    public func leads(to target: AnyObject) -> Bool { forwardDelegate === target }

    /// Passes one action on, if the target is there.
    public func send(_ event: Event, from control: Control) {
        // A control with a dead target sends nothing, so there is no call to record.
        guard let selector = selectors[event], let target = forwardDelegate else { return }
        forward(selector, control) { _ in action(target, control, event) }
    }

    // MARK: Selectors

    /// The requirement that stands for an event, to observe it by.
    public static func selector(of event: Event) -> EventSelector? { selectors[event] }

    /// One requirement per event.
    public override class var requirements: [AnyMethodSelector] {
        let selectors = selectors
        return Event.allCases.compactMap { selectors[$0].map(AnyMethodSelector.init) }
    }

    /// Made once for each type of control: a selector lives for ever.
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

    /// The selectors of a type of proxy, made when they are first asked for.
    func find<Selectors: Sendable>(_ type: AnyClass, _ make: () -> Selectors) -> Selectors {
        let key = ObjectIdentifier(type)
        if let known = state.withLock({ $0.selectors[key] as? Selectors }) { return known }
        // Made without the lock: the names of events are the program's code.
        let new = make()
        return state.withLock { state in
            if let known = state.selectors[key] as? Selectors { return known }
            state.selectors[key] = new
            return new
        }
    }
}
