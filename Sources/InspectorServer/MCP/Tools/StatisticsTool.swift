// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// `statistics`: numbers for each selector.
enum StatisticsTool {
    enum Order: String, CaseIterable {
        case time, calls, errors, unanswered, slowest
    }

    static let tool = MCPTool(
        "statistics",
        title: "Statistics",
        """
        Shows for each selector how often it was called, how many calls threw or were not answered, and the time \
        that they took in total, at the median, at the 99th percentile and at most. A good overview of an unknown \
        program.
        """,
        [
            .filter("Which calls to count."),
            MCPParameter("order", .choice(Order.allCases.map(\.rawValue)), "What comes first. Default: time."),
            MCPParameter("limit", .integer(1...500), "Selectors in the answer. Default: 40."),
            .program,
        ]
    ) { call in
        let program = try call.program()
        let order = call.text("order").flatMap(Order.init) ?? .time
        var text = MCPText()
        try add(to: &text, program, filter: call.text("filter"), order: order, limit: call.integer("limit") ?? 40)
        return text.whole
    }

    static func add(to text: inout MCPText, _ program: MCPProgram, filter: String?, order: Order, limit: Int) throws {
        try program.get("/api/v1/selectors", [("filter", filter)]) { reply in
            let rows = (reply["items"]?.elements.map(Array.init) ?? []).map(Row.init)
            let calls = rows.reduce(UInt64(0)) { $0.saturatingAdding($1.calls) }
            text.line("\(program.title): \(Plural.text(calls, "call")) of \(Plural.text(rows.count, "selector"))")
            let sorted = rows.sorted { ($1.key(order), $0.name) < ($0.key(order), $1.name) }
            for row in sorted.prefix(limit) { text.line(row.line) }
            if rows.count > limit {
                text.line("(\(rows.count - limit) more selectors; raise limit, or narrow the filter.)")
            }
            if reply["isComplete"]?.bool == false { text.line("The search took too long, so the numbers are too low.") }
            if reply["filterPartial"]?.bool == true {
                text.line("Some values were too long to be searched as a whole.")
            }
        }
    }

    private struct Row {
        let name: String
        let calls, errors, unanswered, total, median, high, most: UInt64

        init(_ node: JSONNode) {
            let number = { (name: StaticString) in node[name]?.integer(UInt64.self) ?? 0 }
            name = "\(node["protocol"]?.string ?? "").\(node["selector"]?.string ?? "")"
            calls = number("calls")
            errors = number("errors")
            unanswered = number("unanswered")
            total = number("totalNanoseconds")
            median = number("p50Nanoseconds")
            high = number("p99Nanoseconds")
            most = number("maxNanoseconds")
        }

        func key(_ order: Order) -> UInt64 {
            switch order {
            case .time: total
            case .calls: calls
            case .errors: errors
            case .unanswered: unanswered
            case .slowest: most
            }
        }

        var line: String {
            let times = [("total", total), ("p50", median), ("p99", high), ("max", most)]
                .map { "\($0.0) \(DurationText.short($0.1))" }
            var parts = ["\(name): \(Plural.text(calls, "call"))"]
            if errors > 0 { parts.append("\(errors) threw") }
            if unanswered > 0 { parts.append("\(unanswered) not answered") }
            return (parts + times).joined(separator: " · ")
        }
    }
}
