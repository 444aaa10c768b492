// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// `search_calls`: recorded calls that match a filter, page by page.
enum SearchCallsTool {
    static let tool = MCPTool(
        "search_calls",
        title: "Search calls",
        """
        Lists recorded calls that match a filter, the newest first, one line each: number (or id, if there are \
        several processes), call with arguments, result or error, who answered, duration, thread, owner and target. \
        The first line tells how many match in total. Long values are cut; get_call shows them in full.
        """,
        [
            .filter("Which calls."),
            MCPParameter("limit", .integer(1...100), "Calls in the answer. Default: 20."),
            MCPParameter("before", .text, "Only calls that started before this one, such as 42, for the next page."),
            MCPParameter("after", .text, "Only calls that started after this one."),
            MCPParameter(
                "order",
                .choice(Order.names),
                "Which calls come first. Default: newest. With slowest and fastest, before means faster, and after slower."
            ),
            .program,
        ]
    ) { call in
        let program = try call.program()
        let order = call.text("order").flatMap { Order(rawValue: $0) } ?? .newest
        let query: [(name: String, value: String?)] = [
            ("filter", call.text("filter")), ("limit", "\(call.integer("limit") ?? 20)"),
            ("before", number(call.text("before"))), ("after", number(call.text("after"))),
            ("order", order.isForward ? "asc" : "desc"), ("sort", order.sort?.rawValue),
        ]
        return try program.get("/api/v1/invocations", query) { text(of: $0, program, isForward: order.isForward) }
    }

    /// The orders of a list, by what comes first.
    private enum Order: String, CaseIterable {
        case newest, oldest, slowest, fastest

        static let names = allCases.map(\.rawValue)

        var isForward: Bool { self == .oldest || self == .fastest }

        /// Nil for the usual one, which programs of earlier versions have too.
        var sort: InvocationSort? { self == .slowest || self == .fastest ? .duration : nil }
    }

    /// A call's number as the API takes it: lists show it as `#42`.
    static func number(_ text: String?) -> String? {
        text.map { $0.hasPrefix("#") ? String($0.dropFirst()) : $0 }
    }

    private static func text(of page: JSONNode, _ program: MCPProgram, isForward: Bool) -> String {
        let calls = page["items"]?.elements.map(Array.init) ?? []
        let matched = page["matched"]?.integer(Int.self)
        let atLeast = page["matchedAtLeast"]?.integer(Int.self) ?? 0
        let total = (matched == nil ? "at least " : "") + Plural.text(matched ?? atLeast, "matching call")
        var text = MCPText("\(program.title), run \(page["epoch"]?.string ?? "?"): \(total), \(calls.count) shown")
        for call in calls { text.line(MCPCallLine.text(call)) }
        let bound = isForward ? "after" : "before"
        if let next = page["next"]?.string { text.line("More match: call again with \(bound)=\"\(next)\".") }
        if let place = page["continue"]?.string {
            text.line("The search took too long and stopped: call again with \(bound)=\"\(place)\" to go on.")
        }
        if page["isComplete"]?.bool == false, page["continue"]?.string == nil {
            text.line("The search took too long, so some calls may be missing: a narrower filter helps.")
        }
        if page["gap"]?.bool == true { text.line("Calls between this page and “\(bound)” are no longer stored.") }
        let evicted = page["evicted"]?.integer(UInt64.self) ?? 0
        if evicted > 0 { text.line("\(evicted) older calls are no longer stored, and are not in the totals.") }
        if page["filterPartial"]?.bool == true { text.line("Some values were too long to be searched as a whole.") }
        return text.whole
    }
}
