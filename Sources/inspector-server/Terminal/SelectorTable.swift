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
                row.selector.name, "\(row.calls)", Self.duration(row.latency.percentile(0.5)),
                Self.duration(row.latency.percentile(0.99)), Self.duration(row.latency.sum),
            ]
        }
        let total = rows.reduce(0) { $0 + $1.calls }
        let header = ["selector", "calls", "p50", "p99", "total"]
        text = Self.align([header] + cells) + "\n\(total) calls of \(rows.count) selectors"
    }

    private static func align(_ rows: [[String]]) -> String {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            row.enumerated().map { column, cell in
                let padding = String(repeating: " ", count: widths[column] - cell.count)
                return column == 0 ? cell + padding : padding + cell
            }
            .joined(separator: "  ")
        }
        .joined(separator: "\n")
    }

    /// A duration with three digits and the unit that fits.
    static func duration(_ nanoseconds: UInt64) -> String {
        switch nanoseconds {
        case ..<1_000: "\(nanoseconds) ns"
        case ..<1_000_000: "\(rounded(nanoseconds, 1_000)) µs"
        case ..<1_000_000_000: "\(rounded(nanoseconds, 1_000_000)) ms"
        default: "\(rounded(nanoseconds, 1_000_000_000)) s"
        }
    }

    private static func rounded(_ value: UInt64, _ unit: UInt64) -> String {
        let whole = value / unit
        let digits = whole >= 100 ? 0 : whole >= 10 ? 1 : 2
        let scale: UInt64 = [1, 10, 100][digits]
        let scaled = (value * scale + unit / 2) / unit
        guard digits > 0 else { return "\(scaled)" }
        let fraction = String(scaled % scale)
        return "\(scaled / scale).\(String(repeating: "0", count: digits - fraction.count))\(fraction)"
    }
}
