// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// Reads recorded values from the JSON that the API and exports give.
struct ValueLine {
    private static let kinds: [(StaticString, RecordedValue.Kind)] = [
        ("string", .string), ("object", .object), ("scalar", .scalar), ("nil", .nil), ("enum", .enum),
        ("struct", .struct), ("list", .list), ("map", .map), ("tuple", .tuple), ("bytes", .bytes),
        ("function", .function), ("redacted", .redacted),
    ]

    private let names: StringPool

    init(_ names: StringPool) { self.names = names }

    /// - Parameter isArgument: Whether a label is that of the argument, not of the value.
    /// - Returns: nil for anything but a value.
    func value(_ node: JSONNode, isArgument: Bool) -> RecordedValue? {
        guard let type = names.string(node["type"]), let kind = node["kind"]?.choice(Self.kinds),
            let content = content(node, kind, type)
        else { return nil }
        let label = isArgument ? nil : names.string(node["label"])
        var value = RecordedValue(label: label, typeName: type, kind: kind, content: content)
        if kind == .object { value.text = node["value"]?.string }
        value.count = node["count"]?.integer()
        if let children = node["children"]?.elements {
            for child in children {
                guard let child = self.value(child, isArgument: false) else { return nil }
                value.children.append(child)
            }
        }
        if let name = node["truncated"]?.string {
            guard let reason = TruncationReason(name: name) else { return nil }
            let original = node["length"]?.integer() ?? value.count ?? 0
            value.truncation = RecordedValue.Truncation(reason, original: original)
        }
        return value
    }

    private func content(_ node: JSONNode, _ kind: RecordedValue.Kind, _ type: String) -> RecordedValue.Content? {
        if kind == .object { return node["id"]?.withText(address) }
        guard let value = node["value"] else { return RecordedValue.Content.none }
        switch (kind, value.kind) {
        case (.bytes, .string), (.bytes, .escaped):
            guard let bytes = value.withText(HexadecimalDigits.bytes),
                let hash: UInt64 = node["hash"]?.withText(HexadecimalDigits.number)
            else { return nil }
            return .bytes(bytes, hash: hash)
        case (.scalar, .yes): return .bool(true)
        case (.scalar, .no): return .bool(false)
        case (.scalar, .number): return number(value.bytes, type)
        case (.scalar, .string), (.scalar, .escaped): return value.withText { number($0, type) }
        case (_, .string), (_, .escaped): return value.string.map { .text($0) }
        default: return nil
        }
    }

    /// The number behind the last `@` of an object's id.
    private func address(_ id: UnsafeRawBufferPointer) -> RecordedValue.Content? {
        guard let at = id.lastIndex(of: UInt8(ascii: "@")) else { return nil }
        let digits = UnsafeRawBufferPointer(rebasing: id[(at + 1)...])
        return HexadecimalDigits.number(digits).map { .address($0) }
    }

    /// A number from its text: of the type whose own text it is.
    private func number(_ digits: UnsafeRawBufferPointer, _ type: String) -> RecordedValue.Content? {
        if let integer: Int64 = DecimalDigits.integer(digits) { return .signed(integer) }
        if let integer: UInt64 = DecimalDigits.integer(digits) { return .unsigned(integer) }
        let text = String(decoding: digits, as: UTF8.self)
        if type.hasPrefix("Float"), let float = Float(text), float.description == text { return .float(float) }
        if let double = Double(text), double.description == text { return .double(double) }
        return Float(text).map { .float($0) }
    }
}
