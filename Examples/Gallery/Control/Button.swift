// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A control with a title.
open class Button: Control {
    /// The appearance of a button.
    public enum State: String, CaseIterable, Sendable {
        /// Enabled.
        case normal
        /// Pressed.
        case highlighted
        /// Disabled.
        case disabled
    }

    private var titles: [State: String] = [:]
    /// Whether the button is pressed.
    public private(set) var isHighlighted = false

    /// The title for a state; the title for `normal` if the state has none.
    public func title(for state: State) -> String? { titles[state] ?? titles[.normal] }

    /// Sets the title for a state; nil removes it.
    public func setTitle(_ title: String?, for state: State) { titles[state] = title }

    /// The displayed title.
    public var currentTitle: String? {
        title(for: !isEnabled ? .disabled : isHighlighted ? .highlighted : .normal)
    }

    /// Simulates a tap.
    open func tap() {
        guard isEnabled else { return }
        isHighlighted = true
        sendActions(for: .touchDown)
        isHighlighted = false
        sendActions(for: .touchUpInside)
    }
}
