// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A type that defines how records show its values.
///
/// ```swift
/// extension Temperature: InspectableValue {
///     var inspectedDescription: String { "\(celsius) °C" }
///     var inspectedParts: KeyValuePairs<String, Any> { ["celsius": celsius, "sensor": sensor] }
/// }
/// ```
///
/// Both properties are read on the calling thread, for arguments before the call is forwarded, and cut to the budget.
/// Calls of proxies that they cause are not recorded. Keep them fast, because the caller waits for them. Redaction
/// rules apply to the parts, by label and by type, but not to the contents of the text.
public protocol InspectableValue {
    /// The text of the value, for rows and lines.
    var inspectedDescription: String { get }

    /// The parts of the value, by label: shown in its details, and matched by filters such as `arg.celsius:>30`.
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

/// A type whose values are never recorded.
///
/// The record contains the type and the fact that the value was redacted; neither text nor length.
public protocol Redactable {}
