// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// `explain_no_answer`: why a delegate did not get a call, or did not answer it.
enum ExplainNoAnswerTool {
    static let tool = MCPTool(
        "explain_no_answer",
        title: "Explain a missing answer",
        """
        Tells why a call was not answered by its delegate: no delegate was set, it was deallocated, it does not \
        implement the requirement, something else answered in its place, or the call has not ended. With “selector” \
        instead of “id”, also why there may be no call at all: recording is paused or limited, the proxy is no \
        longer installed, or calls were lost.
        """,
        [
            MCPParameter("id", .text, "A call, by its number such as 42 or its id such as 9f2c11ab-42."),
            MCPParameter("selector", .text, "A selector such as feed(_:didReceive:), or a part of one."),
            .program,
        ]
    ) { call in
        let program = try call.program()
        switch (call.text("id"), call.text("selector")) {
        case (let id?, nil): return try explain(id: SearchCallsTool.number(id) ?? "", program)
        case (nil, let selector?): return try explain(selector: selector, program)
        default: throw MCPToolFailure("explain_no_answer needs either id or selector.")
        }
    }

    // MARK: One call

    private static func explain(id: String, _ program: MCPProgram) throws -> String {
        let call = try GetCallTool.find(id, program).call
        var text = MCPText(MCPCallLine.text(call), reason(call))
        for completion in call.completions where completion.state != .called {
            text.line("Its completion handler, argument \(completion.argument), was \(words(completion.state)).")
        }
        if call.proxy > 0 { addProxy(of: call, program, to: &text) }
        return text.whole
    }

    private static func reason(_ call: Invocation) -> String {
        let target = call.target ?? "the target"
        if call.state == .running { return "It has not ended yet, so nobody has answered so far." }
        switch call.returnPath {
        case .intercept:
            return "A rule held the call, and a person answered it in place of \(target)."
        case .stub:
            return "Rule \(call.rule ?? 0) of the inspector answered it in place of \(target)."
        case .target:
            return call.state == .threw ? "\(target) answered, by throwing an error." : "It was answered, by \(target)."
        case .handler:
            return "A handler that the program attached to the proxy answered in place of \(target)."
        case .default, .none:
            let instead = call.returnPath == .default ? " The declared default was returned instead." : ""
            return missing(call) + instead
        }
    }

    private static func missing(_ call: Invocation) -> String {
        guard let target = call.target else { return "No delegate was set when the call was made." }
        if call.findings.contains(.targetGone) {
            return "The delegate, of type \(target), was already deallocated: nothing held it strongly."
        }
        return "\(target) does not implement \(call.selector.name), which is optional."
    }

    private static func words(_ state: Invocation.Completion.State) -> String {
        switch state {
        case .pending: "not called yet, and is still held by somebody"
        case .never: "released without being called: its caller waits for nothing"
        case .twice: "called more than once"
        case .called: "called"
        }
    }

    /// What became of the proxy. A recording, and an interposed call, know less.
    private static func addProxy(of call: Invocation, _ program: MCPProgram, to text: inout MCPText) {
        let id = call.process == nil ? "\(call.proxy)" : "\(call.id.epoch)-\(call.proxy)"
        try? program.get("/api/v1/proxies/\(id)") { proxy in
            for line in ProxyText(proxy).state { text.line(line) }
            for each in proxy["requirements"]?.elements.map(Array.init) ?? []
            where each["selector"]?.string == call.selector.name && each["isImplemented"] != nil {
                let isImplemented = each["isImplemented"]?.bool == true
                text.line("At present the delegate \(isImplemented ? "implements" : "does not implement") it.")
            }
        }
    }

    // MARK: A selector

    private static func explain(selector: String, _ program: MCPProgram) throws -> String {
        let escaped = selector.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        let filter = "selector:\"\(escaped)\""
        var text = MCPText()
        try program.get("/api/v1/invocations", [("filter", filter), ("limit", "1")]) { page in
            let count = Plural.text(matches(in: page).count, "stored call")
            text.line("\(matches(in: page).isAll ? "" : "At least ")\(count) of selectors that contain “\(selector)”.")
        }
        let missed = "\(filter) (path:none | path:default)"
        try program.get("/api/v1/invocations", [("filter", missed), ("limit", "1")]) { page in
            let (count, isAll) = matches(in: page)
            guard count > 0, let last = page["items"]?.elements?.first(where: { _ in true }),
                let call = try? RecordReader().invocation(last)
            else {
                guard !isAll else { return }
                text.line("The search for those that no delegate answered took too long, and found none so far.")
                return text.line("To go on, page by page: search_calls with the filter \(missed)")
            }
            text.line("Not answered by a delegate: \(isAll ? "" : "at least ")\(count) of them. The last one:")
            text.line(MCPCallLine.text(call))
            text.line(reason(call))
        }
        let isRecording = try addLimits(program, to: &text)
        addProxies(selector: selector, program, isRecording, to: &text)
        return text.whole
    }

