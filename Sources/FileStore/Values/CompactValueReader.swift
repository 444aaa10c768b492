// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// Reads what `CompactValueWriter` wrote; what it cannot have written gives nil.
enum CompactValueReader {
    /// - Parameter expected: What was expected when the value was written.
    static func value(_ node: JSONNode, expected: String?) -> RecordedValue? {
        switch node {
        case .null: expected.map { RecordedValue(typeName: $0, kind: .nil) }
        case .bool(let truth): plain(expected ?? CompactValueWriter.DefaultType.truth, .scalar, .bool(truth))
        case .string(let text): plain(expected ?? CompactValueWriter.DefaultType.string, .string, .text(text))
        case .number(let text): number(text).map { content, usual in plain(expected ?? usual, .scalar, content) }
        case .object: object(node, expected: expected)
        case .array: nil
        }
    }

    private static func plain(_ type: String, _ kind: RecordedValue.Kind, _ content: RecordedValue.Content)
        -> RecordedValue
    {
        RecordedValue(typeName: type, kind: kind, content: content)
    }

    private static func number(_ text: String) -> (RecordedValue.Content, usual: String)? {
        if let integer = Int64(text) { return (.signed(integer), CompactValueWriter.DefaultType.integer) }
        return Double(text).map { (.double($0), CompactValueWriter.DefaultType.real) }
    }

    private static func object(_ node: JSONNode, expected: String?) -> RecordedValue? {
        guard let type = node["type"]?.string ?? expected,
            let kind = node["object"] != nil && node["kind"] == nil
                ? .object : node["kind"]?.string.flatMap(RecordedValue.Kind.init),
            let content = content(node)
        else { return nil }
        var value = RecordedValue(label: node["label"]?.string, typeName: type, kind: kind, content: content)
        value.count = node["count"]?.integer()
        let children = node["children"]?.array ?? []
        value.children = children.compactMap { Self.value($0, expected: nil) }
        guard value.children.count == children.count else { return nil }
        if let name = node["truncated"]?.string {
            guard let reason = TruncationReason(name: name), let original = node["original"]?.integer(Int.self) else {
                return nil
            }
            value.truncation = RecordedValue.Truncation(reason, original: original)
        }
        return value
    }

    private static func content(_ node: JSONNode) -> RecordedValue.Content? {
        if let value = node["value"] {
            switch value {
            case .bool(let truth): return .bool(truth)
            case .number(let text): return number(text)?.0
            case .string(let text): return .text(text)
            default: return nil
            }
        }
        if let address = node["object"]?.string { return UInt(address, radix: 16).map { .address($0) } }
        if let number = node["unsigned"]?.integer(UInt64.self) { return .unsigned(number) }
        if let text = node["float"]?.string { return Float(text).map { .float($0) } }
        if let text = node["double"]?.string { return Double(text).map { .double($0) } }
        if let text = node["bytes"]?.string {
            guard let bytes = bytes(text), let hash = node["hash"]?.string.flatMap({ UInt64($0, radix: 16) }) else {
                return nil
            }
            return .bytes(bytes, hash: hash)
        }
        return RecordedValue.Content.none
    }

    static func bytes(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { index in
            UInt8(String(decoding: digits[index..<(index + 2)], as: UTF8.self), radix: 16)
        }
        return bytes.count * 2 == digits.count ? bytes : nil
    }
}
