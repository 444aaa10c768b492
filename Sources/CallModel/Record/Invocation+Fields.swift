// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

extension Invocation {
    /// Valid numbers of calls skipped before one record: recorders count them in 32 bits.
    fileprivate static let mostSkipped: UInt64 = 0xFFFF_FFFF

    /// The fields of an invocation, in the order of their members in JSON.
    package static let fields: [RecordField<Invocation>] = identity + call + outcome + later + notes

    private typealias Field = RecordField<Invocation>

    // MARK: Identity

    private static let identity = [
        Field(
            "id",
            FieldSchema.id,
            "Epoch and `seq`.",
            write: { $1.plain($0.id.description) },
            read: { (record, member) throws(RecordFault) in record.id = try member.id() },
            cell: .cell(1, "id") { $0.id.description }
        ),
        Field(
            "seq",
            FieldSchema.integer(from: 1),
            "Order in which calls started, from 1.",
            write: { $1.integer($0.seq) },
            read: { (record, member) throws(RecordFault) in
                guard try member.number() ?? record.seq == record.seq else { throw member.fault }
            }
        ),
        Field(
            "position",
            FieldSchema.optionalInteger(from: 1),
            "Order in which calls completed, from 1; null while running.",
            write: { record, json in json.optional(record.position) { $0.integer($1) } },
            read: { (record, member) throws(RecordFault) in record.position = try member.number() },
            column: .column("position", store: { StoredValue($0.position ?? 0) }, load: { $0.position = $1.optional })
        ),
        Field(
            "parent",
            FieldSchema.optionalID,
            "The call that it was made from directly, on the same thread or in the same task.",
            write: { record, json in json.optional(record.parent) { $0.plain($1.description) } },
            read: { (record, member) throws(RecordFault) in
                record.parent = member.isNull ? nil : try member.id()
                guard let parent = record.parent else { return }
                // A call begins after those around it. Otherwise its parents could be a circle.
                guard parent.epoch == record.id.epoch, parent.seq < record.seq else { throw member.fault }
            },
            column: .column(
                "parent",
                store: { StoredValue($0.parent?.seq ?? 0) },
                load: { record, value in
                    let seq = value.optional ?? 0
                    // Other numbers than those of earlier calls are in forged files only.
                    let isEarlier = seq > 0 && seq < record.seq
                    record.parent =
                        isEarlier ? InvocationID(epoch: record.id.epoch, seq: seq, run: record.id.run) : nil
                }
            )
        ),
        Field(
            "depth",
            FieldSchema.integer(from: 0),
            "Unfinished calls around it.",
            write: { $1.integer($0.depth) },
            read: { (record, member) throws(RecordFault) in
                record.depth = Int(try member.required(try member.number()))
            },
            cell: .cell(8, "depth") { "\($0.depth)" },
            column: .column("depth", store: { StoredValue($0.depth) }, load: { $0.depth = Int(max(0, $1.number)) })
        ),
        Field(
            "process",
            ProcessFacts.schema,
            "The process, in a recording of several; else absent. The epoch of the id is the process's.",
            isPresent: { $0.process != nil },
            write: { record, json in json.optional(record.process) { $1.write(to: &$0) } },
            read: { (record, member) throws(RecordFault) in
                record.process = member.isNull ? nil : try member.required(member.node.flatMap(ProcessFacts.init))
            },
            cell: .cell(18, "process") { $0.process?.text ?? "" }
        ),
        Field(
            "proxy",
            FieldSchema.integer(from: 0),
            "Number of the proxy; 0 for a call that an interposer recorded.",
            write: { $1.integer($0.proxy) },
            read: { (record, member) throws(RecordFault) in record.proxy = Int(try member.required(member.number())) }
        ),
        Field(
            "owner",
            FieldSchema.text,
            "Type of the parent object.",
            write: { $1.string($0.owner) },
            read: { (record, member) throws(RecordFault) in record.owner = try member.text() },
            cell: .cell(6, "owner") { $0.owner }
        ),
        Field(
            "target",
            FieldSchema.optionalText,
            "Type of the forward delegate.",
            write: { record, json in json.optional(record.target) { $0.string($1) } },
            read: { record, member in record.target = member.optionalText },
            cell: .cell(7, "target") { $0.target ?? "" }
        ),
        Field(
            "protocol",
            FieldSchema.text,
            "The protocol that declares the requirement.",
            write: { $1.string($0.selector.protocolName) },
            read: { (record, member) throws(RecordFault) in
                record.selector = Selector(protocolName: try member.text(), name: record.selector.name)
            },
            cell: .cell(4, "protocol") { $0.selector.protocolName }
        ),
        Field(
            "selector",
            FieldSchema.text,
            "As Swift prints it: `parser(_:foundCharacters:)`.",
            write: { $1.string($0.selector.name) },
            read: { (record, member) throws(RecordFault) in
                record.selector = Selector(protocolName: record.selector.protocolName, name: try member.text())
            },
            cell: .cell(5, "selector") { $0.selector.name }
        ),
    ]

