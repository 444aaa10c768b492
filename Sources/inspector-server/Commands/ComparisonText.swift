// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProxyCore

/// A comparison for people and for programs.
enum ComparisonText {
    static func table(_ comparison: RunComparison) -> String {
        let changed = comparison.rows.filter { !$0.changes.isEmpty }
        let same = comparison.rows.count - changed.count
        guard !changed.isEmpty else { return "no difference between \(same) selectors" }
        let header = ["selector", "change", "calls", "errors", "p50", "p99"]
        let rows = changed.map { row in
            [
                row.selector.name, row.changes.map(\.rawValue).joined(separator: ", "),
                both(row) { "\($0.calls)" }, both(row) { "\($0.errors)" },
                both(row) { SelectorTable.duration($0.latency.percentile(0.5)) },
                both(row) { SelectorTable.duration($0.latency.percentile(0.99)) },
            ]
        }
        let all = [header] + rows
        let widths = header.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        let lines = all.map { row in
            zip(row, widths).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }.joined(separator: "  ")
        }
        return lines.joined(separator: "\n") + "\n\(changed.count) selectors differ, \(same) don't"
    }

    private static func both(_ row: RunComparison.Row, _ text: (SelectorStatistics) -> String) -> String {
        let (before, after) = (row.before.map { text($0.statistics) }, row.after.map { text($0.statistics) })
        return before == after ? before ?? "" : "\(before ?? "-") → \(after ?? "-")"
    }

    static func json(_ comparison: RunComparison) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let rows = comparison.rows.map { row in
            Row(
                protocolName: row.selector.protocolName,
                selector: row.selector.name,
                changes: row.changes.map(\.rawValue),
                before: row.before.map(Side.init),
                after: row.after.map(Side.init)
            )
        }
        return String(decoding: try encoder.encode(rows), as: UTF8.self)
    }

    private struct Row: Encodable {
        let protocolName: String
        let selector: String
        let changes: [String]
        let before: Side?
        let after: Side?

        enum CodingKeys: String, CodingKey {
            case protocolName = "protocol"
            case selector, changes, before, after
        }
    }

    private struct Side: Encodable {
        let calls: UInt64
        let errors: UInt64
        let p50Nanoseconds: UInt64
        let p99Nanoseconds: UInt64
        let firstSeq: UInt64

        init(_ side: RunSelector) {
            calls = side.statistics.calls
            errors = side.statistics.errors
            p50Nanoseconds = side.statistics.latency.percentile(0.5)
            p99Nanoseconds = side.statistics.latency.percentile(0.99)
            firstSeq = side.firstSeq
        }
    }
}
