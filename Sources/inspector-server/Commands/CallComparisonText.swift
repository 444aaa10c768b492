// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// A call-by-call comparison for people.
enum CallComparisonText {
    /// Characters that are kept of a value.
    private static let limit = 120

    static func text(_ report: CallComparisonReport) -> String {
        let comparison = report.comparison
        var lines: [String] = []
        for lane in report.lanes where !lane.lines.isEmpty { lines += text(lane) + [""] }
        if !comparison.selectors.isEmpty {
            lines += ["Selectors outside of the tolerances:", ComparisonText.changes(comparison.selectors), ""]
        }
        return (lines + [summary(report)]).joined(separator: "\n")
    }

    private static func text(_ lane: CallComparisonReport.Lane) -> [String] {
        let name = lane.lane.name
        var title = "\(name.owner) → \(name.protocolName), "
        title += lane.lane.isOrdered ? "thread \(name.thread)" : "several threads or tasks: the order is not compared"
        if lane.lane.instance > 1 { title += ", proxy \(lane.lane.instance)" }
        return [VisibleText.line(title)] + lane.lines.flatMap(text)
    }

    private static func text(_ line: CallComparisonReport.Line) -> [String] {
        switch line {
        case .skipped(let count):
            return ["    … \(Plural.text(count, "row"))"]
        case .row(let change, let before, let after, let fields):
            switch change {
            case .same: return ["    \(call(before))"]
            case .longer: return ["  … \(call(before ?? after)) (only continues)"]
            case .vanished: return ["  - \(call(before))"]
            case .appeared: return ["  + \(call(after))"]
            case .moved: return ["  > \(call(before)) moved to \(number(after))"]
            case .changed:
                let parts = fields.map { VisibleText.line("      \($0.name): \($0.before) → \($0.after)") }
                return ["  - \(call(before))", "  + \(call(after))"] + parts
            }
        }
    }

    private static func number(_ call: Invocation?) -> String { call.map { "#\($0.seq)" } ?? "?" }

    private static func call(_ call: Invocation?) -> String {
        guard let call else { return "a call that is no longer stored" }
        let outcome = CallText.outcome(call, limit: limit)
        return "\(number(call)) \(CallText.call(call, limit: limit))\(outcome.isEmpty ? "" : " → \(outcome)")"
    }

    private static func summary(_ report: CallComparisonReport) -> String {
        let comparison = report.comparison
        let (before, after) = comparison.calls
        let calls = before == after ? "\(before) calls" : "\(before) and \(after) calls"
        var parts: [String] = []
        let count = comparison.differences
        let differences = Plural.text(count, "difference")
        parts.append(count == 0 ? "no difference between \(calls)" : "\(differences) in \(calls)")
        let longer = comparison.longer
        if longer.before > 0 { parts.append("the first run continues by \(longer.before) calls") }
        if longer.after > 0 { parts.append("the second run continues by \(longer.after) calls") }
        if comparison.ignored > 0 { parts.append("\(comparison.ignored) calls ignored") }
        if !report.isComplete { parts.append("not all are shown") }
        return parts.joined(separator: "; ")
    }
}
