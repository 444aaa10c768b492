// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The text by which two values of different runs are compared: without addresses, with all bytes that were kept, and with
/// the elements of collections without an order in that of their texts.
package enum RecordedText {
    package static func of(_ value: RecordedValue) -> String {
        ValueText.line(comparable(value), limit: .max)
    }

    /// A text that tells the values of one run apart, with all that was recorded of them: a value's text for readers may
    /// leave its parts out. An object is told by its type and address, whatever was recorded of its state.
    package static func key(of value: RecordedValue) -> String {
        if let identity = value.identity { return "object \(identity.debugDescription)" }
        var parts = value.children.map { "\(($0.label ?? "").debugDescription) \(key(of: $0))" }
        if value.isUnordered {
            let step = value.kind == .map ? 2 : 1
            let elements = stride(from: 0, to: parts.count, by: step).map { parts[$0...].prefix(step) }
            parts = elements.map { $0.joined(separator: ": ") }.sorted()
        }
        let head = "\(value.kind) \(value.typeName.debugDescription) \(value.content)"
        return "\(head) (\(parts.joined(separator: ", ")))"
    }

    /// Whether no part of the value was cut off, hidden, or left out for its depth.
    package static func isWhole(_ value: RecordedValue) -> Bool {
        value.truncation == nil && value.kind != .redacted && value.children.allSatisfy(isWhole)
    }

    private static func comparable(_ value: RecordedValue) -> RecordedValue {
        var plain = value
        if case .address = value.content { plain.content = .address(0) }
        if case .bytes(let bytes, let hash) = value.content, value.bytesText == nil {
            // A value with a text of its own. Those for readers have the first bytes only.
            plain.kind = .struct
            plain.content = .text(text(of: bytes, hash, value))
        }
        plain.children = value.children.map(comparable)
        if value.isUnordered { plain.children = sorted(plain.children, by: value.kind == .map ? 2 : 1) }
        return plain
    }

    /// The size and all kept bytes, and of a part the hash of the whole.
    private static func text(of bytes: [UInt8], _ hash: UInt64, _ value: RecordedValue) -> String {
        let size = "\(value.count ?? value.truncation?.original ?? 0) bytes"
        if bytes.isEmpty { return size }
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return value.truncation == nil ? "\(size) \(digits)" : "\(size) \(digits)… \(String(hash, radix: 16))"
    }

    /// Elements of a number of children each, in the order of their texts.
    private static func sorted(_ children: [RecordedValue], by step: Int) -> [RecordedValue] {
        let elements = stride(from: 0, to: children.count, by: step).map { children[$0...].prefix(step) }
        let texts = elements.map { element in
            (element, element.map { ValueText.line($0, limit: .max) }.joined(separator: ": "))
        }
        return texts.sorted { $0.1 < $1.1 }.flatMap(\.0)
    }
}

extension RecordedValue {
    /// Whether the order of the elements depends on the process: hashes are seeded anew in each.
    package var isUnordered: Bool {
        if kind == .map { return !Self.orderedMaps.contains(where: typeName.hasPrefix) }
        return typeName.hasPrefix("Set<") || typeName.hasPrefix("NSSet")
    }

    private static let orderedMaps = ["KeyValuePairs<", "OrderedDictionary<"]
}
