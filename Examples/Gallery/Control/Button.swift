// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A control with a title, to tap on.
open class Button: Control {
    /// What a button looks as.
    public enum State: String, CaseIterable, Sendable {
        /// Enabled.
        case normal
        /// A finger is on it.
        case highlighted
        /// Not enabled.
        case disabled
    }

    private var titles: [State: String] = [:]
    /// Whether a finger is on it.
    public private(set) var isHighlighted = false

    /// The title in a state; that of `normal` where the state has none of its own.
    public func title(for state: State) -> String? { titles[state] ?? titles[.normal] }

    /// Sets the title in a state; nil takes it away.
    public func setTitle(_ title: String?, for state: State) { titles[state] = title }

    /// The title that is seen.
    public var currentTitle: String? {
        title(for: !isEnabled ? .disabled : isHighlighted ? .highlighted : .normal)
    }

    /// Does what a person does who taps on the button.
    open func tap() {
        guard isEnabled else { return }
        isHighlighted = true
        sendActions(for: .touchDown)
        isHighlighted = false
        sendActions(for: .touchUpInside)
    }
}
