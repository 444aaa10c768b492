// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// The JSON of invocations, as `docs/http-api.md` describes it.
enum InvocationEncoder {
    static func encode(_ invocation: Invocation) -> [UInt8] {
        var json = JSONBytes()
        write(invocation, to: &json)
        return json.bytes
    }

    /// Writes an invocation as one object.
    ///
    /// - Parameter extra: Writes further members at the end.
    static func write(_ invocation: Invocation, to json: inout JSONBytes, extra: (inout JSONBytes) -> Void = { _ in }) {
        json.object { json in
            writeIdentity(invocation, to: &json)
            json.key("arguments")
            json.array { json in
                for argument in invocation.arguments { write(argument, to: &json) }
            }
            json.key("thread")
            json.object { json in
                json.key("id")
                json.integer(invocation.thread.id)
                json.key("name")
                json.string(invocation.thread.name)
                json.key("isMain")
                json.bool(invocation.thread.isMain)
            }
            writeOutcome(invocation, to: &json)
            writeNotes(invocation, to: &json)
            extra(&json)
        }
    }

    private static func writeIdentity(_ invocation: Invocation, to json: inout JSONBytes) {
        json.key("id")
        json.plain(invocation.id.description)
        json.key("seq")
        json.integer(invocation.seq)
        json.key("position")
        json.optional(invocation.position) { $0.integer($1) }
        json.key("parent")
        json.optional(invocation.parent) { $0.plain($1.description) }
        json.key("depth")
        json.integer(invocation.depth)
        json.key("proxy")
        json.integer(invocation.proxy)
        json.key("owner")
        json.string(invocation.owner)
        json.key("target")
        json.optional(invocation.target) { $0.string($1) }
        json.key("protocol")
        json.string(invocation.selector.protocolName)
        json.key("selector")
        json.string(invocation.selector.name)
    }

    private static func writeOutcome(_ invocation: Invocation, to json: inout JSONBytes) {
        json.key("startedAt")
        json.plain(Timestamp.text(invocation.startedAtNanoseconds))
        json.key("durationNanoseconds")
        json.optional(invocation.durationNanoseconds) { $0.integer($1) }
        json.key("targetNanoseconds")
        json.optional(invocation.targetNanoseconds) { $0.integer($1) }
        json.key("state")
        json.plain(invocation.state.name)
        json.key("returnPath")
        json.plain(invocation.returnPath.name)
        json.key("result")
        json.optional(invocation.result) { json, value in json.object { write(value, to: &$0) } }
        json.key("error")
        json.optional(invocation.error) { json, value in json.object { write(value, to: &$0) } }
    }

    /// What was noted afterwards; most invocations have none of it, and then nothing is said.
    private static func writeNotes(_ invocation: Invocation, to json: inout JSONBytes) {
        if invocation.isMarked {
            json.key("marked")
            json.bool(true)
        }
        if let comment = invocation.comment {
            json.key("comment")
            json.string(comment)
        }
    }

    private static func write(_ argument: Invocation.Argument, to json: inout JSONBytes) {
        json.object { json in
            json.key("label")
            json.optional(argument.label) { $0.string($1) }
            json.key("name")
            json.string(argument.name)
            write(argument.value, to: &json)
        }
    }

    // MARK: Values

    /// Writes the members of a value: type, kind, what it holds, and what was cut.
    private static func write(_ value: RecordedValue, to json: inout JSONBytes) {
        json.key("type")
        json.string(value.typeName)
        json.key("kind")
        json.plain(value.kind.rawValue)
        if let identity = value.identity {
            json.key("id")
            json.string(identity)
        }
        writeContent(of: value, to: &json)
        if let count = value.count {
            json.key("count")
            json.integer(count)
        }
        if !value.children.isEmpty || value.kind.isContainer {
            json.key("children")
            json.array { json in
                for child in value.children { writeChild(child, to: &json) }
            }
        }
        if let truncation = value.truncation {
            json.key("truncated")
            json.plain(truncation.reason.name)
            if value.count == nil {
                json.key("length")
                json.integer(truncation.original)
            }
        }
    }

    private static func writeChild(_ child: RecordedValue, to json: inout JSONBytes) {
        json.object { json in
            if let label = child.label {
                json.key("label")
                json.string(label)
            }
            write(child, to: &json)
        }
    }

    private static func writeContent(of value: RecordedValue, to json: inout JSONBytes) {
        switch value.content {
        case .none, .address: return
        case .bool(let bool):
            json.key("value")
            json.bool(bool)
        case .signed(let number):
            json.key("value")
            json.integer(number)
        case .unsigned(let number):
            json.key("value")
            json.integer(number)
        case .float(let number):
            json.key("value")
            json.real(number)
        case .double(let number):
            json.key("value")
            json.real(number)
        case .text(let text):
            json.key("value")
            json.string(text)
        case .bytes(let bytes, let hash):
            json.key("value")
            json.plain(hexadecimal(bytes))
            json.key("hash")
            json.plain(String(hash, radix: 16))
        }
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.flatMap { [JSONBytes.hexDigit($0 >> 4), JSONBytes.hexDigit($0 & 15)] }, as: UTF8.self)
    }
}

extension RecordedValue.Kind {
    /// Whether values of the kind have children, if only none.
    fileprivate var isContainer: Bool {
        switch self {
        case .list, .map, .tuple, .enum: true
        case .scalar, .string, .bytes, .struct, .object, .nil, .function, .redacted: false
        }
    }
}

extension JSONBytes {
    /// Writes a value, or null.
    mutating func optional<Value>(_ value: Value?, _ write: (inout JSONBytes, Value) -> Void) {
        if let value { write(&self, value) } else { null() }
    }
}
