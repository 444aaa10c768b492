// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// An inspectable value that can be made from its text, so that rules can answer with it.
///
/// ```swift
/// extension Temperature: ConstructibleValue {
///     init?(inspectedDescription text: String) {
///         guard text.hasSuffix(" °C"), let celsius = Double(text.dropLast(3)) else { return nil }
///         self.init(celsius: celsius)
///     }
/// }
/// ```
///
/// In the JSON of a rule such a value is a string.
public protocol ConstructibleValue: InspectableValue {
    /// Makes the value with this description; nil if there is none.
    ///
    /// Called when a rule is set, and whenever the rule acts, on the thread of the call. The text comes from a client.
    init?(inspectedDescription: String)
}
