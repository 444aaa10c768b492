// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// Reads the JSON of `CompactValueWriter`; nil for anything else.
enum CompactValueReader {
    /// - Parameter expected: The expected type when the value was written.
    static func value(_ node: JSONNode, expected: String?) -> RecordedValue? {
        switch node.kind {
        case .null: expected.map { RecordedValue(typeName: $0, kind: .nil) }
        case .yes, .no:
            plain(expected ?? CompactValueWriter.DefaultType.truth, .scalar, .bool(node.kind == .yes))
        case .string, .escaped:
            plain(expected ?? CompactValueWriter.DefaultType.string, .string, .text(node.string ?? ""))
        case .number: number(node.bytes).map { content, usual in plain(expected ?? usual, .scalar, content) }
        case .object: object(node, expected: expected)
        case .array: nil
        }
    }

    private static func plain(_ type: String, _ kind: RecordedValue.Kind, _ content: RecordedValue.Content)
        -> RecordedValue
    {
        RecordedValue(typeName: type, kind: kind, content: content)
    }

    private static func number(_ digits: UnsafeRawBufferPointer) -> (RecordedValue.Content, usual: String)? {
        if let integer: Int64 = DecimalDigits.integer(digits) {
            return (.signed(integer), CompactValueWriter.DefaultType.integer)
        }
        let real = Double(String(decoding: digits, as: UTF8.self))
        return real.map { (.double($0), CompactValueWriter.DefaultType.real) }
    }

    private static func object(_ node: JSONNode, expected: String?) -> RecordedValue? {
        guard let type = node["type"]?.string ?? expected,
            let kind = node["object"] != nil && node["kind"] == nil
                ? .object : node["kind"]?.string.flatMap(RecordedValue.Kind.init),
            let content = content(node)
        else { return nil }
        var value = RecordedValue(label: node["label"]?.string, typeName: type, kind: kind, content: content)
        if kind == .object {
            value.text = node["value"]?.string
            if let line = node["line"]?.integer(UInt32.self), let column = node["column"]?.integer(UInt32.self) {
                value.setPosition(TextPosition(line: line, column: column))
                return value
            }
        }
        if let node = node["count"] {
            guard let count = node.integer(Int.self), count >= 0 else { return nil }
            value.count = count
        }
        if let children = node["children"]?.elements {
            for child in children {
                guard let child = Self.value(child, expected: nil) else { return nil }
                value.children.append(child)
            }
        }
        if let name = node["truncated"]?.string {
            guard let reason = TruncationReason(name: name), let original = node["original"]?.integer(Int.self),
                original >= 0
            else { return nil }
            value.truncation = RecordedValue.Truncation(reason, original: original)
        }
        return value
    }

    private static func content(_ node: JSONNode) -> RecordedValue.Content? {
        // For an object, the member `value` holds its text.
        if let address = node["object"] { return HexadecimalDigits.number(address.bytes).map { .address($0) } }
        if let value = node["value"] {
            switch value.kind {
            case .yes: return .bool(true)
            case .no: return .bool(false)
            case .number: return number(value.bytes)?.0
            case .string, .escaped: return value.string.map { .text($0) }
            default: return nil
            }
        }
        if let number = node["unsigned"]?.integer(UInt64.self) { return .unsigned(number) }
        if let text = node["float"]?.string { return Float(text).map { .float($0) } }
        if let text = node["double"]?.string { return Double(text).map { .double($0) } }
        if let digits = node["bytes"]?.bytes {
            guard let bytes = HexadecimalDigits.bytes(digits),
                let hash: UInt64 = node["hash"].flatMap({ HexadecimalDigits.number($0.bytes) })
            else { return nil }
            return .bytes(bytes, hash: hash)
        }
        return RecordedValue.Content.none
    }
}
