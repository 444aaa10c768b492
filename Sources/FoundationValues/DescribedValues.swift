// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import ProxyCore

// Values that are recorded as a text or a number.

extension Data: FoundationValue {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        withUnsafeBytes { writer.putForeignBuffer($0, type: type, label: label) }
    }
}

/// A number, though reflection shows no fields.
extension CGFloat: FoundationValue {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        Double(self).encode(to: &writer, label: label, type: type)
    }
}

extension URL: FoundationValue {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        writer.putString(writer.text(of: self), tag: .described, type: type, label: label)
    }
}

extension UUID: FoundationValue {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        writer.putString(uuidString, tag: .described, type: type, label: label)
    }
}

extension Date: FoundationValue {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        writer.putString(text, tag: .described, type: type, label: label)
    }

    /// `2026-11-22T09:30:00.125Z`, with up to microseconds; the plain number for dates outside of RFC 3339.
    private var text: String {
        let microseconds = (timeIntervalSince1970 * 1e6).rounded()
        // The years 0 to 9999.
        guard microseconds >= -62_167_219_200e6, microseconds < 253_402_300_800e6 else {
            return "\(timeIntervalSince1970) s since 1970"
        }
        let (quotient, rest) = Int64(microseconds).quotientAndRemainder(dividingBy: 1_000_000)
        let (seconds, fraction) = rest < 0 ? (quotient - 1, rest + 1_000_000) : (quotient, rest)
        return Instant.text(seconds: seconds, nanoseconds: fraction * 1_000, .groups)
    }
}

extension Locale: FoundationValue {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        writer.putString(identifier, tag: .described, type: type, label: label)
    }
}

extension TimeZone: FoundationValue {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        writer.putString(identifier, tag: .described, type: type, label: label)
    }
}

extension Notification.Name: FoundationValue {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        writer.putString(rawValue, tag: .described, type: type, label: label)
    }
}

/// Its text without the attributes. To copy all of a long one would take seconds.
extension AttributedString: FoundationValue {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        writer.putText(utf8, tag: .described, type: type, label: label)
    }
}

extension AttributedSubstring: FoundationValue {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        writer.putText(utf8, tag: .described, type: type, label: label)
    }
}
