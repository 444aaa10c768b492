// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

extension CompactValueWriter {
    /// Writes the arguments of a call from where they are stored.
    ///
    /// - Parameters:
    ///   - types: The static types of the parameters.
    ///   - expected: The types that the values are expected to have.
    mutating func storedArguments(_ reader: inout ValueReader, types: [String], expected: [String]) {
        byte("[")
        for index in types.indices {
            if index > 0 { byte(",") }
            stored(&reader, type: types[index], expected: index < expected.count ? expected[index] : nil)
        }
        byte("]")
    }

    /// Writes the next value of a reader, with the same bytes as `value` writes for what the reader would make of it.
    ///
    /// - Parameters:
    ///   - type: Name of the static type.
    ///   - expected: The type that the value is expected to have; nil for the usual one of its form.
    mutating func stored(_ reader: inout ValueReader, type: String, expected: String?) {
        let head = reader.head()
        let name = reader.typeName(of: head) ?? type
        if head.label == nil, head.truncation == nil {
            switch head.tag {
            case .string where name == expected ?? DefaultType.string: return storedText(&reader)
            case .signed where name == expected ?? DefaultType.integer: return integer(reader.number(Int64.self))
            case .absent where name == expected: return ascii("null")
            case .bool where name == expected ?? DefaultType.truth:
                return ascii(reader.number(UInt8.self) == 0 ? "false" : "true")
            case .double where name == expected ?? DefaultType.real:
                let number = reader.number(Double.self)
                if number.isFinite { return ascii(number.description) }
                return object(head, name, expected) { $0.real(number, &$1) }
            default: break
            }
        }
        object(head, name, expected) { $0.storedContent(head, name, &reader, &$1) }
    }

    private mutating func object(
        _ head: ValueReader.Head,
        _ name: String,
        _ expected: String?,
        _ writeContent: (inout CompactValueWriter, inout Bool) -> Void
    ) {
        var isFirst = true
        byte("{")
        if let label = head.label { member("label", &isFirst) { $0.string(label) } }
        if name != expected { member("type", &isFirst) { $0.string(name) } }
        if head.tag.kind != .object { member("kind", &isFirst) { $0.ascii("\"\(head.tag.kind.rawValue)\"") } }
        writeContent(&self, &isFirst)
        if let truncation = head.truncation {
            member("truncated", &isFirst) { $0.ascii("\"\(truncation.reason.name)\"") }
            member("original", &isFirst) { $0.integer(Int64(truncation.original)) }
        }
        byte("}")
    }

    private mutating func storedContent(
        _ head: ValueReader.Head,
        _ name: String,
        _ reader: inout ValueReader,
        _ isFirst: inout Bool
    ) {
        switch head.tag {
        case .absent, .function: break
        case .bool: content(.bool(reader.number(UInt8.self) != 0), &isFirst)
        case .signed: content(.signed(reader.number(Int64.self)), &isFirst)
        case .unsigned: content(.unsigned(reader.number(UInt64.self)), &isFirst)
        case .float: content(.float(reader.number(Float.self)), &isFirst)
        case .double: real(reader.number(Double.self), &isFirst)
        case .object: content(.address(reader.number(UInt.self)), &isFirst)
        case .string, .described, .redacted: member("value", &isFirst) { $0.storedText(&reader) }
        case .bytes:
            let kept = reader.length()
            let bytes = [UInt8](reader.bytes(count: kept))
            content(.bytes(bytes, hash: reader.number(UInt64.self)), &isFirst)
            count(head.truncation?.original ?? kept, &isFirst)
        case .list, .map:
            count(reader.length(), &isFirst)
            storedChildren(Int(reader.number(UInt16.self)), of: name, &reader, &isFirst)
        case .enumeration:
            member("value", &isFirst) { $0.storedText(&reader) }
            storedChildren(Int(reader.number(UInt16.self)), of: name, &reader, &isFirst)
        case .structure, .tuple:
            let children = Int(reader.number(UInt16.self))
            count(head.truncation?.original ?? children, &isFirst)
            storedChildren(children, of: name, &reader, &isFirst)
        case .portrayed, .errorCase:
            member("value", &isFirst) { $0.storedText(&reader) }
            storedCountedChildren(of: name, &reader, &isFirst)
        case .errorStructure: storedCountedChildren(of: name, &reader, &isFirst)
        case .portrayedObject:
            content(.address(reader.number(UInt.self)), &isFirst)
            member("value", &isFirst) { $0.storedText(&reader) }
            storedCountedChildren(of: name, &reader, &isFirst)
        case .positioned:
            content(.address(reader.number(UInt.self)), &isFirst)
            let line = reader.number(UInt32.self)
            position(TextPosition(line: line, column: reader.number(UInt32.self)), &isFirst)
        }
    }

    private mutating func storedCountedChildren(
        of name: String,
        _ reader: inout ValueReader,
        _ isFirst: inout Bool
    ) {
        count(Int(reader.number(UInt16.self)), &isFirst)
        storedChildren(Int(reader.number(UInt16.self)), of: name, &reader, &isFirst)
    }

    private mutating func storedChildren(
        _ count: Int,
        of name: String,
        _ reader: inout ValueReader,
        _ isFirst: inout Bool
    ) {
        guard count > 0 else { return }
        let types = elementTypes(of: name)
        member("children", &isFirst) { writer in
            writer.byte("[")
            for index in 0..<count {
                if index > 0 { writer.byte(",") }
                writer.stored(&reader, type: types.isEmpty ? "" : types[index % types.count], expected: nil)
            }
            writer.byte("]")
        }
    }

    private mutating func real(_ number: Double, _ isFirst: inout Bool) { content(.double(number), &isFirst) }

    private mutating func count(_ count: Int, _ isFirst: inout Bool) {
        member("count", &isFirst) { $0.integer(Int64(count)) }
    }

    private mutating func storedText(_ reader: inout ValueReader) {
        let count = reader.length()
        string(reader.bytes(count: count))
    }
}
