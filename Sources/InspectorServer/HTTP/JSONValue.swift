// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CHTTP
internal import ProxyCore

/// A parsed JSON value.
indirect enum JSONValue: Sendable, Hashable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    case string(String)
    case array([JSONValue])
    /// Members in the order of the text; keys are unique.
    case object([Member])

    struct Member: Sendable, Hashable {
        let key: String
        let value: JSONValue
    }

    /// A parse error and its position.
    struct Fault: Error, Sendable, Hashable {
        let reason: String
        /// Bytes from the start.
        let offset: Int
    }

    /// Maximum nesting depth; no body of this API needs more than two levels.
    static let depthLimit = 32

    /// Parses exactly one value. Duplicate keys are an error.
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

extension JSONValue: JSONEncodable {
    func write(to json: inout JSONWriter) {
        switch self {
        case .null: json.null()
        case .boolean(let truth): json.bool(truth)
        case .integer(let number): json.integer(number)
        case .real(let number): json.real(number)
        case .string(let text): json.string(text)
        case .array(let elements): elements.write(to: &json)
        case .object(let members): json.object { json in members.forEach { $0.write(to: &json) } }
        }
    }
}

extension JSONValue.Member {
    /// Writes the key and the value into an object.
    func write(to json: inout JSONWriter) {
        json.name(key)
        value.write(to: &json)
    }
}
