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
        ("target", .target), ("none", .none), ("default", .default), ("handler", .handler),
    ]

    private let names = StringPool()
    private let values: ValueLine

    init() { values = ValueLine(names) }

    func invocation(_ node: JSONNode) throws(Fault) -> Invocation {
        let findings = (node["findings"]?.elements).map { $0.compactMap { $0.string.flatMap(Finding.init) } } ?? []
        let id = try identity(node["id"], "id")
        guard node["seq"]?.integer(UInt64.self) ?? id.seq == id.seq else { throw Fault(member: "seq") }
        let started = try required(node["startedAt"]?.withText(Instant.nanoseconds), "startedAt")
        var invocation = Invocation(
            id: id,
            parent: try parent(node["parent"], of: id),
            depth: Int(try required(number(node["depth"], "depth"), "depth")),
            selector: Selector(
                protocolName: try required(names.string(node["protocol"]), "protocol"),
                name: try required(names.string(node["selector"]), "selector")
            ),
            thread: try thread(node["thread"]),
            proxy: ProxyFacts(
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
            id: try required(node?["id"]?.integer(UInt32.self), "thread.id"),
            name: try required(names.string(node?["name"]), "thread.name"),
            isMain: try required(node?["isMain"]?.bool, "thread.isMain")
        )
    }

    private func readOutcome(_ node: JSONNode, into invocation: inout Invocation) throws(Fault) {
        invocation.position = try number(node["position"], "position")
        invocation.durationNanoseconds = try number(node["durationNanoseconds"], "durationNanoseconds")
        invocation.targetNanoseconds = try number(node["targetNanoseconds"], "targetNanoseconds")
        invocation.state = try required(node["state"]?.choice(Self.states), "state")
        invocation.returnPath = try required(node["returnPath"]?.choice(Self.paths), "returnPath")
        invocation.isMarked = node["marked"]?.bool ?? false
        invocation.comment = node["comment"]?.string
        invocation.skipped = Int(try number(node["skipped"], "skipped") ?? 0)
        for argument in try required(node["arguments"]?.elements, "arguments") {
            let value = try required(values.value(argument, isArgument: true), "arguments")
            let name = try required(names.string(argument["name"]), "arguments.name")
            var new = Invocation.Argument(label: names.string(argument["label"]), name: name, value: value)
            new.after = try self.value(argument["after"], "arguments.after")
            invocation.arguments.append(new)
        }
        invocation.result = try value(node["result"], "result")
        invocation.error = try value(node["error"], "error")
        invocation.targetResult = try value(node["targetResult"], "targetResult")
        invocation.targetError = try value(node["targetError"], "targetError")
    }

    private func value(_ node: JSONNode?, _ member: String) throws(Fault) -> RecordedValue? {
        guard let node, node.kind != .null else { return nil }
        return try required(values.value(node, isArgument: false), member)
    }

    /// The call that it began in, which is one of the same run.
    private func parent(_ node: JSONNode?, of id: InvocationID) throws(Fault) -> InvocationID? {
        guard let node, node.kind != .null else { return nil }
        let parent = try identity(node, "parent")
        guard parent.epoch == id.epoch else { throw Fault(member: "parent") }
        return parent
    }

    /// A number that a file can hold; nil for none.
    private func number(_ node: JSONNode?, _ member: String) throws(Fault) -> UInt64? {
        guard let node, node.kind != .null else { return nil }
        guard let number = node.integer(Int64.self), number >= 0 else { throw Fault(member: member) }
        return UInt64(number)
    }

    /// `<epoch>-<seq>`, both of which a file can hold.
    private func identity(_ node: JSONNode?, _ member: String) throws(Fault) -> InvocationID {
        let found = node?.withText { text -> InvocationID? in
            guard let dash = text.lastIndex(of: UInt8(ascii: "-")), dash > 0,
                let seq: UInt64 = DecimalDigits.integer(UnsafeRawBufferPointer(rebasing: text[(dash + 1)...])),
                (1...UInt64(RecordingSchema.seqMask)).contains(seq)
            else { return nil }
            let epoch = String(decoding: text[..<dash], as: UTF8.self)
            return RecordedRun.isEpoch(epoch) ? InvocationID(epoch: epoch, seq: seq) : nil
        }
        return try required(found, member)
    }

    private func required<Value>(_ value: Value?, _ member: String) throws(Fault) -> Value {
        guard let value else { throw Fault(member: member) }
        return value
    }
}