    // MARK: Call

    private static let call = [
        Field(
            "arguments",
            FieldSchema.values,
            "In the order of the parameters.",
            write: { record, json in
                json.array { json in
                    for argument in record.arguments { argument.write(to: &json) }
                }
            },
            read: { (record, member) throws(RecordFault) in record.arguments = try member.arguments() },
            cell: .cell(12, "arguments") { CallText.arguments($0, limit: .max) }
        ),
        Field(
            "thread",
            FieldSchema.object(of: ThreadInfo.fields),
            "The thread that it came on.",
            write: { record, json in json.object { ThreadInfo.writers.writeMembers(of: record.thread, to: &$0) } },
            read: { (record, member) throws(RecordFault) in
                try member.readMembers(into: &record.thread, ThreadInfo.fields)
            },
            cell: .cell(3, "thread") { $0.thread.name }
        ),
        Field(
            "task",
            #"{"type":"object","properties":{"id":{"type":"integer","minimum":1},"name":{"type":"string"}},"#
                + #""required":["id"],"additionalProperties":false}"#,
            "Swift task of an async call, or of a call made inside one; `name` if it was given one; else absent.",
            isPresent: { $0.task != nil },
            write: { record, json in
                json.object { json in
                    json.member("id", record.task?.id)
                    if let name = record.task?.name { json.member("name", name) }
                }
            },
            read: { (record, member) throws(RecordFault) in
                record.task = member.isNull ? nil : try member.required(member.node.flatMap(TaskInfo.init))
            },
            cell: .cell(14, "task") { $0.task?.text ?? "" },
            column: .column(
                "task",
                "TEXT",
                since: 5,
                store: { $0.task.map { .text($0.text) } ?? .null },
                load: { $0.task = $1.string.flatMap(TaskInfo.init) }
            )
        ),
        Field(
            "trace",
            TraceContext.schema,
            "Span of a distributed trace in which it was made; absent when there was none or nobody asked for it.",
            isPresent: { $0.trace != nil },
            write: { record, json in json.optional(record.trace) { $1.write(to: &$0) } },
            read: { (record, member) throws(RecordFault) in
                record.trace = member.isNull ? nil : try member.required(member.node.flatMap(TraceContext.init))
            },
            cell: .cell(17, "trace") { $0.trace?.traceID ?? "" },
            column: .column(
                "trace",
                "TEXT",
                since: 7,
                store: { $0.trace.map { .text($0.traceparent) } ?? .null },
                load: { $0.trace = $1.string.flatMap { TraceContext(traceparent: $0) } }
            )
        ),
        Field(
            "startedAt",
            FieldSchema.instant,
            "Start, in UTC.",
            write: { $1.instant($0.startedAtNanoseconds) },
            read: { (record, member) throws(RecordFault) in
                record.startedAtNanoseconds = try member.required(member.node?.withText(Instant.nanoseconds))
            },
            cell: .cell(2, "startedAt") { Instant.text($0.startedAtNanoseconds) }
        ),
    ]

    // MARK: Outcome

