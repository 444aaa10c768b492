// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// The summary of a recording: one line per selector, the one with the most time first.
struct SelectorTable {
    let text: String

    init(_ statistics: [SelectorStatistics]) {
        let rows = statistics.sorted { ($1.latency.sum, $0.selector.name) < ($0.latency.sum, $1.selector.name) }
        let cells = rows.map { row in
            [
                VisibleText.line(row.selector.name), "\(row.calls)", DurationText.short(row.latency.percentile(0.5)),
                DurationText.short(row.latency.percentile(0.99)), DurationText.short(row.latency.sum),
            ]
        }
        let total = rows.reduce(UInt64(0)) { $0.saturatingAdding($1.calls) }
        let header = ["selector", "calls", "p50", "p99", "total"]
        text = Self.align([header] + cells) + "\n\(total) calls of \(rows.count) selectors"
    }

    private static func align(_ rows: [[String]]) -> String {
        let widths = rows[0].indices.map { column in rows.map { TextColumns.count($0[column]) }.max() ?? 0 }
        return rows.map { row in
            row.enumerated().map { column, cell in
                let padding = TextColumns.padding(of: cell, to: widths[column])
                return column == 0 ? cell + padding : padding + cell
            }
            .joined(separator: "  ")
        }
        .joined(separator: "\n")
    }
}
