// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import CSQLite
import ProxyCore

/// The time of a filter for a million stored invocations, and of the same condition for the same rows in SQLite; both
/// in memory and without an index.
enum FilterRows {
    private static let count = 1_000_000
    private static let rounds = 9

    /// A filter and its equivalent in SQL.
    private static let questions: [(filter: String, condition: String)] = [
        ("selector:didStart", "selector LIKE '%didStart%'"),
        ("duration:>200ns", "duration > 200"),
        ("arg.string:fox", "string LIKE '%fox%'"),
        ("arg.number:>990", "number > 990"),
        (
            "fox",
            """
            selector LIKE '%fox%' OR protocol LIKE '%fox%' OR string LIKE '%fox%' OR number LIKE '%fox%' \
            OR result LIKE '%fox%'
            """
        ),
        (
            "selector:found duration:>200ns arg.string:fox",
            "selector LIKE '%found%' AND duration > 200 AND string LIKE '%fox%'"
        ),
        (
            "(selector:answer or arg.string:jump*) -path:none",
            "(selector LIKE '%answer%' OR string LIKE 'jump%') AND path <> 'none'"
        ),
    ]

    static func rows() -> [Row] {
        let recorder = ReaderTraffic.record(count)
        do {
            let table = try InvocationTable(recorder)
            return try questions.map { try row($0.filter, $0.condition, recorder, table) }
        } catch {
            fatalError("The filters cannot be compared: \(error)")
        }
    }

    private static func row(
        _ text: String,
        _ condition: String,
        _ recorder: Recorder,
        _ table: InvocationTable
    ) throws -> Row {
        let filter = try InvocationFilter(text)
        let statement = try table.statement(counting: condition)
        defer { sqlite3_finalize(statement) }
        var own: [Double] = []
        var others: [Double] = []
        for _ in 0..<rounds {
            var counts = (own: 0, other: 0)
            own.append(milliseconds { counts.own = recorder.count(matching: filter, within: .seconds(60)).matched })
            others.append(milliseconds { counts.other = table.run(statement) })
            guard counts.own == counts.other else { throw SQLiteFailure(message: "\(text) finds \(counts)") }
        }
        var row = Row.ratio("filter \(text)", Meter.median(own), to: Meter.median(others), atMost: 0.2)
        row.unit = "ms"
        return row
    }

    private static func milliseconds(_ body: () -> Void) -> Double {
        let start = Clock.nanoseconds
        body()
        return Double(Clock.nanoseconds - start) / 1e6
    }
}
