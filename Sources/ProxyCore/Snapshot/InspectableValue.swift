// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A type that says itself what a record shows of its values.
///
/// ```swift
/// extension Temperature: InspectableValue {
///     var inspectedDescription: String { "\(celsius) °C" }
///     var inspectedParts: KeyValuePairs<String, Any> { ["celsius": celsius, "sensor": sensor] }
/// }
/// ```
///
/// Both are taken on the calling thread, before the call is forwarded, and cut to the budget. Calls of proxies that
/// they cause are not recorded. Keep them short: the caller waits for them. Redaction rules apply to the parts, by label
/// and by type, but not to what the text says.
public protocol InspectableValue {
    /// The text of the value, for rows and lines.
    var inspectedDescription: String { get }

    /// What the value consists of, by label: shown with its details, and found by filters as `arg.celsius:>30`.
    /// Default none.
    var inspectedParts: KeyValuePairs<String, Any> { get }
}

extension InspectableValue {
    /// No parts.
    public var inspectedParts: KeyValuePairs<String, Any> { [:] }
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
