// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

// The JSON of values in the API and in exports. Recording files use a different, compact form.

extension JSONWriter {
    /// Writes a value as an object.
    mutating func value(_ value: RecordedValue) {
        object { value.writeMembers(to: &$0) }
    }
}

extension Invocation.Argument {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("label")
            json.optional(label) { $0.string($1) }
            json.key("name")
            json.string(name)
            value.writeMembers(to: &json)
            if let after {
                json.key("after")
                json.value(after)
            }
            if let edited {
                json.key("edited")
                json.value(edited)
            }
        }
    }

    /// Nil if the JSON is not a value.
    init?(_ node: JSONNode, _ names: StringPool) {
        guard let value = RecordedValue(node, isArgument: true, names), let name = names.string(node["name"]) else {
            return nil
        }
        self.init(label: names.string(node["label"]), name: name, value: value)
        for (name, place) in [("after", \Self.after), ("edited", \Self.edited)]
            as [(StaticString, WritableKeyPath<Self, RecordedValue?>)]
        {
            guard let node = node[name], node.kind != .null else { continue }
            guard let value = RecordedValue(node, isArgument: false, names) else { return nil }
            self[keyPath: place] = value
        }
    }
}

// MARK: Writing

extension RecordedValue {
    /// Writes the members of a value: type, kind, content and truncation.
    fileprivate func writeMembers(to json: inout JSONWriter) {
        json.key("type")
        json.string(typeName)
        json.key("kind")
        json.plain(kind.rawValue)
        if let identity {
            json.key("id")
            json.string(identity)
        }
        writeContent(to: &json)
        if let text {
            json.key("value")
            json.string(text)
        }
        if let count {
            json.key("count")
            json.integer(count)
        }
        if !children.isEmpty || kind.isContainer {
            json.key("children")
            json.array { json in
                for child in children { child.writeChild(to: &json) }
            }
        }
        if let truncation {
            json.key("truncated")
            json.plain(truncation.reason.name)
            if count != truncation.original {
                json.key("length")
                json.integer(truncation.original)
            }
        }
    }

    private func writeChild(to json: inout JSONWriter) {
        json.object { json in
            if let label {
                json.key("label")
                json.string(label)
            }
            writeMembers(to: &json)
        }
    }

    private func writeContent(to json: inout JSONWriter) {
        switch content {
        case .none, .address: return
        case .bool(let bool):
            json.key("value")
            json.bool(bool)
        case .signed(let number):
            json.key("value")
            json.integer(number)
        case .unsigned(let number):
            json.key("value")
            json.integer(number)
        case .float(let number):
            json.key("value")
            json.real(number)
        case .double(let number):
            json.key("value")
            json.real(number)
        case .text(let text):
            json.key("value")
            json.string(text)
        case .bytes(let bytes, let hash):
            json.key("value")
            json.hexadecimal(bytes)
            json.key("hash")
            json.plain(String(hash, radix: 16))
            if let text = bytesText {
                json.key("text")
                json.string(text)
            }
        }
    }
}

extension RecordedValue.Kind {
    /// Whether values of this kind have children, even when there are none.
    fileprivate var isContainer: Bool {
        switch self {
        case .list, .map, .tuple, .enum: true
        case .scalar, .string, .bytes, .struct, .object, .nil, .function, .redacted: false
        }
    }

    /// The words in JSON, the most frequent ones first.
    fileprivate static let words: [(StaticString, Self)] = [
        ("string", .string), ("object", .object), ("scalar", .scalar), ("nil", .nil), ("enum", .enum),
        ("struct", .struct), ("list", .list), ("map", .map), ("tuple", .tuple), ("bytes", .bytes),
        ("function", .function), ("redacted", .redacted),
    ]
}

// MARK: Reading

extension RecordedValue {
    /// - Parameter isArgument: Whether the label belongs to the argument instead of the value.
    /// - Returns: nil if the JSON is not a value.
    init?(_ node: JSONNode, isArgument: Bool, _ names: StringPool) {
        guard let type = names.string(node["type"]), let kind = node["kind"]?.choice(Kind.words),
            let content = Self.content(node, kind, type)
        else { return nil }
        let label = isArgument ? nil : names.string(node["label"])
        self.init(label: label, typeName: type, kind: kind, content: content)
        if kind == .object { text = node["value"]?.string }
        if let node = node["count"] {
            guard let number = node.integer(Int.self), number >= 0 else { return nil }
            count = number
        }
        if let children = node["children"]?.elements {
            for child in children {
                guard let child = Self(child, isArgument: false, names) else { return nil }
                self.children.append(child)
            }
        }
        if let name = node["truncated"]?.string {
            let original = node["length"]?.integer(Int.self) ?? count ?? 0
            guard let reason = TruncationReason(name: name), original >= 0 else { return nil }
            truncation = Truncation(reason, original: original)
        }
    }

    private static func content(_ node: JSONNode, _ kind: Kind, _ type: String) -> Content? {
        if kind == .object { return node["id"]?.withText(address) }
        guard let value = node["value"] else { return Content.none }
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

    /// The number after the last `@` of an object's id.
    private static func address(_ id: UnsafeRawBufferPointer) -> Content? {
        guard let at = id.lastIndex(of: UInt8(ascii: "@")) else { return nil }
        let digits = UnsafeRawBufferPointer(rebasing: id[(at + 1)...])
        return HexadecimalDigits.number(digits).map { .address($0) }
    }

    /// Parses a number as the type that produces the same text.
    private static func number(_ digits: UnsafeRawBufferPointer, _ type: String) -> Content? {
        if let integer: Int64 = DecimalDigits.integer(digits) { return .signed(integer) }
        if let integer: UInt64 = DecimalDigits.integer(digits) { return .unsigned(integer) }
        let text = String(decoding: digits, as: UTF8.self)
        if type.hasPrefix("Float"), let float = Float(text), float.description == text { return .float(float) }
        if let double = Double(text), double.description == text { return .double(double) }
        return Float(text).map { .float($0) }
    }
}
