// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// Reads an invocation from the JSON that the API and exports give.
///
/// Writing the invocation again gives the same text, letter by letter.
enum InvocationLine {
    /// What is missing or of the wrong kind.
    struct Fault: Error {
        let member: String
    }

    static func invocation(_ node: JSONNode) throws(Fault) -> Invocation {
        let id = try identity(node, "id")
        guard node["seq"]?.integer(UInt64.self) ?? id.seq == id.seq else { throw Fault(member: "seq") }
        let started = try required(node["startedAt"]?.string.flatMap(Instant.nanoseconds), "startedAt")
        let thread = ThreadInfo(
            number: try required(node["thread"]?["id"]?.integer(UInt32.self), "thread.id"),
            name: try required(node["thread"]?["name"]?.string, "thread.name"),
            isMain: try required(node["thread"]?["isMain"]?.bool, "thread.isMain")
        )
        let proxy = ColumnFilter.ProxyFacts(
            number: try required(node["proxy"]?.integer(Int.self), "proxy"),
            owner: try required(node["owner"]?.string, "owner"),
            target: node["target"]?.string,
            isMainOnly: findings(node).contains(.offMain)
        )
        var invocation = Invocation(
            id: id,
            parent: try parent(node, of: id),
            depth: Int(try required(number(node, "depth"), "depth")),
            selector: Selector(
                protocolName: try required(node["protocol"]?.string, "protocol"),
                name: try required(node["selector"]?.string, "selector")
            ),
            thread: thread,
            proxy: proxy,
            startedAtNanoseconds: started,
            startOffsetNanoseconds: 0
        )
        try readOutcome(node, into: &invocation)
        invocation.findings = findings(node)
        return invocation
    }

    private static func readOutcome(_ node: JSONNode, into invocation: inout Invocation) throws(Fault) {
        invocation.position = try number(node, "position")
        invocation.durationNanoseconds = try number(node, "durationNanoseconds")
        invocation.targetNanoseconds = try number(node, "targetNanoseconds")
        let state = Invocation.State.allCases.first { $0.name == node["state"]?.string }
        invocation.state = try required(state, "state")
        let path = Invocation.ReturnPath.allCases.first { $0.name == node["returnPath"]?.string }
        invocation.returnPath = try required(path, "returnPath")
        invocation.isMarked = node["marked"]?.bool ?? false
        invocation.comment = node["comment"]?.string
        invocation.skipped = Int(try number(node, "skipped") ?? 0)
        for argument in try required(node["arguments"]?.array, "arguments") {
            let value = try required(RecordedValue(argument, isArgument: true), "arguments")
            let name = try required(argument["name"]?.string, "arguments.name")
            invocation.arguments.append(Invocation.Argument(label: argument["label"]?.string, name: name, value))
        }
        invocation.result = try value(node["result"], "result")
        invocation.error = try value(node["error"], "error")
    }

    private static func value(_ node: JSONNode?, _ member: String) throws(Fault) -> RecordedValue? {
        guard let node, node != .null else { return nil }
        return try required(RecordedValue(node, isArgument: false), member)
    }

    private static func findings(_ node: JSONNode) -> [Finding] {
        (node["findings"]?.array ?? []).compactMap { $0.string.flatMap(Finding.init) }
    }

    /// An id whose parts a file can hold.
    private static func identity(_ node: JSONNode, _ member: String) throws(Fault) -> InvocationID {
        let id = try required(node[member]?.string.flatMap { InvocationID($0) }, member)
        guard id.seq <= UInt64(RecordingSchema.seqMask), RecordedRun.isEpoch(id.epoch) else {
            throw Fault(member: member)
        }
        return id
    }

    /// The call that it began in, which is one of the same run.
    private static func parent(_ node: JSONNode, of id: InvocationID) throws(Fault) -> InvocationID? {
        guard let given = node["parent"], given != .null else { return nil }
        let parent = try identity(node, "parent")
        guard parent.epoch == id.epoch else { throw Fault(member: "parent") }
        return parent
    }

    /// A number that a file can hold; nil for none.
    private static func number(_ node: JSONNode, _ member: String) throws(Fault) -> UInt64? {
        guard let given = node[member], given != .null else { return nil }
        guard let number = given.integer(Int64.self), number >= 0 else { throw Fault(member: member) }
        return UInt64(number)
    }

    private static func required<Value>(_ value: Value?, _ member: String) throws(Fault) -> Value {
        guard let value else { throw Fault(member: member) }
        return value
    }
}

extension RecordedValue {
    /// - Parameter isArgument: Whether a label is that of the argument, not of the value.
    fileprivate init?(_ node: JSONNode, isArgument: Bool) {
        guard let type = node["type"]?.string, let kind = node["kind"]?.string.flatMap(Kind.init) else { return nil }
        self.init(label: isArgument ? nil : node["label"]?.string, typeName: type, kind: kind)
        guard let content = Self.content(node, kind, type) else { return nil }
        self.content = content
        count = node["count"]?.integer()
        for child in node["children"]?.array ?? [] {
            guard let value = RecordedValue(child, isArgument: false) else { return nil }
            children.append(value)
        }
        if let name = node["truncated"]?.string {
            guard let reason = TruncationReason(name: name) else { return nil }
            truncation = Truncation(reason, original: node["length"]?.integer() ?? count ?? 0)
        }
    }

    private static func content(_ node: JSONNode, _ kind: Kind, _ type: String) -> Content? {
        if kind == .object {
            guard let id = node["id"]?.string, let at = id.lastIndex(of: "@") else { return nil }
            return UInt(id[id.index(after: at)...], radix: 16).map { .address($0) }
        }
        guard let value = node["value"] else { return Content.none }
        switch (kind, value) {
        case (.bytes, .string(let text)):
            guard let bytes = CompactValueReader.bytes(text), let hash = node["hash"]?.string else { return nil }
            return UInt64(hash, radix: 16).map { .bytes(bytes, hash: $0) }
        case (.scalar, .bool(let truth)): return .bool(truth)
        case (.scalar, .number(let text)), (.scalar, .string(let text)): return number(text, type)
        case (_, .string(let text)): return .text(text)
        default: return nil
        }
    }

    /// A number from its text: of the type whose own text it is.
    private static func number(_ text: String, _ type: String) -> Content? {
        if let integer = Int64(text) { return .signed(integer) }
        if let integer = UInt64(text) { return .unsigned(integer) }
        if type.hasPrefix("Float"), let float = Float(text), float.description == text { return .float(float) }
        if let double = Double(text), double.description == text { return .double(double) }
        return Float(text).map { .float($0) }
    }
}
