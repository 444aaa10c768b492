// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// A list of invocations as aligned columns, for a terminal.
enum InvocationColumns {
    private static let valueLimit = 40
    private static let titles = ["TIME", "THREAD", "DURATION", "PATH", "CALL", "RESULT"]

    static func text(_ invocations: [Invocation]) -> String {
        let rows = [titles] + invocations.map(row)
        let widths = titles.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { line($0, widths) }.joined()
    }

    /// One invocation as a single line, without a line break.
    static func line(_ invocation: Invocation) -> String {
        row(invocation).filter { !$0.isEmpty }.joined(separator: "  ")
    }

    private static func line(_ row: [String], _ widths: [Int]) -> String {
        var line = ""
        for (column, cell) in row.enumerated() {
            let gap = String(repeating: " ", count: widths[column] - cell.count)
            // Numbers are right-aligned.
            line += column == 2 ? gap + cell : cell + gap
            line += "  "
        }
        while line.hasSuffix(" ") { line.removeLast() }
        return line + "\n"
    }

    private static func row(_ invocation: Invocation) -> [String] {
        let time = Instant.text(invocation.startedAtNanoseconds).dropFirst(11).dropLast()
        let indent = String(repeating: "  ", count: min(invocation.depth, 16))
        return [
            String(time), invocation.thread.isMain ? "main" : invocation.thread.name,
            invocation.durationNanoseconds.map(DurationText.short) ?? "running", invocation.returnPath.name,
            indent + CallText.call(invocation, limit: valueLimit), CallText.outcome(invocation, limit: valueLimit),
        ].map(VisibleText.line)
    }
}
