// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import ProxyCore

/// A call as one line: `#12 feed(_: "news", didReceive: 7) -> true · by target · 1.2 ms · main · Feed -> Reader`
///
/// A call of one of several processes, which have the same numbers, has its id in place of `#12`.
enum MCPCallLine {
    /// Characters of a value; get_call has all of it.
    private static let valueLimit = 120

    /// Reads a call and writes its line; for JSON that is no call, says so.
    static func text(_ node: JSONNode) -> String {
        do { return text(try RecordReader().invocation(node)) } catch {
            return "(a call that can't be read: its member \(error.member))"
        }
    }

    static func text(_ call: Invocation) -> String {
        let outcome = CallText.outcome(call, limit: valueLimit)
        let name = call.process == nil ? "#\(call.seq)" : call.id.description
        var parts = [
            "\(name) \(CallText.call(call, limit: valueLimit))" + (outcome.isEmpty ? "" : " -> \(outcome)"),
            answer(call), call.durationNanoseconds.map(DurationText.short) ?? "", thread(call.thread),
            "\(call.owner) -> \(call.target ?? "no target")", call.selector.protocolName,
        ]
        parts += call.completions.filter { $0.state == .never }.map { "argument \($0.argument) was never called back" }
        parts += call.findings.map(words)
        if call.isMarked { parts.append("marked") }
        if let comment = call.comment { parts.append("comment: \(comment)") }
        return parts.filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// Who answered.
    static func answer(_ call: Invocation) -> String {
        if call.state == .running { return "still under way" }
        return switch call.returnPath {
        case .intercept: "by a person, while a rule held it"
        case .stub: "by a rule"
        case .target: "by target"
        case .handler: "by a handler"
        case .default: "by default"
        case .none: "not answered"
        }
    }

    static func thread(_ thread: ThreadInfo) -> String {
        thread.isMain ? "main" : "thread " + (thread.name.isEmpty ? "\(thread.id)" : thread.name)
    }

    static func words(_ finding: Finding) -> String {
        switch finding {
        case .offMain: "off the main thread"
        case .targetGone: "target was gone"
        }
    }
}
