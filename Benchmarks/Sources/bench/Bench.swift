// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Measures and prints one table. Arguments: names of groups, default all but `stress`, which takes a minute.
@main
enum Bench {
    private static let groups: [(name: String, rows: @Sendable (Meter) -> [Row])] = [
        ("calls", { CallRows.rows($0) }),
        ("generated", { GeneratedRows.rows($0) }),
        ("parser", { _ in ParserRow.rows() }),
        ("store", { _ in StoreRows.rows() }),
        ("stress", { _ in StressRows.rows() }),
        ("filter", { _ in FilterRows.rows() }),
    ]

    static func main() {
        let wanted = CommandLine.arguments.dropFirst()
        let chosen = groups.filter { wanted.isEmpty ? $0.name != "stress" : wanted.contains($0.name) }
        Report.print(chosen.flatMap { $0.rows(Meter()) })
    }
}
