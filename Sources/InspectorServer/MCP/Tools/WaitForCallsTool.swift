// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// `wait_for_calls`: whether as many calls match as there should, now or within a time.
enum WaitForCallsTool {
    /// Longest time that one request to the program waits, in milliseconds. Between two, the client may cancel.
    private static let sliceMilliseconds: Int64 = 1_000

    static let tool = MCPTool(
        "wait_for_calls",
        title: "Wait for calls",
        """
        Checks how many recorded calls match a filter, and waits up to a time for as many as there should be: to \
        see whether an action in the program has an effect, or that something does not happen. Stored calls count \
        as well as new ones; “since:10s” in the filter leaves older ones out. Answers as soon as the count is \
        certain.
        """,
        [
            MCPParameter("filter", .text, "Which calls, in the filter language.", isRequired: true),
            MCPParameter("count", .text, "How many there should be: 3, >=3, <3 or 2..4. Default: >=1."),
            MCPParameter("seconds", .integer(0...60), "How long to wait. Default: 0, which only checks."),
            .program,
        ]
    ) { call in
        let program = try call.program()
        let text = call.text("count") ?? ">=1"
        guard let count = CountRange(text) else {
            throw MCPToolFailure("The argument count must be a number such as 3, >=3, <3 or 2..4, not “\(text)”.")
        }
        let filter = call.text("filter") ?? ""
        let start = ContinuousClock.now
        let deadline = start + .seconds(call.integer("seconds") ?? 0)
        var words: String?
        while true {
            // A wait that was given up still tells what there is.
            let isCancelled = call.isCancelled()
            let left = isCancelled ? 0 : max(0, (deadline - .now).milliseconds)
            let sliceFilter = words == nil ? filter : aged(filter, by: .now - start)
            let state = try check(program, sliceFilter, text, milliseconds: min(left, sliceMilliseconds))
            words = words ?? state.words
            let isOver = count.isDecided(at: state.seen) || deadline <= .now || isCancelled
            if isOver { return answer(state, words ?? "", count, program, waited: .now - start) }
        }
    }

    /// The filter for a later request of the same wait. A program counts ages back from when it reads the filter, by a
    /// clock that may not be the one here, so what was in time at first stays so only if they grow.
    private static func aged(_ filter: String, by time: Duration) -> String {
        let (seconds, attoseconds) = time.components
        guard let longer = try? InvocationFilter(filter).aged(by: seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
        else { return filter }
        let text = longer.description
        return text.unicodeScalars.count <= InvocationFilter.lengthLimit ? text : filter
    }

    private struct State {
        let seen: Int
        let words: String
        let evicted: UInt64
        let lines: [String]
    }

    /// Waits once. That too few or too many calls match is an answer like another.
    private static func check(_ program: MCPProgram, _ filter: String, _ count: String, milliseconds: Int64) throws
        -> State
    {
        let query = [("filter", filter), ("count", count), ("within", "\(milliseconds)ms")]
        let reply = try program.reply("/api/v1/assert", query.map { (name: $0.0, value: $0.1) })
        guard reply.status == 200 || reply.status == 409 else { throw program.failure(of: reply) }
        return try program.read(reply) { node in
            State(
                seen: node["seen"]?.integer(Int.self) ?? 0,
                words: node["words"]?.string ?? "",
                evicted: node["evicted"]?.integer(UInt64.self) ?? 0,
                lines: node["items"]?.elements?.map(MCPCallLine.text) ?? []
            )
        }
    }

    /// - Parameter words: What the filter meant when the wait began.
    private static func answer(
        _ state: State,
        _ words: String,
        _ count: CountRange,
        _ program: MCPProgram,
        waited: Duration
    ) -> String {
        let verdict = count.contains(state.seen) ? "Yes" : "No"
        let time = waited < .milliseconds(10) ? "" : " after \(WaitingTime.text(waited))"
        let seen = Plural.text(state.seen, "matching call")
        var text = MCPText("\(verdict): \(seen) in \(program.title)\(time); expected \(count).")
        text.line("The filter means: \(words).")
        if state.evicted > 0 { text.line("\(state.evicted) older calls are no longer stored, and were not counted.") }
        if state.seen > 0 {
            text.line("The newest of them:")
            for line in state.lines { text.line(line) }
        } else if !count.contains(0) {
            text.line("To see what there is instead, use statistics, or search_calls with a wider filter.")
        }
        return text.whole
    }
}
