// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Writes the wire format of Protocol Buffers into a growing byte buffer.
///
/// It knows no schema: the caller chooses field numbers (1 to 536 870 911) and types, and leaves out fields whose value
/// is the default of their type, if the reader doesn't need them. A nested message is written in place: one byte is
/// reserved for its length, and its content is moved only if it is longer than 127 bytes.
///
/// - SeeAlso: https://protobuf.dev/programming-guides/encoding/
package struct ProtobufWriter: Sendable {
    /// How a value is encoded; the low three bits of a tag.
    @usableFromInline
    enum WireType: UInt64 {
        case varint = 0
        case fixed64 = 1
        case lengthDelimited = 2
        case fixed32 = 5
    }

    @usableFromInline
    var storage: [UInt8] = []

    /// - Parameter capacity: Bytes reserved at first.
    package init(capacity: Int = 512) { storage.reserveCapacity(capacity) }

    /// The bytes written so far.
    package var bytes: [UInt8] { storage }

    /// Discards the bytes and keeps the capacity.
    package mutating func removeAll() { storage.removeAll(keepingCapacity: true) }

    // MARK: Numbers

    /// Writes a field of type `uint64`, `uint32` or an enumeration.
    @inlinable
    package mutating func unsigned(_ field: Int, _ value: UInt64) {
        tag(field, .varint)
        varint(value)
    }

    /// Writes a field of type `int64` or `int32`; negative numbers take ten bytes.
    @inlinable
    package mutating func integer(_ field: Int, _ value: Int64) { unsigned(field, UInt64(bitPattern: value)) }

    /// Writes a field of type `bool`.
    @inlinable
    package mutating func bool(_ field: Int, _ value: Bool) { unsigned(field, value ? 1 : 0) }

    /// Writes a field of type `fixed64`.
    @inlinable
    package mutating func fixed64(_ field: Int, _ value: UInt64) {
        tag(field, .fixed64)
        littleEndian(value)
    }

    /// Writes a field of type `fixed32`.
    @inlinable
    package mutating func fixed32(_ field: Int, _ value: UInt32) {
        tag(field, .fixed32)
        littleEndian(value)
    }

    /// Writes a field of type `double`.
    @inlinable
    package mutating func double(_ field: Int, _ value: Double) { fixed64(field, value.bitPattern) }

    /// Writes a packed repeated field of type `uint64`, `int64` (as bit patterns) or an enumeration; nothing if there are
    /// no values.
    @inlinable
    package mutating func packed(_ field: Int, _ values: some Collection<UInt64>) {
        guard !values.isEmpty else { return }
        message(field) { writer in
            for value in values { writer.varint(value) }
        }
    }

    // MARK: Bytes and messages

    /// Writes a field of type `string`.
    @inlinable
    package mutating func string(_ field: Int, _ text: String) {
        var text = text
        text.withUTF8 { bytes(field, UnsafeRawBufferPointer($0)) }
    }

    /// Writes a field of type `bytes`, or a nested message that was written before.
    @inlinable
    package mutating func bytes(_ field: Int, _ bytes: [UInt8]) { bytes.withUnsafeBytes { self.bytes(field, $0) } }

    /// Writes a field of type `bytes`, or of type `string` in UTF-8.
    @inlinable
    package mutating func bytes(_ field: Int, _ bytes: UnsafeRawBufferPointer) {
        tag(field, .lengthDelimited)
        varint(UInt64(bytes.count))
        storage.append(contentsOf: bytes)
    }

    /// Writes a nested message; `body` writes its fields.
    @inlinable
    package mutating func message(_ field: Int, _ body: (inout ProtobufWriter) throws -> Void) rethrows {
        tag(field, .lengthDelimited)
        let start = storage.count
        storage.append(0)
        try body(&self)
        let length = storage.count - start - 1
        if length < 0x80 { storage[start] = UInt8(length) } else { widen(start, UInt64(length)) }
    }

    /// Replaces the byte reserved for a length by the length, and moves what follows.
    @usableFromInline
    mutating func widen(_ start: Int, _ length: UInt64) {
        var digits = ProtobufWriter(capacity: 10)
        digits.varint(length)
        storage.replaceSubrange(start...start, with: digits.storage)
    }

    // MARK: Encoding

    @inlinable
    mutating func tag(_ field: Int, _ type: WireType) { varint(UInt64(field) << 3 | type.rawValue) }

    /// Seven bits per byte, the lowest first; the high bit says that another byte follows.
    @inlinable
    mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            storage.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        storage.append(UInt8(truncatingIfNeeded: rest))
    }

    @inlinable
    mutating func littleEndian(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { storage.append(contentsOf: $0) }
    }
}
