// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Measures and prints one table. Arguments: names of groups; default: all but those that take a minute or more.
@main
enum Bench {
    private static let groups: [(name: String, rows: @Sendable (Meter) -> [Row])] = [
        // First: a call that comes alone finds the caches as the threads and the memory of other groups leave them.
        ("pace", { _ in PaceRows.rows() }),
        ("calls", { CallRows.rows($0) }),
        ("values", { ValueRows.rows($0) }),
        ("interposer", { InterposerRows.rows($0) }),
        ("spans", { SpanRows.rows($0) }),
        ("generated", { GeneratedRows.rows($0) }),
        ("reactive", { ReactiveRows.rows($0) }),
        ("parser", { _ in ParserRow.rows() }),
        ("store", { _ in StoreRows.rows() }),
        ("recorder", { RecorderRows.rows($0) }),
        ("filter", { _ in FilterRows.rows() }),
        ("files", { _ in FileRows.rows() }),
        ("metrics", { _ in MetricsRows.rows() }),
        ("scale", { _ in ScaleRows.rows() }),
        ("stress", { _ in StressRows.rows() }),
    ]

    /// Groups that only run on request.
    private static let long: Set = ["stress", "scale"]

    static func main() {
        let wanted = CommandLine.arguments.dropFirst()
        let chosen = groups.filter { wanted.isEmpty ? !long.contains($0.name) : wanted.contains($0.name) }
        Report.print(chosen.flatMap { $0.rows(Meter()) })
    }
}
