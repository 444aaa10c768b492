// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// A comparison for people and for programs.
enum ComparisonText {
    static func table(_ comparison: RunComparison) -> String {
        let changed = comparison.rows.filter { !$0.changes.isEmpty }
        let same = comparison.rows.count - changed.count
        guard !changed.isEmpty else { return "no difference between \(same) selectors" }
        return changes(changed) + "\n\(changed.count) selectors differ, \(same) do not"
    }

    /// One line for each selector, and a header.
    static func changes(_ changed: [RunComparison.Row]) -> String {
        let header = ["selector", "change", "calls", "errors", "p50", "p99"]
        let rows = changed.map { row in
            [
                row.selector.name, row.changes.map(\.rawValue).joined(separator: ", "),
                both(row) { "\($0.calls)" }, both(row) { "\($0.errors)" },
                both(row) { DurationText.short($0.latency.percentile(0.5)) },
                both(row) { DurationText.short($0.latency.percentile(0.99)) },
            ]
        }
        return TextTable.text([header] + rows)
    }

    private static func both(_ row: RunComparison.Row, _ text: (SelectorStatistics) -> String) -> String {
        let (before, after) = (row.before.map { text($0.statistics) }, row.after.map { text($0.statistics) })
        return before == after ? before ?? "" : "\(before ?? "-") → \(after ?? "-")"
    }

    static func json(_ comparison: RunComparison) -> String {
        let json = JSONWriter.bytes { json in
            json.array { json in
                for row in comparison.rows { json.object { row.writeTotals(to: &$0) } }
            }
        }
        return String(decoding: json, as: UTF8.self)
    }
}
