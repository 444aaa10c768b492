// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// `list_programs`: what can be asked about.
enum ListProgramsTool {
    static let tool = MCPTool(
        "list_programs",
        title: "List programs",
        """
        Lists the inspected programs of this user and the opened recordings: id, name, number of calls, whether \
        calls are recorded at the moment, and losses. Call this first; other tools take the id as “program”.
        """
    ) { call in
        guard !call.programs.isEmpty else { return try call.program().title }
        var text = MCPText("\(Plural.text(call.programs.count, "program")):")
        for program in call.programs {
            text.line(program.line)
            for line in state(of: program) { text.line("    \(line)") }
        }
        return text.whole
    }

    private static func state(of program: MCPProgram) -> [String] {
        do {
            return try program.get("/api/v1/status") { lines(of: $0) }
        } catch {
            return [(error as? MCPToolFailure)?.text ?? "\(error)"]
        }
    }

    private static func lines(of status: JSONNode) -> [String] {
        let counter = { (name: StaticString) in status["counters"]?[name]?.integer(UInt64.self) ?? 0 }
        let calls = Plural.text(counter("calls"), "call")
        var facts = "run \(status["epoch"]?.string ?? "?"): \(calls), \(counter("stored")) stored"
        if let running = status["running"]?.integer(UInt64.self), running > 0 { facts += ", \(running) under way" }
        var lines = [facts]
        let isReplay = status["replay"].map { $0.kind == .object } ?? false
        if isReplay { lines.append("a recording: nothing is added to it") }
        if !isReplay, status["recording"]?.bool == false {
            lines.append("recording is paused: new calls are not recorded")
        }
        lines += limits(of: status)
        let losses: [(StaticString, String)] = [
            ("evicted", "older calls were evicted to make room"),
            ("dropped", "calls were dropped because memory was full"),
            ("suppressed", "calls were left out by the choice of what is recorded"),
            ("cleared", "calls were cleared"),
        ]
        for (name, words) in losses where counter(name) > 0 { lines.append("\(counter(name)) \(words)") }
        if let failure = status["failure"]?.string { lines.append("the recording is incomplete: \(failure)") }
        return lines
    }

    /// The choice of calls that are recorded.
    static func limits(of status: JSONNode) -> [String] {
        let patterns = { (name: StaticString) in status[name]?.elements?.compactMap(\.string) ?? [] }
        var lines: [String] = []
        if !patterns("include").isEmpty {
            lines.append("only these calls are recorded: \(patterns("include").joined(separator: ", "))")
        }
        if !patterns("exclude").isEmpty {
            lines.append("these calls are not recorded: \(patterns("exclude").joined(separator: ", "))")
        }
        return lines
    }
}
