// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Reads encoded values in place. `ValueTag` describes the encoding. The bytes come from this process and are trusted.
struct EncodedValueReader {
    private var cursor: UnsafeRawPointer
    private let end: UnsafeRawPointer

    init(_ bytes: UnsafeRawBufferPointer) {
        // An empty buffer may have no address; any address will do for a reader that is already at its end.
        let start = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1)!
        cursor = start
        end = start + bytes.count
    }

    var isAtEnd: Bool { cursor >= end }

    /// Whether a test holds for the next value or a nested one. If it does, the reader stops inside the value.
    @inline(__always)
    mutating func containsValue<Test: EncodedValueTest>(_ test: inout Test) -> Bool {
        switch cursor.load(as: UInt8.self) {
        case ValueTag.string.rawValue:
            cursor += 1
            return test.holds(forText: taken())
        case ValueTag.signed.rawValue:
            defer { cursor += 9 }
            return test.holds(forSigned: (cursor + 1).loadUnaligned(as: Int64.self))
        default: return containsOther(&test)
        }
    }

    @inline(never)
    private mutating func containsOther<Test: EncodedValueTest>(_ test: inout Test) -> Bool {
        let value = head()
        if test.holds(for: value) { return true }
        switch value.tag {
        case .positioned:
            return test.holds(forSigned: Int64(value.position.line))
                || test.holds(forSigned: Int64(value.position.column))
        case let tag where tag.hasChildren: return childrenContainValue(of: tag, &test)
        default: return false
        }
    }

    private mutating func childrenContainValue<Test: EncodedValueTest>(of tag: ValueTag, _ test: inout Test) -> Bool {
        for _ in 0..<childCount(of: tag) where containsValue(&test) { return true }
        return false
    }

    /// Skips the next value.
    @inline(__always)
    mutating func skip() {
        let byte = cursor.load(as: UInt8.self)
        // Most values are plain texts and numbers, which are recognized by their tag alone.
        switch byte {
        case ValueTag.string.rawValue:
            cursor += 1
            cursor += length()
        case ValueTag.signed.rawValue, ValueTag.unsigned.rawValue, ValueTag.double.rawValue, ValueTag.object.rawValue:
            cursor += 9
        default: skipOther()
        }
    }

    @inline(never)
    private mutating func skipOther() { _ = read() }

    /// Reads the next value and skips its children.
    mutating func read() -> EncodedValue {
        let value = head()
        if value.tag.hasChildren { for _ in 0..<childCount(of: value.tag) { skip() } }
        return value
    }

    /// Whether a test holds for a part of the next value with a given label. If it does, the reader stops inside the
    /// value.
    mutating func containsPart<Test: EncodedValueTest>(named name: PartName, _ test: inout Test) -> Bool {
        // Most arguments are plain values, which have no parts.
        let byte = cursor.load(as: UInt8.self)
        if byte == ValueTag.string.rawValue || byte == ValueTag.signed.rawValue {
            skip()
            return false
        }
        let value = head()
        if value.tag == .positioned {
            return name.isEqual(to: TextPosition.lineLabel) && test.holds(forSigned: Int64(value.position.line))
                || name.isEqual(to: TextPosition.columnLabel) && test.holds(forSigned: Int64(value.position.column))
        }
        guard value.tag.hasChildren else { return false }
        for _ in 0..<childCount(of: value.tag) {
            if let label = nextLabel(), name.isEqual(to: label) {
                if containsValue(&test) { return true }
            } else if containsPart(named: name, &test) {
                return true
            }
        }
        return false
    }

    /// The label of the next value, without advancing.
    private func nextLabel() -> UnsafeRawBufferPointer? {
        let byte = cursor.load(as: UInt8.self)
        guard byte & ValueTag.labelled != 0 else { return nil }
        var ahead = self
        ahead.cursor += byte & ValueTag.typed != 0 ? 9 : 1
        if byte & ValueTag.cut != 0 {
            ahead.cursor += 1
            _ = ahead.length()
        }
        return ahead.taken()
    }

    // MARK: Parts

    /// Reads a value up to the start of its children.
    @inline(__always)
    private mutating func head() -> EncodedValue {
        let byte = cursor.load(as: UInt8.self)
        cursor += 1
        // The writer only writes valid tags.
        let tag = ValueTag(rawValue: byte & ValueTag.tagMask).unsafelyUnwrapped
        var value = EncodedValue(
            tag: tag,
            type: 0,
            isCut: false,
            original: 0,
            bytes: UnsafeRawBufferPointer(start: nil, count: 0),
            bits: 0
        )
        if byte & ~ValueTag.tagMask != 0 { readFlagged(byte, into: &value) }
        readPayload(into: &value)
        return value
    }

    @inline(__always)
    private mutating func readFlagged(_ byte: UInt8, into value: inout EncodedValue) {
        if byte & ValueTag.typed != 0 {
            value.type = cursor.loadUnaligned(as: UInt.self)
            cursor += 8
        }
        if byte & ValueTag.cut != 0 {
            cursor += 1
            value.isCut = true
            value.original = length()
        }
        if byte & ValueTag.labelled != 0 {
            let count = length()
            cursor += count
        }
    }

    @inline(__always)
    private mutating func readPayload(into value: inout EncodedValue) {
        switch value.tag {
        case .absent, .function, .list, .map, .structure, .tuple, .errorStructure: break
        case .bool:
            value.bits = UInt64(cursor.load(as: UInt8.self))
            cursor += 1
        case .float:
            value.bits = UInt64(cursor.loadUnaligned(as: UInt32.self))
            cursor += 4
        case .signed, .unsigned, .double, .object:
            value.bits = cursor.loadUnaligned(as: UInt64.self)
            cursor += 8
        case .string, .described, .redacted, .enumeration, .portrayed, .errorCase: value.bytes = taken()
        case .portrayedObject:
            value.bits = cursor.loadUnaligned(as: UInt64.self)
            cursor += 8
            value.bytes = taken()
        case .positioned:
            value.bits = cursor.loadUnaligned(as: UInt64.self)
            value.position.line = (cursor + 8).loadUnaligned(as: UInt32.self)
            value.position.column = (cursor + 12).loadUnaligned(as: UInt32.self)
            cursor += 16
        case .bytes:
            value.bytes = taken()
            cursor += 8
        }
    }

    @inline(__always)
    private mutating func taken() -> UnsafeRawBufferPointer {
        let count = length()
        defer { cursor += count }
        return UnsafeRawBufferPointer(start: cursor, count: count)
    }

    @inline(__always)
    private mutating func length() -> Int {
        let first = cursor.load(as: UInt8.self)
        cursor += 1
        return first < 0x80 ? Int(first) : longLength(first)
    }

    private mutating func longLength(_ first: UInt8) -> Int {
        var value = UInt(first & 0x7F)
        var shift: UInt = 7
        while true {
            let byte = cursor.load(as: UInt8.self)
            cursor += 1
            value |= UInt(byte & 0x7F) << shift
            if byte < 0x80 { return Int(value) }
            shift += 7
        }
    }

    /// Reads the number of children that follow.
    private mutating func childCount(of tag: ValueTag) -> Int {
        switch tag {
        case .list, .map: _ = length()
        case .portrayed, .portrayedObject, .errorCase, .errorStructure: cursor += 2
        default: break
        }
        let count = cursor.loadUnaligned(as: UInt16.self)
        cursor += 2
        return Int(count)
    }
}
