// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// `compare_runs`: what differs between two runs, call by call or by selector.
enum CompareRunsTool {
    static let tool = MCPTool(
        "compare_runs",
        title: "Compare runs",
        """
        Compares two runs call by call: calls that appeared, vanished, moved or changed, with the arguments and \
        results that differ. Addresses, dates, durations and a longer run are no differences. With “by” as \
        “selectors”, compares counts and latencies of each selector instead. list_runs shows the names of runs; the \
        id of a recording stands for the run in it.
        """,
        [
            MCPParameter("before", .text, "First run, by name or recording. Default: the one before the second."),
            MCPParameter("after", .text, "Second run, by name or recording. Default: the present one, with “before”."),
            MCPParameter("by", .choice(["calls", "selectors"]), "What is compared. Default: calls."),
            MCPParameter("ignore", .text, "Calls to leave out, in the filter language; only by calls."),
            MCPParameter("limit", .integer(1...200), "Differences in the answer. Default: 40."),
            .program,
        ]
    ) { call in
        let program = try program(call)
        let limit = call.integer("limit") ?? 40
        let runs = try ["before", "after"].map { side in
            (side, try call.text(side).map { try run($0, of: program, call.programs) })
        }
        if call.text("by") == "selectors" {
            guard call.text("ignore") == nil else { throw MCPToolFailure("ignore needs “by” to be “calls”.") }
            let query = runs.map { (name: $0.0, value: $0.1) }
            return try program.get("/api/v1/compare", query) { selectors($0, program, limit) }
        }
        let query = runs + [("ignore", call.text("ignore")), ("limit", "\(limit)")]
        return try program.get("/api/v1/compare/calls", query.map { (name: $0.0, value: $0.1) }) { calls($0, program) }
    }

    /// The program that compares: the one with the second run, or with the only run besides the first.
    private static func program(_ call: MCPToolCall) throws -> MCPProgram {
        guard call.text("program") == nil, call.programs.count > 1 else { return try call.program() }
        let named = { (side: String) in call.text(side).flatMap { recording($0, call.programs) } }
        if let after = named("after") { return after }
        let others = call.programs.filter { $0.id != named("before")?.id }
        return others.count == 1 ? others[0] : try call.program()
    }

    private static func recording(_ text: String, _ programs: [MCPProgram]) -> MCPProgram? {
        programs.first { $0.id == text } ?? programs.first { $0.name == text || $0.place == text }
    }

    /// The name of a run: itself, or of the present run of the recording that has this id.
    private static func run(_ text: String, of program: MCPProgram, _ programs: [MCPProgram]) throws -> String {
        guard let other = recording(text, programs) else { return text }
        let epoch = try other.get("/api/v1/status") { $0["epoch"]?.string ?? "" }
        let names = try program.get("/api/v1/runs") { RunFacts.all($0).map(\.name) }
        guard let name = names.first(where: { $0 == epoch || $0.hasSuffix("#\(epoch)") }) else {
            throw MCPToolFailure("\(program.title) can't read the runs of \(other.title). See list_runs.")
        }
        return name
    }

    // MARK: By calls

    private static func calls(_ reply: JSONNode, _ program: MCPProgram) -> String {
        let number = { (name: StaticString) in reply[name]?.integer(Int.self) ?? 0 }
        let names = "\(reply["before"]?.string ?? "?") and \(reply["after"]?.string ?? "?")"
        var text = MCPText()
        if reply["isSame"]?.bool == true {
            text.line("No difference between the runs \(names) of \(program.title).")
        } else {
            let differences = Plural.text(number("differences"), "difference")
            text.line("\(differences) between the runs \(names) of \(program.title).")
        }
        text.line("Compared: \(number("beforeCalls")) and \(Plural.text(number("afterCalls"), "call")).")
        if number("ignored") > 0 { text.line("Left out by “ignore”: \(Plural.text(number("ignored"), "call")).") }
        let longer = [("first", number("longerBefore")), ("second", number("longerAfter"))]
        for (name, count) in longer where count > 0 {
            text.line("The \(name) run goes on for \(Plural.text(count, "call")), which is no difference.")
        }
        if let lanes = reply["lanes"]?.elements { for lane in lanes { add(lane, to: &text) } }
        if reply["isComplete"]?.bool == false {
            text.line("There is more than is shown or compared: narrow it with “ignore”.")
        }
        return text.whole
    }

    private static func add(_ lane: JSONNode, to text: inout MCPText) {
        guard (lane["differences"]?.integer(Int.self) ?? 0) > 0 else { return }
        let names = ["thread", "owner", "protocol"].map { lane[$0]?.string ?? "?" }
        let order = lane["isOrdered"]?.bool == false ? ", order not compared" : ""
        text.line("Thread \(names[0]), \(names[1]), \(names[2])\(order):")
        for row in lane["rows"]?.elements.map(Array.init) ?? [] { add(row: row, to: &text) }
    }

    private static func add(row: JSONNode, to text: inout MCPText) {
        let change = row["change"]?.string ?? ""
        switch change {
        case "same": text.line("    \(line(row["after"]))")
        case "skipped": text.line("    … \(Plural.text(row["count"]?.integer(Int.self) ?? 0, "equal call"))")
        case "longer": break
        case "vanished": text.line("  - \(line(row["before"]))  (only in the first run)")
        case "appeared": text.line("  + \(line(row["after"]))  (only in the second run)")
        default:
            text.line("  ~ \(line(row["after"]))  (\(change))")
            for field in row["fields"]?.elements.map(Array.init) ?? [] {
                let sides = (field["before"]?.string ?? "nothing", field["after"]?.string ?? "nothing")
                text.line("      \(field["name"]?.string ?? ""): \(sides.0) before, \(sides.1) after")
            }
        }
    }

    private static func line(_ call: JSONNode?) -> String {
        guard let call, call.kind == .object else { return "nothing" }
        let outcome = call["outcome"]?.string ?? ""
        let text = (call["text"]?.string ?? "") + (outcome.isEmpty ? "" : " -> \(outcome)")
        return "\(call["id"]?.string ?? "") \(text.cut(to: 400))"
    }

    // MARK: By selectors

    private static func selectors(_ reply: JSONNode, _ program: MCPProgram, _ limit: Int) -> String {
        let rows = reply["items"]?.elements.map(Array.init) ?? []
        let changed = rows.filter { ($0["changes"]?.elements.map(Array.init) ?? []).isEmpty == false }
        let names = "\(reply["before"]?.string ?? "?") and \(reply["after"]?.string ?? "?")"
        let counts = "Different: \(changed.count) of \(Plural.text(rows.count, "selector"))"
        var text = MCPText("\(counts), between the runs \(names) of \(program.title).")
        for row in changed.prefix(limit) {
            let changes = row["changes"]?.elements?.compactMap(\.string) ?? []
            let name = "\(row["protocol"]?.string ?? "").\(row["selector"]?.string ?? "")"
            let sides = "before \(side(row["before"])) · after \(side(row["after"]))"
            text.line("\(name): \(changes.joined(separator: ", ")) · \(sides)")
        }
        if changed.count > limit { text.line("(\(changed.count - limit) more; raise limit.)") }
        return text.whole
    }

    private static func side(_ node: JSONNode?) -> String {
        guard let node, node.kind == .object else { return "not called" }
        let number = { (name: StaticString) in node[name]?.integer(UInt64.self) ?? 0 }
        let threw = number("errors") > 0 ? ", \(number("errors")) threw" : ""
        return "\(Plural.text(number("calls"), "call"))\(threw), p50 \(DurationText.short(number("p50Nanoseconds")))"
    }
}