    private static let outcome = [
        Field(
            "durationNanoseconds",
            FieldSchema.optionalInteger(from: 0),
            "Null while running.",
            write: { record, json in json.optional(record.durationNanoseconds) { $0.integer($1) } },
            read: { (record, member) throws(RecordFault) in record.durationNanoseconds = try member.number() },
            cell: .cell(11, "durationNanoseconds") { $0.durationNanoseconds.map { "\($0)" } ?? "" },
            column: .column(
                "duration",
                store: { StoredValue($0.durationNanoseconds ?? 0) },
                load: { $0.durationNanoseconds = $1.optional }
            )
        ),
        Field(
            "targetNanoseconds",
            FieldSchema.optionalInteger(from: 0),
            "Time inside the forward delegate.",
            write: { record, json in json.optional(record.targetNanoseconds) { $0.integer($1) } },
            read: { (record, member) throws(RecordFault) in record.targetNanoseconds = try member.number() },
            column: .column(
                "target",
                store: { StoredValue($0.targetNanoseconds) },
                load: { $0.targetNanoseconds = $1.optional }
            )
        ),
        Field(
            "state",
            FieldSchema.word(of: State.allCases.map(\.name)),
            "How far the call is.",
            write: { $1.plain($0.state.name) },
            read: { (record, member) throws(RecordFault) in record.state = try member.choice(State.words) },
            cell: .cell(9, "state") { $0.state.name },
            column: .column(
                "state",
                store: { StoredValue($0.state.rawValue) },
                load: { $0.state = State(rawValue: UInt8(clamping: $1.number)) ?? .returned }
            )
        ),
        Field(
            "returnPath",
            FieldSchema.word(of: ReturnPath.allCases.map(\.name)),
            "Who produced the answer; `none` while the call is running.",
            write: { $1.plain($0.returnPath.name) },
            read: { (record, member) throws(RecordFault) in record.returnPath = try member.choice(ReturnPath.words) },
            cell: .cell(10, "returnPath") { $0.state == .running ? "" : $0.returnPath.name },
            column: .column(
                "path",
                store: { StoredValue($0.returnPath.rawValue) },
                load: { record, value in
                    record.returnPath = value.optional.flatMap { ReturnPath(rawValue: UInt8(clamping: $0)) } ?? .none
                }
            )
        ),
        Field(
            "result",
            FieldSchema.optionalValue,
            "Null for no value; a returned nil is a value of kind `nil`.",
            write: { record, json in json.optional(record.result) { $0.value($1) } },
            read: { (record, member) throws(RecordFault) in record.result = try member.value() },
            cell: .cell(13, "outcome") { CallText.outcome($0, limit: .max) }
        ),
        Field(
            "error",
            FieldSchema.optionalValue,
            "What it threw; null when it did not.",
            write: { record, json in json.optional(record.error) { $0.value($1) } },
            read: { (record, member) throws(RecordFault) in record.error = try member.value() }
        ),
        Field(
            "targetResult",
            FieldSchema.value,
            "What the forward delegate returned while a handler or a rule answered in its place.",
            isPresent: { $0.targetResult != nil },
            write: { record, json in json.optional(record.targetResult) { $0.value($1) } },
            read: { (record, member) throws(RecordFault) in record.targetResult = try member.value() }
        ),
        Field(
            "targetError",
            FieldSchema.value,
            "What the forward delegate threw while a handler or a rule answered in its place.",
            isPresent: { $0.targetError != nil },
            write: { record, json in json.optional(record.targetError) { $0.value($1) } },
            read: { (record, member) throws(RecordFault) in record.targetError = try member.value() }
        ),
        Field(
            "rule",
            FieldSchema.integer(from: 1),
            "Number of the last rule that acted on the call; absent when none did.",
            isPresent: { $0.rule != nil },
            write: { record, json in json.optional(record.rule) { $0.integer($1) } },
            read: { (record, member) throws(RecordFault) in record.rule = try member.number().map { Int(clamping: $0) }
            },
            cell: .cell(15, "rule") { $0.rule.map { "\($0)" } ?? "" },
            column: .column(
                "rule",
                since: 6,
                store: { StoredValue($0.rule) },
                load: { $0.rule = $1.optional.map { Int(clamping: $0) } }
            )
        ),
        Field(
            "heldNanoseconds",
            FieldSchema.integer(from: 0),
            "Time for which rules held or delayed the call, apart from the time in the target; absent when none did.",
            isPresent: { $0.heldNanoseconds != nil },
            write: { record, json in json.optional(record.heldNanoseconds) { $0.integer($1) } },
            read: { (record, member) throws(RecordFault) in record.heldNanoseconds = try member.number() },
            cell: .cell(16, "heldNanoseconds") { $0.heldNanoseconds.map { "\($0)" } ?? "" },
            column: .column(
                "held",
                since: 6,
                store: { StoredValue($0.heldNanoseconds) },
                load: { $0.heldNanoseconds = $1.optional }
            )
        ),
        Field(
            "held",
            FieldSchema.integer(from: 1),
            "Number of the held call while a rule makes the call wait; absent otherwise.",
            isPresent: { $0.held != nil },
            write: { record, json in json.optional(record.held) { $0.integer($1) } },
            read: { (record, member) throws(RecordFault) in record.held = try member.number() }
        ),
    ]

    // MARK: Closures

