// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CHTTP

/// A parsed JSON value.
indirect enum JSONValue: Sendable, Hashable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    case string(String)
    case array([JSONValue])
    /// Members in the order of the text; no key stands twice.
    case object([Member])

    struct Member: Sendable, Hashable {
        let key: String
        let value: JSONValue
    }

    /// Why and where a text is not accepted as JSON.
    struct Fault: Error, Sendable, Hashable {
        let reason: String
        /// Bytes from the start.
        let offset: Int
    }

    /// Deeper nesting is refused; no body of this API needs more than two levels.
    static let depthLimit = 32

    /// Parses a text that holds exactly one value. Duplicate keys are refused.
    init(parsing bytes: [UInt8]) throws(Fault) {
        var document: OpaquePointer?
        var fault = chttp_json_fault()
        let error = chttp_json_parse(bytes, bytes.count, Self.depthLimit, &document, &fault)
        guard error == 0, let document else {
            let text = withUnsafeBytes(of: &fault.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            throw Fault(reason: text.isEmpty ? String(cString: chttp_error_text(error)) : text, offset: fault.offset)
        }
        defer { chttp_json_destroy(document) }
        self.init(chttp_json_root(document))
    }

    private init(_ value: OpaquePointer) {
        switch chttp_json_value_kind(value) {
        case CHTTP_JSON_BOOLEAN: self = .boolean(chttp_json_value_boolean(value))
        case CHTTP_JSON_INTEGER: self = .integer(chttp_json_value_integer(value))
        case CHTTP_JSON_REAL: self = .real(chttp_json_value_real(value))
        case CHTTP_JSON_STRING: self = .string(Self.text(value))
        case CHTTP_JSON_ARRAY:
            self = .array(
                (0..<chttp_json_value_count(value)).compactMap {
                    chttp_json_value_element(value, $0).map(JSONValue.init)
                }
            )
        case CHTTP_JSON_OBJECT: self = .object(Self.members(value))
        default: self = .null
        }
    }

    private static func text(_ value: OpaquePointer) -> String {
        var length = 0
        let start = chttp_json_value_string(value, &length)
        return String(decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
    }

    private static func members(_ value: OpaquePointer) -> [Member] {
        var members: [Member] = []
        withUnsafeMutablePointer(to: &members) { members in
            chttp_json_value_members(value, members) { context, key, member in
                let members = context?.assumingMemoryBound(to: [Member].self)
                members?.pointee.append(Member(key: String(cString: key), value: JSONValue(member)))
                return true
            }
        }
        return members
    }
}

/// Writes one JSON text, compact and in the order of the calls.
///
/// Malformed UTF-8 cannot occur in a `String`; integers beyond ±2^53 and reals that are not finite become strings.
struct JSONWriter: ~Copyable {
    /// The calls did not make one complete value, or memory ran out.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let writer: OpaquePointer

    private init(_ writer: OpaquePointer) { self.writer = writer }

    deinit { chttp_json_writer_destroy(writer) }

    /// The UTF-8 of what `body` writes.
    static func bytes(_ body: (borrowing JSONWriter) throws -> Void) throws -> [UInt8] {
        var made: OpaquePointer?
        let error = chttp_json_writer_create(&made)
        guard error == 0, let made else { throw Failure(description: String(cString: chttp_error_text(error))) }
        let json = JSONWriter(made)
        try body(json)
        return try json.take()
    }

    private func take() throws(Failure) -> [UInt8] {
        var bytes: UnsafePointer<UInt8>?
        var length = 0
        let error = chttp_json_writer_take(writer, &bytes, &length)
        guard error == 0 else { throw Failure(description: String(cString: chttp_error_text(error))) }
        return Array(UnsafeBufferPointer(start: bytes, count: length))
    }

    /// An object; `body` writes its members.
    func object(_ body: (borrowing JSONWriter) throws -> Void) rethrows {
        chttp_json_writer_begin_object(writer)
        try body(self)
        chttp_json_writer_end_object(writer)
    }

    /// An array; `body` writes its elements.
    func array(_ body: (borrowing JSONWriter) throws -> Void) rethrows {
        chttp_json_writer_begin_array(writer)
        try body(self)
        chttp_json_writer_end_array(writer)
    }

    /// The key of the next member.
    func key(_ name: String) {
        var name = name
        name.withUTF8 { chttp_json_writer_key(writer, $0.baseAddress ?? Self.nothing, $0.count) }
    }

    func value(_ text: String) {
        var text = text
        text.withUTF8 { chttp_json_writer_string(writer, $0.baseAddress ?? Self.nothing, $0.count) }
    }

    func value(_ number: Int) { chttp_json_writer_signed(writer, Int64(number)) }

    func value(_ number: Int64) { chttp_json_writer_signed(writer, number) }

    func value(_ number: UInt64) { chttp_json_writer_unsigned(writer, number) }

    func value(_ number: Double) { chttp_json_writer_real(writer, number) }

    func value(_ truth: Bool) { chttp_json_writer_boolean(writer, truth) }

    func null() { chttp_json_writer_null(writer) }

    /// A value that is JSON already.
    func raw(_ json: [UInt8]) { chttp_json_writer_raw(writer, json, json.count) }

    private static var nothing: UnsafePointer<UInt8> { ("" as StaticString).utf8Start }
}
