// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FileStore
import Foundation
import ProxyCore

/// `inspector-server compare A B`
struct CompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Says how the selectors of two recordings differ.",
        discussion: """
            A recording is a file, of which the last run is taken, or FILE#EPOCH. Selectors that appeared or vanished, or \
            whose count, errors, order or latency changed, are listed; the exit code is 1 when there are any, and 2 when \
            the recordings could not be compared.
            """
    )

    @Argument(help: "The first recording.", completion: .file())
    var before: String

    @Argument(help: "The second recording.", completion: .file())
    var after: String

    @Flag(name: .long, help: "Write JSON instead of a table.")
    var json = false

    func run() throws {
        let comparison: RunComparison
        do {
            comparison = RunComparison(try Self.selectors(of: before), try Self.selectors(of: after))
        } catch {
            Console.note("Error: \(error)")
            throw ExitCode(2)
        }
        if json {
            Console.print(try ComparisonText.json(comparison))
        } else {
            Console.print(ComparisonText.table(comparison))
        }
        if !comparison.isSame { throw ExitCode.failure }
    }

    private static func selectors(of name: String) throws -> [RunSelector] {
        let parts = name.split(separator: "#", maxSplits: 1).map(String.init)
        let isFile = FileManager.default.fileExists(atPath: name)
        let path = isFile ? name : parts.first ?? name
        let history = try FileHistory(path: path, epoch: isFile || parts.count < 2 ? nil : parts[1])
        let selectors = history.selectors(ofRun: history.epoch) ?? []
        if let failure = history.failure { throw failure }
        return selectors
    }
}

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
                both(row) { DurationText.short($0.latency.percentile(0.5)) },
                both(row) { DurationText.short($0.latency.percentile(0.99)) },
            ]
        }
        let all = [header] + rows
        let widths = header.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        let lines = all.map { row in
            zip(row, widths).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }.joined(separator: "  ")
        }
        return lines.joined(separator: "\n") + "\n\(changed.count) selectors differ, \(same) do not"
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
