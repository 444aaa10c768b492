// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// `get_call`: one call with everything that was recorded of it.
enum GetCallTool {
    /// Characters of one value.
    private static let valueLimit = 4_000
    /// Calls in the tree, and how deep it goes.
    private static let treeLimit = 40
    private static let depthLimit = 4
    /// Bytes of an argument's text.
    private static let argumentLimit = 50_000

    static let tool = MCPTool(
        "get_call",
        title: "Get a call",
        """
        Shows one recorded call: each argument with its type, result or error, who answered and how long it took, \
        what became of its completion handlers, the call that it was made in, and the calls made inside it. With \
        “argument”, the stored text of that argument alone, for long values. With “backtrace”, who called, if that \
        was recorded.
        """,
        [
            MCPParameter(
                "id",
                .text,
                "The call's number such as 42, or its id such as 9f2c11ab-42, as lists show it.",
                isRequired: true
            ),
            MCPParameter("argument", .integer(0...1_000), "Only the text of this argument, counted from 0."),
            MCPParameter("backtrace", .truth, "Add the functions that led to the call. Default: false."),
            .program,
        ]
    ) { call in
        let program = try call.program()
        let id = SearchCallsTool.number(call.text("id")) ?? ""
        if let index = call.integer("argument") { return try argument(index, of: id, program) }
        return try text(of: id, program, withBacktrace: call.truth("backtrace") ?? false)
    }

    private static func argument(_ index: Int, of id: String, _ program: MCPProgram) throws -> String {
        let recorded = try program.text(
            "/api/v1/invocations/\(try segment(id))/arguments/\(index)",
            [("length", "\(argumentLimit + 1)")]
        )
        // What is invisible is longer then.
        let text = VisibleText.lines(recorded)
        guard text.utf8.count > argumentLimit else { return text }
        return String(decoding: text.utf8.prefix(argumentLimit), as: UTF8.self)
            + "\n(The rest is left out: an answer has at most \(argumentLimit) bytes of an argument.)"
    }