    private static let later = [
        Field(
            "completion",
            FieldSchema.word(of: Completion.State.allCases.map(\.name)),
            "What became of its closure arguments together; absent when it has none that are followed.",
            isPresent: { !$0.completions.isEmpty },
            write: { record, json in json.optional(record.completion) { $0.plain($1.name) } },
            // Follows from `completions`.
            read: { _, _ in },
            column: .column(
                "completion",
                since: 5,
                store: { StoredValue($0.completion?.rawValue) },
                load: { _, _ in }
            )
        ),
        Field(
            "completions",
            Completion.schema,
            "What became of each closure argument; absent when none is followed.",
            isPresent: { !$0.completions.isEmpty },
            write: { record, json in
                json.array { json in
                    for completion in record.completions { completion.write(to: &json) }
                }
            },
            read: { (record, member) throws(RecordFault) in record.completions = try member.completions() },
            column: .column(
                "completions",
                "TEXT",
                since: 5,
                store: { $0.completions.isEmpty ? .null : .text(Completion.text($0.completions)) },
                load: { $0.completions = $1.string.map(Completion.list) ?? [] }
            )
        ),
    ]

    // MARK: Findings and notes

    private static let notes = [
        Field(
            "findings",
            FieldSchema.words(of: Finding.allCases.map(\.rawValue)),
            "What was odd; absent when nothing was.",
            isPresent: { !$0.findings.isEmpty },
            write: { record, json in
                json.array { json in
                    for finding in record.findings { json.plain(finding.rawValue) }
                }
            },
            read: { record, member in
                let words = member.node?.elements.map { $0.compactMap(\.string) } ?? []
                record.findings = words.compactMap(Finding.init)
            }
        ),
        Field(
            "marked",
            #"{"const":true}"#,
            "Present when it is marked.",
            isPresent: { $0.isMarked },
            write: { $1.bool($0.isMarked) },
            read: { record, member in record.isMarked = member.node?.bool ?? false },
            column: .column(
                "marked",
                store: { $0.isMarked ? .integer(1) : .null },
                load: { $0.isMarked = $1.number != 0 }
            )
        ),
        Field(
            "comment",
            FieldSchema.text,
            "Present when something was noted.",
            isPresent: { $0.comment != nil },
            write: { record, json in json.optional(record.comment) { $0.string($1) } },
            read: { record, member in record.comment = member.node?.string },
            column: .column(
                "comment",
                "TEXT",
                store: { $0.comment.map { .text($0) } ?? .null },
                load: { $0.comment = $1.string }
            )
        ),
        Field(
            "skipped",
            FieldSchema.integer(from: 1),
            "Calls of the same selector right before it that a rate limit left out; absent when there are none.",
            isPresent: { $0.skipped > 0 },
            write: { $1.integer($0.skipped) },
            read: { (record, member) throws(RecordFault) in
                let number = try member.number() ?? 0
                guard number <= Invocation.mostSkipped else { throw member.fault }
                record.skipped = Int(number)
            },
            column: .column(
                "skipped",
                store: { $0.skipped > 0 ? StoredValue($0.skipped) : .null },
                load: { $0.skipped = Int(min(max(0, $1.number), Int64(Invocation.mostSkipped))) }
            )
        ),
        Field(
            "backtrace",
            CallFrame.schema,
            "Who called, innermost first; absent unless it was captured. Functions and lines once they were asked for.",
            isPresent: { !$0.backtrace.isEmpty },
            write: { CallFrame.write($0.backtrace, to: &$1) },
            read: { (record, member) throws(RecordFault) in
                record.backtrace = member.isNull ? [] : try member.required(member.node.flatMap(CallFrame.list))
            },
            column: .column(
                "backtrace",
                "TEXT",
                since: 5,
                store: { record in
                    guard !record.backtrace.isEmpty else { return .null }
                    let json = JSONWriter.bytes { CallFrame.write(record.backtrace, to: &$0) }
                    return .text(String(decoding: json, as: UTF8.self))
                },
                load: { $0.backtrace = $1.string.flatMap { JSONReader.read($0, CallFrame.list) } ?? [] }
            )
        ),
    ]
}

extension Invocation.State {
    /// The words in JSON, the most frequent ones first.
    fileprivate static let words: [(StaticString, Self)] = [
        ("returned", .returned), ("threw", .threw), ("running", .running),
    ]
}

extension Invocation.ReturnPath {
    /// The words in JSON, the most frequent ones first.
    fileprivate static let words: [(StaticString, Self)] = [
        ("target", .target), ("none", .none), ("default", .default), ("handler", .handler),
        ("stub", .stub), ("intercept", .intercept),
    ]
}
