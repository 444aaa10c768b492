// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

extension CompactValueWriter {
    /// Writes the arguments of a call directly from their stored encoding.
    ///
    /// - Parameters:
    ///   - types: The static types of the parameters.
    ///   - expected: The expected types of the values.
    mutating func storedArguments(
        _ reader: inout ValueReader,
        types: [String],
        expected: [String],
        to json: inout JSONWriter
    ) {
        json.array { json in
            for index in types.indices {
                let expected = index < expected.count ? expected[index] : nil
                stored(&reader, type: types[index], expected: expected, to: &json)
            }
        }
    }

    /// Writes the next value of a reader. The bytes are the same as `value` would write for the decoded value.
    ///
    /// - Parameters:
    ///   - type: Name of the static type.
    ///   - expected: The expected type; nil for the default type of its form.
    mutating func stored(
        _ reader: inout ValueReader,
        type: String,
        expected: String?,
        to json: inout JSONWriter
    ) {
        let head = reader.head()
        let name = reader.typeName(of: head) ?? type
        if head.label == nil, head.truncation == nil {
            switch head.tag {
            case .string where name == expected ?? DefaultType.string: return Self.storedText(&reader, &json)
            case .signed where name == expected ?? DefaultType.integer:
                return json.wholeInteger(reader.number(Int64.self))
            case .absent where name == expected: return json.null()
            case .bool where name == expected ?? DefaultType.truth:
                return json.bool(reader.number(UInt8.self) != 0)
            case .double where name == expected ?? DefaultType.real:
                let number = reader.number(Double.self)
                if number.isFinite { return json.real(number) }
                return Self.object(head, name, expected, &json) { Self.content(.double(number), to: &$0) }
            default: break
            }
        }
        Self.object(head, name, expected, &json) { storedContent(head, name, &reader, &$0) }
    }

    private static func object(
        _ head: ValueReader.Head,
        _ name: String,
        _ expected: String?,
        _ json: inout JSONWriter,
        _ writeContent: (inout JSONWriter) -> Void
    ) {
        json.object { json in
            if let label = head.label { json.member("label", label) }
            if name != expected { json.member("type", name) }
            if head.tag.kind != .object {
                json.key("kind")
                json.plain(head.tag.kind.rawValue)
            }
            writeContent(&json)
            if let truncation = head.truncation {
                json.key("truncated")
                json.plain(truncation.reason.name)
                json.member("original", truncation.original)
            }
        }
    }

    private mutating func storedContent(
        _ head: ValueReader.Head,
        _ name: String,
        _ reader: inout ValueReader,
        _ json: inout JSONWriter
    ) {
        switch head.tag {
        case .absent, .function: break
        case .bool: Self.content(.bool(reader.number(UInt8.self) != 0), to: &json)
        case .signed: Self.content(.signed(reader.number(Int64.self)), to: &json)
        case .unsigned: Self.content(.unsigned(reader.number(UInt64.self)), to: &json)
        case .float: Self.content(.float(reader.number(Float.self)), to: &json)
        case .double: Self.content(.double(reader.number(Double.self)), to: &json)
        case .object: Self.content(.address(reader.number(UInt.self)), to: &json)
        case .string, .described, .redacted: Self.textMember(&reader, &json)
        case .bytes:
            let kept = reader.length()
            let bytes = [UInt8](reader.bytes(count: kept))
            Self.content(.bytes(bytes, hash: reader.number(UInt64.self)), to: &json)
            json.member("count", head.truncation?.original ?? kept)
        case .list, .map:
            json.member("count", reader.length())
            storedChildren(Int(reader.number(UInt16.self)), of: name, &reader, &json)
        case .enumeration:
            Self.textMember(&reader, &json)
            storedChildren(Int(reader.number(UInt16.self)), of: name, &reader, &json)
        case .structure, .tuple:
            let children = Int(reader.number(UInt16.self))
            json.member("count", head.truncation?.original ?? children)
            storedChildren(children, of: name, &reader, &json)
        case .portrayed, .errorCase:
            Self.textMember(&reader, &json)
            storedCountedChildren(of: name, &reader, &json)
        case .errorStructure: storedCountedChildren(of: name, &reader, &json)
        case .portrayedObject:
            Self.content(.address(reader.number(UInt.self)), to: &json)
            Self.textMember(&reader, &json)
            storedCountedChildren(of: name, &reader, &json)
        case .positioned:
            Self.content(.address(reader.number(UInt.self)), to: &json)
            let line = reader.number(UInt32.self)
            Self.position(TextPosition(line: line, column: reader.number(UInt32.self)), to: &json)
        }
    }

    private mutating func storedCountedChildren(
        of name: String,
        _ reader: inout ValueReader,
        _ json: inout JSONWriter
    ) {
        json.member("count", Int(reader.number(UInt16.self)))
        storedChildren(Int(reader.number(UInt16.self)), of: name, &reader, &json)
    }

    private mutating func storedChildren(
        _ count: Int,
        of name: String,
        _ reader: inout ValueReader,
        _ json: inout JSONWriter
    ) {
        guard count > 0 else { return }
        let types = elementTypes(of: name)
        json.array("children") { json in
            for index in 0..<count {
                stored(&reader, type: types.isEmpty ? "" : types[index % types.count], expected: nil, to: &json)
            }
        }
    }

    private static func textMember(_ reader: inout ValueReader, _ json: inout JSONWriter) {
        json.key("value")
        storedText(&reader, &json)
    }

    private static func storedText(_ reader: inout ValueReader, _ json: inout JSONWriter) {
        let count = reader.length()
        json.string(reader.bytes(count: count))
    }
}
