// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Reads the values written by `ValueWriter`, in order.
///
/// Trusts its input, because the bytes come from this process.
package struct ValueReader {
    /// The head of one value.
    package struct Head {
        package var tag: ValueTag
        package var typeAddress: UInt?
        package var truncation: RecordedValue.Truncation?
        package var label: String?
    }

    private var cursor: UnsafeRawPointer
    private let end: UnsafeRawPointer
    private let typeNames: TypeNameCache

    package init(_ bytes: UnsafeRawBufferPointer, typeNames: TypeNameCache) {
        // An empty buffer may have no address; a reader at its end never uses the address.
        let start = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1)!
        cursor = start
        end = start + bytes.count
        self.typeNames = typeNames
    }

    /// Whether all values were read.
    package var isAtEnd: Bool { cursor >= end }

    /// Reads the next value with its children.
    ///
    /// - Parameter typeName: Name of the static type, used if the value has no type of its own.
    package mutating func value(staticTypeName typeName: String) -> RecordedValue {
        let head = self.head()
        let name = head.typeAddress.map { typeNames[$0] } ?? typeName
        var value = RecordedValue(label: head.label, typeName: name, kind: head.tag.kind)
        value.truncation = head.truncation
        readPayload(of: head.tag, into: &value)
        return value
    }

    private mutating func readPayload(of tag: ValueTag, into value: inout RecordedValue) {
        switch tag {
        case .absent, .function: break
        case .bool: value.content = .bool(number(UInt8.self) != 0)
        case .signed: value.content = .signed(number(Int64.self))
        case .unsigned: value.content = .unsigned(number(UInt64.self))
        case .float: value.content = .float(number(Float.self))
        case .double: value.content = .double(number(Double.self))
        case .string, .described, .redacted: value.content = .text(text())
        case .object: value.content = .address(number(UInt.self))
        case .bytes:
            let kept = length()
            let bytes = [UInt8](UnsafeRawBufferPointer(start: cursor, count: kept))
            cursor += kept
            value.content = .bytes(bytes, hash: number(UInt64.self))
            value.count = value.truncation?.original ?? kept
        case .list, .map:
            value.count = length()
            readChildren(of: &value)
        case .enumeration:
            value.content = .text(text())
            readChildren(of: &value)
        case .structure, .tuple:
            readChildren(of: &value)
            value.count = value.truncation?.original ?? value.children.count
        case .portrayed:
            value.content = .text(text())
            readCountedChildren(of: &value)
        case .portrayedObject:
            value.content = .address(number(UInt.self))
            value.text = text()
            readCountedChildren(of: &value)
        case .positioned:
            value.content = .address(number(UInt.self))
            value.setPosition(TextPosition(line: number(UInt32.self), column: number(UInt32.self)))
        case .errorCase:
            value.content = .text(text())
            readCountedChildren(of: &value)
        case .errorStructure: readCountedChildren(of: &value)
        }
    }

    private mutating func readCountedChildren(of value: inout RecordedValue) {
        value.count = Int(number(UInt16.self))
        readChildren(of: &value)
    }

    private mutating func readChildren(of value: inout RecordedValue) {
        let count = Int(number(UInt16.self))
        let childTypes = TypeName.children(of: value.typeName)
        value.children.reserveCapacity(count)
        for index in 0..<count {
            value.children.append(
                self.value(staticTypeName: childTypes.isEmpty ? "" : childTypes[index % childTypes.count])
            )
        }
    }

    /// The bytes of the next value, without copying.
    mutating func encoded() -> UnsafeRawBufferPointer {
        let start = cursor
        _ = value(staticTypeName: "")
        return UnsafeRawBufferPointer(start: start, count: cursor - start)
    }

    // MARK: Parts

    package mutating func head() -> Head {
        let byte = number(UInt8.self)
        // The writer writes only defined tags.
        var head = Head(tag: ValueTag(rawValue: byte & ValueTag.tagMask)!)
        if byte & ValueTag.typed != 0 { head.typeAddress = number(UInt.self) }
        if byte & ValueTag.cut != 0 {
            let reason = TruncationReason(rawValue: number(UInt8.self)) ?? .record
            head.truncation = RecordedValue.Truncation(reason, original: length())
        }
        if byte & ValueTag.labelled != 0 { head.label = text() }
        return head
    }

    package mutating func number<Number: BitwiseCopyable>(_ type: Number.Type) -> Number {
        let number = cursor.loadUnaligned(as: type)
        cursor += MemoryLayout<Number>.size
        return number
    }

    package mutating func length() -> Int {
        var value: UInt = 0
        var shift: UInt = 0
        while true {
            let byte = number(UInt8.self)
            value |= UInt(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return Int(value) }
            shift += 7
        }
    }

    mutating func text() -> String { String(decoding: bytes(count: length()), as: UTF8.self) }

    /// The next bytes, without copying.
    package mutating func bytes(count: Int) -> UnsafeRawBufferPointer {
        defer { cursor += count }
        return UnsafeRawBufferPointer(start: cursor, count: count)
    }

    /// Name of the type stored in a value; nil when the value has its static type.
    package func typeName(of head: Head) -> String? { head.typeAddress.map { typeNames[$0] } }
}
