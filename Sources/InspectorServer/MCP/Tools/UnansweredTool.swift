// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// `unanswered`: selectors whose calls reached nobody, or were never completed.
enum UnansweredTool {
    static let tool = MCPTool(
        "unanswered",
        title: "Unanswered calls",
        """
        Lists the selectors with calls that no delegate answered, or whose completion handler was never called, \
        with the reason for the last such call. explain_no_answer tells more about one of them.
        """,
        [.filter("Which calls."), .program]
    ) { call in
        let program = try call.program()
        return try program.get("/api/v1/unanswered", [("filter", call.text("filter"))]) { reply in
            let rows = reply["items"]?.elements.map(Array.init) ?? []
            let count = reply["unanswered"]?.integer(UInt64.self) ?? 0
            let selectors = Plural.text(rows.count, "selector")
            var text = MCPText("\(program.title): \(Plural.text(count, "unanswered call")), of \(selectors)")
            for row in rows { text.line(line(row)) }
            if reply["isComplete"]?.bool == false { text.line("The search took too long, so the numbers are too low.") }
            return text.whole
        }
    }

    private static func line(_ row: JSONNode) -> String {
        let number = { (name: StaticString) in row[name]?.integer(UInt64.self) ?? 0 }
        var parts = ["\(row["protocol"]?.string ?? "").\(row["selector"]?.string ?? "")"]
        parts.append("\(number("unanswered")) of \(Plural.text(number("calls"), "call")) not answered")
        if number("neverCompleted") > 0 { parts.append("\(number("neverCompleted")) never completed") }
        if row["isOptional"]?.bool == true { parts.append("optional") }
        if let reason = row["reason"]?.string { parts.append("reason: \(words(reason))") }
        let owners = row["owners"]?.elements?.compactMap(\.string) ?? []
        if !owners.isEmpty { parts.append("called by \(owners.joined(separator: ", "))") }
        if let last = row["last"]?.string { parts.append("last: \(last)") }
        return parts.joined(separator: " · ")
    }

    private static func words(_ reason: String) -> String {
        switch reason {
        case "noTarget": "no delegate was set"
        case "targetGone": "the delegate was deallocated"
        case "notImplemented": "the delegate does not implement it"
        case "notCompleted": "the completion handler was released without a call"
        default: reason
        }
    }
}
