// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// Writes recorded values as compact, lossless JSON that is easy to read in `sqlite3`.
///
/// A value of the expected type with a direct JSON form is written in that form: `"text"`, `7`, `2.5`, `true`, `null`.
/// Any other value is an object, described in `docs/recording-files.md`.
struct CompactValueWriter {
    /// Element types of collections by type name, cached because parsing a name is slow.
    private var elementTypes: [String: [String]] = [:]

    /// The types expected by default.
    enum DefaultType {
        static let string = "String"
        static let integer = "Int"
        static let real = "Double"
        static let truth = "Bool"
    }

    /// The element types of a collection, by its type name.
    mutating func elementTypes(of name: String) -> [String] {
        if let known = elementTypes[name] { return known }
        let types = TypeName.children(of: name)
        elementTypes[name] = types
        return types
    }

    /// Writes the values that few calls have: `[argument index, its value after the call]`, `["edited:argument index",
    /// the value that a rule gave the target]`, `["result", the target's]`, `["error", the target's]`.
    ///
    /// - Returns: False if there are none; nothing is written then.
    static func otherValues(of invocation: Invocation, to json: inout JSONWriter) -> Bool {
        let hasOthers = invocation.arguments.contains { $0.after != nil || $0.edited != nil }
        guard hasOthers || invocation.targetResult != nil || invocation.targetError != nil else { return false }
        json.array { json in
            for (index, argument) in invocation.arguments.enumerated() {
                if let after = argument.after {
                    json.array { json in
                        json.integer(index)
                        value(after, expected: nil, to: &json)
                    }
                }
                if let edited = argument.edited {
                    json.array { json in
                        json.plain("\(editedKey)\(index)")
                        value(edited, expected: nil, to: &json)
                    }
                }
            }
            for case (let key, let value?) in [("result", invocation.targetResult), ("error", invocation.targetError)] {
                json.array { json in
                    json.plain(key)
                    Self.value(value, expected: nil, to: &json)
                }
            }
        }
        return true
    }

    /// Begins the key of an argument that a rule changed; its index follows.
    static let editedKey = "edited:"

    /// Writes several values as an array.
    static func array(_ arguments: [Invocation.Argument], expected: [String], to json: inout JSONWriter) {
        json.array { json in
            for (index, argument) in arguments.enumerated() {
                value(argument.value, expected: index < expected.count ? expected[index] : nil, to: &json)
            }
        }
    }

    /// - Parameter expected: The expected type; nil for the default type of its form.
    static func value(_ value: RecordedValue, expected: String?, to json: inout JSONWriter) {
        if !plain(value, expected, &json) { json.object { object(value, expected, &$0) } }
    }

    /// Writes a value in its direct JSON form, if it has one.
    private static func plain(_ value: RecordedValue, _ expected: String?, _ json: inout JSONWriter) -> Bool {
        guard value.label == nil, value.count == nil, value.truncation == nil, value.children.isEmpty else {
            return false
        }
        func isExpected(_ usual: String) -> Bool { value.typeName == expected ?? usual }
        switch (value.kind, value.content) {
        case (.string, .text(let text)) where isExpected(DefaultType.string): json.string(text)
        case (.scalar, .bool(let truth)) where isExpected(DefaultType.truth): json.bool(truth)
        case (.scalar, .signed(let number)) where isExpected(DefaultType.integer): json.wholeInteger(number)
        case (.scalar, .double(let number)) where isExpected(DefaultType.real) && number.isFinite: json.real(number)
        case (.nil, .none) where value.typeName == expected: json.null()
        default: return false
        }
        return true
    }

    private static func object(_ value: RecordedValue, _ expected: String?, _ json: inout JSONWriter) {
        if let label = value.label { json.member("label", label) }
        if value.typeName != expected { json.member("type", value.typeName) }
        if case .address = value.content, value.kind == .object {
        } else {
            json.key("kind")
            json.plain(value.kind.rawValue)
        }
        content(value.content, to: &json)
        if let position = value.position { return self.position(position, to: &json) }
        if let text = value.text { json.member("value", text) }
        if let count = value.count { json.member("count", count) }
        if !value.children.isEmpty {
            json.array("children") { json in
                for child in value.children { Self.value(child, expected: nil, to: &json) }
            }
        }
        if let truncation = value.truncation {
            json.key("truncated")
            json.plain(truncation.reason.name)
            json.member("original", truncation.original)
        }
    }

    /// Writes the members for a value's content.
    static func content(_ content: RecordedValue.Content, to json: inout JSONWriter) {
        switch content {
        case .none: break
        case .bool(let truth): json.member("value", truth)
        case .signed(let number):
            json.key("value")
            json.wholeInteger(number)
        case .unsigned(let number): json.member("unsigned", "\(number)")
        case .float(let number): json.member("float", "\(number)")
        case .double(let number) where number.isFinite:
            json.key("value")
            json.real(number)
        case .double(let number): json.member("double", "\(number)")
        case .text(let text): json.member("value", text)
        case .bytes(let bytes, let hash):
            json.key("bytes")
            json.hexadecimal(bytes)
            bytes.withUnsafeBytes { bytes in
                // For display, and for text search in the file.
                guard ReadableBytes.areText(bytes) else { return }
                json.key("text")
                json.string(bytes)
            }
            json.member("hash", String(hash, radix: 16))
        case .address(let address): json.member("object", String(address, radix: 16))
        }
    }

    /// Writes only the two numbers; readers create the text and parts from them.
    static func position(_ position: TextPosition, to json: inout JSONWriter) {
        json.member("line", Int(position.line))
        json.member("column", Int(position.column))
    }
}
