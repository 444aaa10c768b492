// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// `list_runs`: the runs that can be compared.
enum ListRunsTool {
    static let tool = MCPTool(
        "list_runs",
        title: "List runs",
        """
        Lists the runs that a program or a recording can compare: the present one, earlier ones in the same \
        recording, and those of other recordings that were opened with it. compare_runs takes their names.
        """,
        [.program]
    ) { call in
        let program = try call.program()
        let runs = try program.get("/api/v1/runs") { RunFacts.all($0) }
        var text = MCPText("\(Plural.text(runs.count, "run")) of \(program.title):")
        for run in runs { text.line("\(run.name)  \(run.words)") }
        return text.whole
    }
}
