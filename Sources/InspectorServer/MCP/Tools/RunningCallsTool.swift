// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// `running_calls`: calls that have not ended, the longest first.
enum RunningCallsTool {
    /// Calls in the answer.
    private static let limit = 100

    static let tool = MCPTool(
        "running_calls",
        title: "Calls under way",
        """
        Lists the calls that have not returned yet, the longest first: for a program that hangs, or an async call \
        that does not come back.
        """,
        [.filter("Which calls."), .program]
    ) { call in
        let program = try call.program()
        return try program.get("/api/v1/running", [("filter", call.text("filter"))]) { reply in
            let calls = reply["items"]?.elements.map(Array.init) ?? []
            let count = reply["count"]?.integer(Int.self) ?? calls.count
            let when = reply["asOf"]?.string ?? "?"
            var text = MCPText("\(Plural.text(count, "call")) of \(program.title) under way, at \(when)")
            for call in calls.prefix(limit) { text.line(MCPCallLine.text(call) + started(call)) }
            if calls.count > limit { text.line("(\(calls.count - limit) more; narrow the filter.)") }
            return text.whole
        }
    }

    private static func started(_ call: JSONNode) -> String {
        call["startedAt"]?.string.map { " · since \($0)" } ?? ""
    }
}