    /// An id as a part of a path: an epoch's letters, digits and length, a dash, and a number of up to 20 digits.
    private static func segment(_ id: String) throws(MCPToolFailure) -> String {
        let plain = Set("-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
        guard (1...85).contains(id.utf8.count), id.utf8.allSatisfy(plain.contains) else {
            let text = id.cut(to: 60)
            throw MCPToolFailure("“\(text)” is not the number or the id of a call, such as 42 or 9f2c11ab-42.")
        }
        return id
    }

    /// A call with the ids of the calls made inside it.
    struct Found {
        let call: Invocation
        let children: [String]
    }

    static func find(_ id: String, _ program: MCPProgram) throws -> Found {
        try program.get("/api/v1/invocations/\(try segment(id))") { node in
            do {
                let children = node["children"]?.elements?.compactMap(\.string) ?? []
                return Found(call: try RecordReader().invocation(node), children: children)
            } catch let error as RecordFault {
                throw MCPToolFailure("Call \(id) of \(program.title) has a member that can't be read: \(error.member).")
            }
        }
    }

    static func text(of id: String, _ program: MCPProgram, withBacktrace: Bool) throws -> String {
        let found = try find(id, program)
        let call = found.call
        var text = MCPText("Call #\(call.seq) of \(program.title), id \(call.id)")
        text.line("\(call.selector.protocolName).\(call.selector.name)")
        let way = call.proxy > 0 ? "through proxy \(call.proxy)" : "recorded without a proxy"
        text.line("from \(call.owner) to \(call.target ?? "no target"), \(way)")
        let start = Instant.text(call.startedAtNanoseconds)
        text.line("started \(start) on \(MCPCallLine.thread(call.thread))\(task(call))")
        text.line(outcome(call))
        for (index, argument) in call.arguments.enumerated() { text.line(line(argument, index)) }
        addAnswers(of: call, to: &text)
        for completion in call.completions { text.line(words(completion)) }
        for finding in call.findings { text.line("finding: \(MCPCallLine.words(finding))") }
        if let comment = call.comment { text.line("comment: \(comment)") }
        if withBacktrace { try addBacktrace(of: id, program, to: &text) }
        if let parent = call.parent { text.line("made inside: \(line(of: parent, program))") }
        addTree(of: found, program, to: &text)
        return text.whole
    }

    // MARK: Parts

    private static func task(_ call: Invocation) -> String {
        guard let task = call.task else { return "" }
        return ", in task \(task.name ?? "\(task.id)")"
    }

    private static func outcome(_ call: Invocation) -> String {
        guard let duration = call.durationNanoseconds else { return "state: still under way" }
        let inTarget = call.targetNanoseconds.map { ", of which \(DurationText.short($0)) in the target" } ?? ""
        return "state: \(call.state.name) after \(DurationText.short(duration))\(inTarget); \(MCPCallLine.answer(call))"
    }

    private static func line(_ argument: Invocation.Argument, _ index: Int) -> String {
        let label = argument.label.map { $0 == argument.name ? $0 : "\($0) \(argument.name)" } ?? "_ \(argument.name)"
        let value = ValueText.line(argument.value, limit: valueLimit)
        let after = argument.after.map { ", after the call \(ValueText.line($0, limit: valueLimit))" } ?? ""
        return "argument \(index) (\(label): \(argument.value.typeName)) = \(value)\(after)\(cut(argument.value))"
    }

    /// What the recorder kept of a long value.
    private static func cut(_ value: RecordedValue) -> String {
        value.truncation.map { " (only a part was recorded, of \($0.original))" } ?? ""
    }

    private static func addAnswers(of call: Invocation, to text: inout MCPText) {
        let answers = [
            ("result", call.result), ("error", call.error), ("what the target returned instead", call.targetResult),
            ("what the target threw instead", call.targetError),
        ]
        for (name, value) in answers {
            guard let value else { continue }
            text.line("\(name) (\(value.typeName)) = \(ValueText.line(value, limit: valueLimit))\(cut(value))")
        }
    }

    private static func words(_ completion: Invocation.Completion) -> String {
        let start = "completion handler, argument \(completion.argument): "
        switch completion.state {
        case .pending: return start + "not called yet"
        case .never:
            let time = completion.releasedAfterNanoseconds.map { " (released after \(DurationText.short($0)))" } ?? ""
            return start + "never called\(time)"
        case .called, .twice:
            let calls = completion.calls.map { call in
                let values = call.arguments.map { ValueText.line($0, limit: 200) }.joined(separator: ", ")
                let time = DurationText.short(call.afterNanoseconds)
                return "(\(values)) after \(time) on \(MCPCallLine.thread(call.thread))"
            }
            return start + "called \(Plural.text(completion.count, "time")): "
                + calls.joined(separator: "; ")
        }
    }

    private static func addBacktrace(of id: String, _ program: MCPProgram, to text: inout MCPText) throws {
        try program.get("/api/v1/invocations/\(id)/backtrace") { reply in
            let frames = reply["items"]?.elements.map(Array.init) ?? []
            guard !frames.isEmpty else {
                text.line("backtrace: none was recorded; backtraces are captured for selectors that the user chooses")
                return
            }
            text.line("called by, innermost first:")
            for frame in frames {
                let offset = String(frame["offset"]?.integer(UInt64.self) ?? 0, radix: 16)
                let name = frame["function"]?.string ?? "\(frame["module"]?.string ?? "") + 0x\(offset)"
                let place = frame["file"]?.string.map { file in
                    " at \(file)" + (frame["line"]?.integer(Int.self).map { ":\($0)" } ?? "")
                }
                text.line("  \(name)\(place ?? "")")
            }
        }
    }

    private static func line(of id: InvocationID, _ program: MCPProgram) -> String {
        guard let found = try? find(id.description, program) else { return "\(id), which is no longer stored" }
        return MCPCallLine.text(found.call)
    }

    private static func addTree(of found: Found, _ program: MCPProgram, to text: inout MCPText) {
        guard !found.children.isEmpty else { return }
        text.line("calls made inside it (\(found.children.count)):")
        var left = treeLimit
        addChildren(found.children, 1, program, &left, to: &text)
        if left == 0 { text.line("  (The tree has more calls; get_call shows those of a call in it.)") }
    }

    private static func addChildren(
        _ ids: [String],
        _ depth: Int,
        _ program: MCPProgram,
        _ left: inout Int,
        to text: inout MCPText
    ) {
        let indent = String(repeating: "  ", count: depth)
        for id in ids where left > 0 {
            left -= 1
            guard let child = try? find(id, program) else {
                text.line("\(indent)\(id) is no longer stored")
                continue
            }
            text.line(indent + MCPCallLine.text(child.call))
            if depth < depthLimit {
                addChildren(child.children, depth + 1, program, &left, to: &text)
            } else if !child.children.isEmpty {
                text.line("\(indent)  (\(Plural.text(child.children.count, "call")) inside it)")
            }
        }
    }
}
