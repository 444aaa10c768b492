// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// Writes recorded values as JSON that is short, loses nothing, and reads well in `sqlite3`.
///
/// A value whose type is the expected one and that JSON has a form for is that form: `"text"`, `7`, `2.5`, `true`,
/// `null`. Any other is an object, described in `docs/recording-files.md`.
struct CompactValueWriter {
    private(set) var bytes: [UInt8] = []
    /// Types of the elements of collections, by the name of their type: to read a name takes its time.
    private var elementTypes: [String: [String]] = [:]

    /// The types that are expected where nothing else is known.
    enum DefaultType {
        static let string = "String"
        static let integer = "Int"
        static let real = "Double"
        static let truth = "Bool"
    }

    /// A text as JSON.
    static func text(of text: String) -> String {
        var writer = CompactValueWriter()
        writer.string(text)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// Writes what few calls have: `[number of an argument, its value after the call]`, `["result", the target's]`,
    /// `["error", the target's]`.
    ///
    /// - Returns: False, and nothing is written, when there is none.
    mutating func otherValues(of invocation: Invocation) -> Bool {
        var entries: [(key: String, value: RecordedValue)] = []
        for (index, argument) in invocation.arguments.enumerated() {
            if let after = argument.after { entries.append(("\(index)", after)) }
        }
        if let result = invocation.targetResult { entries.append(("\"result\"", result)) }
        if let error = invocation.targetError { entries.append(("\"error\"", error)) }
        guard !entries.isEmpty else { return false }
        byte("[")
        for (index, entry) in entries.enumerated() {
            if index > 0 { byte(",") }
            byte("[")
            for unit in entry.key.utf8 { bytes.append(unit) }
            byte(",")
            value(entry.value, expected: nil)
            byte("]")
        }
        byte("]")
        return true
    }

    /// Writes several values as an array.
    mutating func array(_ arguments: [Invocation.Argument], expected: [String]) {
        byte("[")
        for (index, argument) in arguments.enumerated() {
            if index > 0 { byte(",") }
            value(argument.value, expected: index < expected.count ? expected[index] : nil)
        }
        byte("]")
    }

    /// - Parameter expected: The type that the value is expected to have; nil for the usual one of its form.
    mutating func value(_ value: RecordedValue, expected: String?) {
        if !plain(value, expected) { object(value, expected) }
    }

    /// Writes a value as itself, if it can be written so.
    private mutating func plain(_ value: RecordedValue, _ expected: String?) -> Bool {
        guard value.label == nil, value.count == nil, value.truncation == nil, value.children.isEmpty else {
            return false
        }
        func isExpected(_ usual: String) -> Bool { value.typeName == expected ?? usual }
        switch (value.kind, value.content) {
        case (.string, .text(let text)) where isExpected(DefaultType.string): string(text)
        case (.scalar, .bool(let truth)) where isExpected(DefaultType.truth): ascii(truth ? "true" : "false")
        case (.scalar, .signed(let number)) where isExpected(DefaultType.integer): ascii(number.description)
        case (.scalar, .double(let number)) where isExpected(DefaultType.real) && number.isFinite:
            ascii(number.description)
        case (.nil, .none) where value.typeName == expected: ascii("null")
        default: return false
        }
        return true
    }

    private mutating func object(_ value: RecordedValue, _ expected: String?) {
        var isFirst = true
        byte("{")
        if let label = value.label { member("label", &isFirst) { $0.string(label) } }
        if value.typeName != expected { member("type", &isFirst) { $0.string(value.typeName) } }
        if case .address = value.content, value.kind == .object {
        } else {
            member("kind", &isFirst) { $0.ascii("\"\(value.kind.rawValue)\"") }
        }
        content(value.content, &isFirst)
        if let position = value.position {
            self.position(position, &isFirst)
            return byte("}")
        }
        if let text = value.text { member("value", &isFirst) { $0.string(text) } }
        if let count = value.count { member("count", &isFirst) { $0.ascii("\(count)") } }
        if !value.children.isEmpty {
            member("children", &isFirst) { writer in
                writer.byte("[")
                for (index, child) in value.children.enumerated() {
                    if index > 0 { writer.byte(",") }
                    writer.value(child, expected: nil)
                }
                writer.byte("]")
            }
        }
        if let truncation = value.truncation {
            member("truncated", &isFirst) { $0.ascii("\"\(truncation.reason.name)\"") }
            member("original", &isFirst) { $0.ascii("\(truncation.original)") }
        }
        byte("}")
    }

    mutating func content(_ content: RecordedValue.Content, _ isFirst: inout Bool) {
        switch content {
        case .none: break
        case .bool(let truth): member("value", &isFirst) { $0.ascii(truth ? "true" : "false") }
        case .signed(let number): member("value", &isFirst) { $0.ascii(number.description) }
        case .unsigned(let number): member("unsigned", &isFirst) { $0.ascii("\"\(number)\"") }
        case .float(let number): member("float", &isFirst) { $0.ascii("\"\(number)\"") }
        case .double(let number) where number.isFinite: member("value", &isFirst) { $0.ascii(number.description) }
        case .double(let number): member("double", &isFirst) { $0.ascii("\"\(number)\"") }
        case .text(let text): member("value", &isFirst) { $0.string(text) }
        case .bytes(let bytes, let hash):
            member("bytes", &isFirst) { $0.hexadecimal(bytes) }
            bytes.withUnsafeBytes { bytes in
                // For people, and for what looks for a text in the file.
                if ReadableBytes.areText(bytes) { member("text", &isFirst) { $0.string(bytes) } }
            }
            member("hash", &isFirst) { $0.ascii("\"\(String(hash, radix: 16))\"") }
        case .address(let address): member("object", &isFirst) { $0.ascii("\"\(String(address, radix: 16))\"") }
        }
    }

    // MARK: Parts

    /// Two numbers, from which text and parts are made again.
    mutating func position(_ position: TextPosition, _ isFirst: inout Bool) {
        member("line", &isFirst) { $0.integer(Int64(position.line)) }
        member("column", &isFirst) { $0.integer(Int64(position.column)) }
    }

    mutating func member(
        _ key: StaticString,
        _ isFirst: inout Bool,
        _ write: (inout CompactValueWriter) -> Void
    ) {
        if !isFirst { byte(",") }
        isFirst = false
        byte("\"")
        bytes.append(contentsOf: UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
        byte("\"")
        byte(":")
        write(&self)
    }

    mutating func byte(_ scalar: Unicode.Scalar) { bytes.append(UInt8(ascii: scalar)) }

    mutating func ascii(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Writes a number with its decimal digits.
    mutating func integer(_ number: Int64) {
        if number < 0 { byte("-") }
        var left = number.magnitude
        let first = bytes.count
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(left % 10))
            left /= 10
        } while left > 0
        bytes[first...].reverse()
    }

    /// The types of the elements of a collection, by the name of its type.
    mutating func elementTypes(of name: String) -> [String] {
        if let known = elementTypes[name] { return known }
        let types = TypeName.elements(of: name)
        elementTypes[name] = types
        return types
    }

    private mutating func hexadecimal(_ blob: [UInt8]) {
        let digits = Array("0123456789abcdef".utf8)
        byte("\"")
        for byte in blob {
            bytes.append(digits[Int(byte >> 4)])
            bytes.append(digits[Int(byte & 15)])
        }
        byte("\"")
    }

    /// Writes text, escaping what RFC 8259, section 7 says has to be.
    mutating func string(_ text: String) {
        var text = text
        text.withUTF8 { string(UnsafeRawBufferPointer($0)) }
    }

    /// Writes text that is given as UTF-8.
    mutating func string(_ utf8: UnsafeRawBufferPointer) {
        byte("\"")
        var clean = 0
        for index in 0..<utf8.count {
            let code = utf8[index]
            guard code < 0x20 || code == UInt8(ascii: "\"") || code == UInt8(ascii: "\\") else { continue }
            append(utf8, clean..<index)
            escape(code)
            clean = index + 1
        }
        append(utf8, clean..<utf8.count)
        byte("\"")
    }

    private mutating func append(_ text: UnsafeRawBufferPointer, _ range: Range<Int>) {
        guard !range.isEmpty else { return }
        bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[range]))
    }

    private mutating func escape(_ code: UInt8) {
        byte("\\")
        switch code {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(code)
        case 0x0A: byte("n")
        case 0x0D: byte("r")
        case 0x09: byte("t")
        default: ascii((code < 0x10 ? "u000" : "u00") + String(code, radix: 16))
        }
    }
}
