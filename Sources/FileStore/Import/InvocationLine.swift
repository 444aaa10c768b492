// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// Reads invocations from the JSON that the API and exports give.
///
/// Writing an invocation again gives the same text, letter by letter.
struct InvocationLine {
    /// What is missing or of the wrong kind.
    struct Fault: Error {
        let member: String
    }

    private static let states: [(StaticString, Invocation.State)] = [
        ("returned", .returned), ("threw", .threw), ("running", .running),
    ]
    private static let paths: [(StaticString, Invocation.ReturnPath)] = [
        ("target", .target), ("none", .none), ("default", .default), ("handler", .handler), ("stub", .stub),
        ("intercept", .intercept),
    ]

    private let names = StringPool()
    private let values: ValueLine

    init() { values = ValueLine(names) }

    func invocation(_ node: JSONNode) throws(Fault) -> Invocation {
        let findings = (node["findings"]?.elements).map { $0.compactMap { $0.string.flatMap(Finding.init) } } ?? []
        let id = try identity(node["id"], "id")
        let started = try required(node["startedAt"]?.withText(Instant.nanoseconds), "startedAt")
        var invocation = Invocation(
            id: id,
            parent: try optionalIdentity(node["parent"], "parent"),
            depth: try required(node["depth"]?.integer(Int.self), "depth"),
            selector: Selector(
                protocolName: try required(names.string(node["protocol"]), "protocol"),
                name: try required(names.string(node["selector"]), "selector")
            ),
            thread: try thread(node["thread"]),
            proxy: ColumnFilter.ProxyFacts(
                number: try required(node["proxy"]?.integer(Int.self), "proxy"),
                owner: try required(names.string(node["owner"]), "owner"),
                target: names.string(node["target"]),
                isMainOnly: findings.contains(.offMain)
            ),
            startedAtNanoseconds: started,
            startOffsetNanoseconds: 0
        )
        try readOutcome(node, into: &invocation)
        invocation.findings = findings
        return invocation
    }

    private func thread(_ node: JSONNode?) throws(Fault) -> ThreadInfo {
        ThreadInfo(
            number: try required(node?["id"]?.integer(UInt32.self), "thread.id"),
            name: try required(names.string(node?["name"]), "thread.name"),
            isMain: try required(node?["isMain"]?.bool, "thread.isMain")
        )
    }

    private func readOutcome(_ node: JSONNode, into invocation: inout Invocation) throws(Fault) {
        invocation.position = node["position"]?.integer()
        invocation.durationNanoseconds = node["durationNanoseconds"]?.integer()
        invocation.targetNanoseconds = node["targetNanoseconds"]?.integer()
        invocation.state = try required(node["state"]?.choice(Self.states), "state")
        invocation.returnPath = try required(node["returnPath"]?.choice(Self.paths), "returnPath")
        invocation.isMarked = node["marked"]?.bool ?? false
        invocation.comment = node["comment"]?.string
        invocation.skipped = node["skipped"]?.integer() ?? 0
        for argument in try required(node["arguments"]?.elements, "arguments") {
            let value = try required(values.value(argument, isArgument: true), "arguments")
            let name = try required(names.string(argument["name"]), "arguments.name")
            invocation.arguments.append(Invocation.Argument(label: names.string(argument["label"]), name: name, value))
        }
        invocation.result = try value(node["result"], "result")
        invocation.error = try value(node["error"], "error")
    }

    private func value(_ node: JSONNode?, _ member: String) throws(Fault) -> RecordedValue? {
        guard let node, node.kind != .null else { return nil }
        return try required(values.value(node, isArgument: false), member)
    }

    private func optionalIdentity(_ node: JSONNode?, _ member: String) throws(Fault) -> InvocationID? {
        guard let node, node.kind != .null else { return nil }
        return try identity(node, member)
    }

    /// `<epoch>-<seq>`
    private func identity(_ node: JSONNode?, _ member: String) throws(Fault) -> InvocationID {
        let found = node?.withText { text -> InvocationID? in
            guard let dash = text.lastIndex(of: UInt8(ascii: "-")), dash > 0,
                let seq: UInt64 = DecimalDigits.integer(UnsafeRawBufferPointer(rebasing: text[(dash + 1)...])), seq > 0
            else { return nil }
            return InvocationID(epoch: String(decoding: text[..<dash], as: UTF8.self), seq: seq)
        }
        return try required(found, member)
    }

    private func required<Value>(_ value: Value?, _ member: String) throws(Fault) -> Value {
        guard let value else { throw Fault(member: member) }
        return value
    }
}
