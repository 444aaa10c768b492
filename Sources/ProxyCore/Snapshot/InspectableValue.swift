// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A type that says itself what a record shows of its values.
///
/// ```swift
/// extension Temperature: InspectableValue {
///     var inspectedDescription: String { "\(celsius) °C" }
/// }
/// ```
///
/// The text is taken on the calling thread, before the call is forwarded, and cut to the budget. Calls of proxies that
/// it causes are not recorded. Keep it short: the caller waits for it.
public protocol InspectableValue {
    /// The text of the value.
    var inspectedDescription: String { get }
}

enum InspectableRegistration {
    static func isInspectable(_ type: Any.Type) -> Bool {
        type is any InspectableValue.Type || type is any Redactable.Type
    }
}

/// A type whose values never enter a record.
///
/// The record keeps the type and the word that the value was redacted; neither text nor length.
public protocol Redactable {}