    /// How many calls match, and whether there was time to look at all.
    private static func matches(in page: JSONNode) -> (count: Int, isAll: Bool) {
        if let count = page["matched"]?.integer(Int.self) { return (count, true) }
        return (page["matchedAtLeast"]?.integer(Int.self) ?? 0, false)
    }

    /// What keeps calls from being recorded or stored.
    ///
    /// - Returns: Whether the program is a recording.
    private static func addLimits(_ program: MCPProgram, to text: inout MCPText) throws -> Bool {
        try program.get("/api/v1/status") { status -> Bool in
            let isReplay = status["replay"].map { $0.kind == .object } ?? false
            if status["recording"]?.bool == false, !isReplay {
                text.line("Recording is paused, so calls made now are forwarded but not recorded.")
            }
            for limit in ListProgramsTool.limits(of: status) { text.line("Limit: \(limit).") }
            let counter = { (name: StaticString) in status["counters"]?[name]?.integer(UInt64.self) ?? 0 }
            for (name, words) in [("evicted", "evicted"), ("dropped", "dropped"), ("suppressed", "left unrecorded")]
                as [(StaticString, String)] where counter(name) > 0
            {
                text.line("\(counter(name)) calls of any selector were \(words), and are not in these numbers.")
            }
            return isReplay
        }
    }

    private static let noRequirement =
        "No proxy has a requirement with this name, so only interposition could record it."
    private static let noneCalled =
        "The recording lists only requirements that were called; no proxy in it was called with this one."
    private static let noProxies =
        "The recording has no proxies: what calls it has were recorded without one, as by interposition."
    private static let notAll = "Not all servers answered, so proxies may be missing."

    private static func addProxies(
        selector: String,
        _ program: MCPProgram,
        _ isRecording: Bool,
        to text: inout MCPText
    ) {
        try? program.get("/api/v1/proxies") { reply in
            let proxies = reply["items"]?.elements.map(Array.init) ?? []
            // As the filter searches, which ignores case.
            let part = selector.lowercased()
            let matching = proxies.filter { proxy in
                let requirements = proxy["requirements"]?.elements.map(Array.init) ?? []
                return requirements.contains { $0["selector"]?.string?.lowercased().contains(part) == true }
            }
            guard !matching.isEmpty else {
                // Of the servers of a recording's processes, some may not have answered.
                if reply["isComplete"]?.bool == false { return text.line(notAll) }
                if isRecording, proxies.isEmpty { return text.line(noProxies) }
                let isRecorded = proxies.contains { $0["isRecorded"]?.bool == true }
                return text.line(isRecorded ? noneCalled : noRequirement)
            }
            text.line("Proxies with such a requirement:")
            for proxy in matching.prefix(20) {
                for line in ProxyText(proxy).state { text.line("  \(line)") }
            }
            if matching.count > 20 { text.line("  and \(matching.count - 20) more") }
        }
    }
}

/// A proxy in words.
private struct ProxyText {
    let state: [String]

    init(_ proxy: JSONNode) {
        let owner = proxy["owner"]?.string ?? "no owner"
        let target = proxy["target"]?["type"]?.string
        // Among several processes, which have the same numbers.
        let epoch = proxy["epoch"]?.string.map { "\($0)-" } ?? ""
        let id = "\(epoch)\(proxy["id"]?.integer(Int.self) ?? 0)"
        var parts = ["Proxy \(id), \(proxy["protocol"]?.string ?? "") of \(owner)"]
        parts.append(target.map { "forwards to \($0)" } ?? "has no delegate to forward to")
        if proxy["target"]?["isAlive"]?.bool == false { parts.append("which was deallocated") }
        if proxy["isOwnerAlive"]?.bool == false { parts.append("its owner was deallocated") }
        switch proxy["state"]?.string {
        case "overwritten":
            let other = proxy["overwrittenBy"]?.string.map { " by \($0)" } ?? ""
            parts.append("the program has overwritten it\(other), so calls no longer reach it")
        case let state?: parts.append("state: \(state)")
        case nil: break
        }
        state = [parts.joined(separator: "; ") + "."]
    }
}
