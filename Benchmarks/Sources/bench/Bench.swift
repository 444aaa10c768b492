// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Measures and prints one table. Arguments: names of groups, default all.
@main
enum Bench {
    private static let groups: [(name: String, rows: @Sendable (Meter) -> [Row])] = [
        ("calls", { CallRows.rows($0) }),
        ("parser", { _ in ParserRow.rows() }),
        ("store", { _ in StoreRows.rows() }),
        ("filter", { _ in FilterRows.rows() }),
    ]

    static func main() {
        let wanted = CommandLine.arguments.dropFirst()
        let chosen = groups.filter { wanted.isEmpty || wanted.contains($0.name) }
        Report.print(chosen.flatMap { $0.rows(Meter()) })
    }
}
