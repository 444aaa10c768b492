// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// The JSON of invocations, as `docs/http-api.md` describes it.
enum InvocationEncoder {
    static func encode(_ invocation: Invocation, _ fields: InvocationFields = .all) -> [UInt8] {
        var json = JSONWriter()
        write(invocation, fields, to: &json)
        return json.bytes
    }

    /// Writes an invocation as one object.
    ///
    /// - Parameters:
    ///   - fields: The members to write; members that are not known of a call are left out anyway.
    ///   - extra: Writes further members at the end.
    static func write(
        _ invocation: Invocation,
        _ fields: InvocationFields = .all,
        to json: inout JSONWriter,
        extra: (inout JSONWriter) -> Void = { _ in }
    ) {
        json.object { json in
            writeIdentity(invocation, fields, to: &json)
            writeCall(invocation, fields, to: &json)
            writeOutcome(invocation, fields, to: &json)
            writeTargetOutcome(invocation, fields, to: &json)
            writeNotes(invocation, fields, to: &json)
            extra(&json)
        }
    }

    private static func writeIdentity(_ invocation: Invocation, _ fields: InvocationFields, to json: inout JSONWriter) {
        json.member("id", if: fields.contains(.id)) { $0.plain(invocation.id.description) }
        json.member("seq", if: fields.contains(.seq)) { $0.integer(invocation.seq) }
        json.member("position", if: fields.contains(.position)) { json in
            json.optional(invocation.position) { $0.integer($1) }
        }
        json.member("parent", if: fields.contains(.parent)) { json in
            json.optional(invocation.parent) { $0.plain($1.description) }
        }
        json.member("depth", if: fields.contains(.depth)) { $0.integer(invocation.depth) }
        json.member("proxy", if: fields.contains(.proxy)) { $0.integer(invocation.proxy) }
        json.member("owner", if: fields.contains(.owner)) { $0.string(invocation.owner) }
        json.member("target", if: fields.contains(.target)) { json in
            json.optional(invocation.target) { $0.string($1) }
        }
        json.member("protocol", if: fields.contains(.protocol)) { $0.string(invocation.selector.protocolName) }
        json.member("selector", if: fields.contains(.selector)) { $0.string(invocation.selector.name) }
    }

    private static func writeCall(_ invocation: Invocation, _ fields: InvocationFields, to json: inout JSONWriter) {
        json.member("arguments", if: fields.contains(.arguments)) { json in
            json.array { json in
                for argument in invocation.arguments { write(argument, to: &json) }
            }
        }
        json.member("thread", if: fields.contains(.thread)) { json in
            json.object { json in
                json.key("id")
                json.integer(invocation.thread.id)
                json.key("name")
                json.string(invocation.thread.name)
                json.key("isMain")
                json.bool(invocation.thread.isMain)
            }
        }
    }

    private static func writeOutcome(_ invocation: Invocation, _ fields: InvocationFields, to json: inout JSONWriter) {
        json.member("startedAt", if: fields.contains(.startedAt)) { json in
            json.instant(invocation.startedAtNanoseconds)
        }
        json.member("durationNanoseconds", if: fields.contains(.durationNanoseconds)) { json in
            json.optional(invocation.durationNanoseconds) { $0.integer($1) }
        }
        json.member("targetNanoseconds", if: fields.contains(.targetNanoseconds)) { json in
            json.optional(invocation.targetNanoseconds) { $0.integer($1) }
        }
        json.member("state", if: fields.contains(.state)) { $0.plain(invocation.state.name) }
        json.member("returnPath", if: fields.contains(.returnPath)) { $0.plain(invocation.returnPath.name) }
        json.member("result", if: fields.contains(.result)) { json in
            json.optional(invocation.result) { json, value in json.object { write(value, to: &$0) } }
        }
        json.member("error", if: fields.contains(.error)) { json in
            json.optional(invocation.error) { json, value in json.object { write(value, to: &$0) } }
        }
    }

    /// What the target answered while a handler answered in its place; most invocations have no such thing.
    private static func writeTargetOutcome(
        _ invocation: Invocation,
        _ fields: InvocationFields,
        to json: inout JSONWriter
    ) {
        if let result = invocation.targetResult {
            json.member("targetResult", if: fields.contains(.targetResult)) { json in
                json.object { write(result, to: &$0) }
            }
        }
        if let error = invocation.targetError {
            json.member("targetError", if: fields.contains(.targetError)) { json in
                json.object { write(error, to: &$0) }
            }
        }
    }

    /// What is odd about it, and what was noted afterwards; most invocations have none of it, and then nothing is said.
    private static func writeNotes(_ invocation: Invocation, _ fields: InvocationFields, to json: inout JSONWriter) {
        json.member("findings", if: fields.contains(.findings) && !invocation.findings.isEmpty) { json in
            json.array { json in
                for finding in invocation.findings { json.plain(finding.rawValue) }
            }
        }
        json.member("marked", if: fields.contains(.marked) && invocation.isMarked) { $0.bool(true) }
        if let comment = invocation.comment {
            json.member("comment", if: fields.contains(.comment)) { $0.string(comment) }
        }
        json.member("skipped", if: fields.contains(.skipped) && invocation.skipped > 0) { json in
            json.integer(invocation.skipped)
        }
    }

    private static func write(_ argument: Invocation.Argument, to json: inout JSONWriter) {
        json.object { json in
            json.key("label")
            json.optional(argument.label) { $0.string($1) }
            json.key("name")
            json.string(argument.name)
            write(argument.value, to: &json)
            if let after = argument.after {
                json.key("after")
                json.object { write(after, to: &$0) }
            }
        }
    }

    // MARK: Values

    /// Writes the members of a value: type, kind, what it holds, and what was cut.
    private static func write(_ value: RecordedValue, to json: inout JSONWriter) {
        json.key("type")
        json.string(value.typeName)
        json.key("kind")
        json.plain(value.kind.rawValue)
        if let identity = value.identity {
            json.key("id")
            json.string(identity)
        }
        writeContent(of: value, to: &json)
        if let text = value.text {
            json.key("value")
            json.string(text)
        }
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
            if value.count != truncation.original {
                json.key("length")
                json.integer(truncation.original)
            }
        }
    }

    private static func writeChild(_ child: RecordedValue, to json: inout JSONWriter) {
        json.object { json in
            if let label = child.label {
                json.key("label")
                json.string(label)
            }
            write(child, to: &json)
        }
    }

    private static func writeContent(of value: RecordedValue, to json: inout JSONWriter) {
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
            json.hexadecimal(bytes)
            json.key("hash")
            json.plain(String(hash, radix: 16))
            if let text = value.bytesText {
                json.key("text")
                json.string(text)
            }
        }
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

extension JSONWriter {
    /// Writes a member when it is wanted.
    @inline(__always)
    mutating func member(_ name: StaticString, if isWanted: Bool, _ write: (inout JSONWriter) -> Void) {
        guard isWanted else { return }
        key(name)
        write(&self)
    }
}
