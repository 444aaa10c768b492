// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Writes JSON text (RFC 8259) into a growing byte buffer. All replies, exports and recordings use it.
///
/// `docs/reports/performance-http.md` reports its cost.
package struct JSONWriter {
    @usableFromInline
    var storage: [UInt8] = []
    /// Whether the next member or element needs a comma before it.
    @usableFromInline
    var needsComma = false

    package init(capacity: Int = 512) { storage.reserveCapacity(capacity) }

    /// The bytes written so far.
    package var bytes: [UInt8] { storage }

    /// Returns the bytes of one value written by `body`.
    package static func bytes(capacity: Int = 512, _ body: (inout JSONWriter) throws -> Void) rethrows -> [UInt8] {
        var json = JSONWriter(capacity: capacity)
        try body(&json)
        return json.bytes
    }

    /// Discards the text and keeps the capacity.
    package mutating func removeAll() {
        storage.removeAll(keepingCapacity: true)
        needsComma = false
    }

    /// Starts another JSON text after the one just written.
    package mutating func beginAnother() { needsComma = false }

    // MARK: Structure

    /// Writes an object; `body` writes its members.
    @inlinable
    @inline(__always)
    package mutating func object(_ body: (inout JSONWriter) throws -> Void) rethrows {
        separate()
        storage.append(UInt8(ascii: "{"))
        needsComma = false
        try body(&self)
        storage.append(UInt8(ascii: "}"))
        needsComma = true
    }

    /// Writes an array; `body` writes its elements.
    @inlinable
    @inline(__always)
    package mutating func array(_ body: (inout JSONWriter) throws -> Void) rethrows {
        separate()
        storage.append(UInt8(ascii: "["))
        needsComma = false
        try body(&self)
        storage.append(UInt8(ascii: "]"))
        needsComma = true
    }

    /// Writes a member's name; write its value next.
    ///
    /// - Parameter name: Plain ASCII with nothing to escape.
    @inlinable
    @inline(__always)
    package mutating func key(_ name: StaticString) {
        separate()
        storage.append(UInt8(ascii: "\""))
        storage.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        storage.append(UInt8(ascii: "\""))
        storage.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a member's name that is only known at run time; write its value next.
    package mutating func name(_ name: String) {
        string(name)
        storage.append(UInt8(ascii: ":"))
        needsComma = false
    }

    @inlinable
    @inline(__always)
    mutating func separate() {
        if needsComma { storage.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    // MARK: Words and numbers

    @inlinable
    package mutating func null() { literal("null") }

    @inlinable
    package mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

    @inlinable
    mutating func literal(_ text: StaticString) {
        separate()
        storage.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Writes an integer as a number, or above 2^53 as a string, which no double can represent exactly (RFC 8259,
    /// section 6).
    @inlinable
    package mutating func integer(_ value: some BinaryInteger) {
        if value.magnitude > 1 << 53 { return plain(String(value)) }
        separate()
        appendDecimal(UInt64(value.magnitude), isNegative: value < 0)
    }

    /// Writes an integer as a number of any size, for our own readers.
    @inlinable
    package mutating func wholeInteger(_ value: Int64) {
        separate()
        appendDecimal(value.magnitude, isNegative: value < 0)
    }

    @usableFromInline
    mutating func appendDecimal(_ magnitude: UInt64, isNegative: Bool) {
        if isNegative { storage.append(UInt8(ascii: "-")) }
        if magnitude < 10 { return storage.append(UInt8(ascii: "0") + UInt8(magnitude)) }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var rest = magnitude
            var start = digits.count
            while rest > 0 {
                start -= 1
                digits[start] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            }
            storage.append(contentsOf: digits[start...])
        }
    }

    /// Writes a floating-point number in its shortest form, or as a string if JSON has no number for it.
    package mutating func real(_ value: some BinaryFloatingPoint & LosslessStringConvertible) {
        guard value.isFinite else { return plain(String(value)) }
        number(String(value))
    }

    /// Writes an already formatted number.
    package mutating func number(_ text: String) {
        separate()
        storage.append(contentsOf: text.utf8)
    }

    // MARK: Text

    /// Writes text that needs no escaping.
    @inlinable
    package mutating func plain(_ text: String) {
        separate()
        storage.append(UInt8(ascii: "\""))
        storage.append(contentsOf: text.utf8)
        storage.append(UInt8(ascii: "\""))
    }

    /// Writes an instant as a string: RFC 3339 with six decimals.
    package mutating func instant(_ nanoseconds: Int64) {
        separate()
        storage.append(UInt8(ascii: "\""))
        Instant.withText(nanoseconds, .six) { storage.append(contentsOf: $0) }
        storage.append(UInt8(ascii: "\""))
    }

    /// Writes bytes as a string of hexadecimal digits.
    package mutating func hexadecimal(_ blob: some Sequence<UInt8>) {
        separate()
        storage.append(UInt8(ascii: "\""))
        for byte in blob {
            storage.append(Self.hexDigit(byte >> 4))
            storage.append(Self.hexDigit(byte & 15))
        }
        storage.append(UInt8(ascii: "\""))
    }

    /// Writes text with the escapes that RFC 8259, section 7 requires.
    package mutating func string(_ text: String) {
        var text = text
        text.withUTF8 { string(UnsafeRawBufferPointer($0)) }
    }

    /// Writes UTF-8 text.
    package mutating func string(_ utf8: UnsafeRawBufferPointer) {
        separate()
        storage.append(UInt8(ascii: "\""))
        var clean = 0
        for index in utf8.indices where Self.needsEscape(utf8[index]) {
            storage.append(contentsOf: utf8[clean..<index])
            appendEscape(utf8[index])
            clean = index + 1
        }
        storage.append(contentsOf: utf8[clean...])
        storage.append(UInt8(ascii: "\""))
    }

    @inline(__always)
    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func appendEscape(_ byte: UInt8) {
        storage.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): storage.append(byte)
        case 0x0A: storage.append(UInt8(ascii: "n"))
        case 0x0D: storage.append(UInt8(ascii: "r"))
        case 0x09: storage.append(UInt8(ascii: "t"))
        default:
            storage.append(contentsOf: "u00".utf8)
            storage.append(Self.hexDigit(byte >> 4))
            storage.append(Self.hexDigit(byte & 15))
        }
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    /// Writes a value that is already JSON.
    package mutating func raw(_ json: [UInt8]) {
        separate()
        storage.append(contentsOf: json)
    }
}
