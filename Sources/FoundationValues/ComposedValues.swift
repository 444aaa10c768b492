// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import ProxyCore

// Values with parts.

extension IndexPath: FoundationValue {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        writer.putElements(self, tag: .list, type: type, label: label, isQuick: true) { index, writer in
            writer.writeAny(index, label: nil, staticType: nil)
        }
    }
}

extension Decimal: FoundationValue {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        let number = (self as NSDecimalNumber).doubleValue
        let text = writer.shown(number, as: "doubleValue") { _ in description }
        writer.putPortrait(text, type: type, label: label) { $0.put("doubleValue", number) }
    }
}

extension Measurement: FoundationValue {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        let text = writer.shown(value, as: "value") + " " + writer.shown(unit.symbol, as: "unit")
        writer.putPortrait(text, type: type, label: label) { parts in
            parts.put("value", value)
            parts.put("unit", unit.symbol)
        }
    }
}

extension DateComponents: FoundationValue {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        let fields: [(String, Int?)] = [
            ("era", era), ("year", year), ("month", month), ("day", day), ("hour", hour), ("minute", minute),
            ("second", second), ("nanosecond", nanosecond), ("weekday", weekday),
            ("weekdayOrdinal", weekdayOrdinal), ("quarter", quarter), ("weekOfMonth", weekOfMonth),
            ("weekOfYear", weekOfYear), ("yearForWeekOfYear", yearForWeekOfYear), ("dayOfYear", dayOfYear),
        ]
        let present = fields.compactMap { name, value in value.map { (name, $0) } }
        let others = [
            isLeapMonth.map { "isLeapMonth: " + writer.shown($0, as: "isLeapMonth") },
            timeZone.map { "timeZone: " + writer.shown($0, as: "timeZone") { $0.identifier } },
        ]
        let text = present.map { $0 + ": " + writer.shown($1, as: $0) } + others.compactMap(\.self)
        writer.putPortrait(text.joined(separator: ", "), type: type, label: label) { parts in
            for (name, value) in present { parts.put(name, value) }
            parts.put("isLeapMonth", ifPresent: isLeapMonth)
            parts.put("calendar", ifPresent: calendar.map { "\($0.identifier)" })
            parts.put("timeZone", ifPresent: timeZone)
        }
    }
}

extension Notification: FoundationValue {
    /// The object and the values of `userInfo` can have any type.
    package static var isPlain: Bool { false }

    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        let text = writer.shown(name, as: "name") { $0.rawValue }
        writer.putPortrait(text, type: type, label: label) { parts in
            parts.put("name", name)
            parts.put("object", ifPresent: object)
            parts.put("userInfo", ifPresent: userInfo)
        }
    }
}

extension URLComponents: FoundationValue {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        let secrets = writer.urlSecrets
        let isPartHidden = hasHiddenPart(besidePassword: writer.hidesCredentials) { writer.hides($0, label: $1) }
        // Components that make up no URL have no text.
        let text = isPartHidden ? "" : string.map { secrets.removed(from: $0) } ?? ""
        writer.putPortrait(text, type: type, label: label) { parts in
            parts.put("scheme", ifPresent: scheme)
            parts.put("user", ifPresent: user)
            if !parts.hidesCredentials { parts.put("password", ifPresent: password) }
            parts.put("host", ifPresent: host)
            parts.put("port", ifPresent: port)
            parts.put("path", path)
            parts.put("queryItems", ifPresent: queryItems)
            parts.put("fragment", ifPresent: percentEncodedFragment.map { secrets.removed(fromFragment: $0) })
        }
    }

    /// Whether a rule hides one of the parts, which the text must not contain either.
    ///
    /// - Parameters:
    ///   - isPasswordOut: Whether the password is left out of the text anyway.
    ///   - isHidden: Whether a rule hides values of a type with a label.
    func hasHiddenPart(besidePassword isPasswordOut: Bool, _ isHidden: (Any.Type, String) -> Bool) -> Bool {
        let texts = [
            ("scheme", scheme), ("user", user), ("password", isPasswordOut ? nil : password), ("host", host),
            ("path", path.isEmpty ? nil : path), ("fragment", fragment), ("value", queryItems.map { _ in "" }),
        ]
        if texts.contains(where: { $1 != nil && isHidden(String.self, $0) }) { return true }
        if port != nil && isHidden(Int.self, "port") { return true }
        let lists: [Any.Type] = queryItems == nil ? [] : [[URLQueryItem].self, URLQueryItem.self]
        return lists.contains { isHidden($0, "queryItems") }
    }
}

extension URLQueryItem: FoundationValue {
    package func encode(to writer: inout ValueWriter, label: String?, type: UnsafeRawPointer?) {
        let isHidden = writer.urlSecrets.hides(parameter: name) || writer.hides(String.self, label: "value")
        let shown = value.map { isHidden ? "=redacted" : "=" + $0 } ?? ""
        writer.putString(name + shown, tag: .described, type: type, label: label)
    }
}
