// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The text by which two values of different runs are compared: without addresses.
package enum RecordedText {
    package static func of(_ value: RecordedValue) -> String { ValueText.line(withoutAddresses(value), limit: .max) }

    /// Whether no part of the value was cut off, hidden, or left out for its depth.
    package static func isWhole(_ value: RecordedValue) -> Bool {
        value.truncation == nil && value.kind != .redacted && value.children.allSatisfy(isWhole)
    }

    private static func withoutAddresses(_ value: RecordedValue) -> RecordedValue {
        var plain = value
        if case .address = value.content { plain.content = .address(0) }
        plain.children = value.children.map(withoutAddresses)
        return plain
    }
}
