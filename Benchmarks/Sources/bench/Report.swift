// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// A line of the table.
struct Row {
    let name: String
    let measured: Double
    let baseline: Double?
    var unit = "ns"
    /// The budget, in words.
    let budget: String
    /// Nil for a row without a budget.
    let isReached: Bool?

    /// A row whose cost is limited to a multiple of its baseline.
    static func ratio(
        _ name: String,
        _ measured: Double,
        to baseline: Double,
        atMost factor: Double,
        unit: String = "ns"
    ) -> Row {
        Row(
            name: name,
            measured: measured,
            baseline: baseline,
            unit: unit,
            budget: "<= \(factor) x",
            isReached: measured <= baseline * factor
        )
    }

    /// A row whose cost may exceed its baseline by a fixed amount.
    static func excess(_ name: String, _ measured: Double, over baseline: Double, atMost excess: Double) -> Row {
        Row(
            name: name,
            measured: measured,
            baseline: baseline,
            budget: "<= +\(Int(excess))",
            isReached: measured <= baseline + excess
        )
    }

    /// A row with an absolute limit.
    static func bound(_ name: String, _ measured: Double, atMost bound: Double, unit: String = "ns") -> Row {
        Row(
            name: name,
            measured: measured,
            baseline: nil,
            unit: unit,
            budget: "<= \(Int(bound))",
            isReached: measured <= bound
        )
    }

    /// A row for comparison.
    static func comparison(_ name: String, _ measured: Double, to baseline: Double? = nil, unit: String = "ns") -> Row {
        Row(name: name, measured: measured, baseline: baseline, unit: unit, budget: "", isReached: nil)
    }

    var cells: [String] {
        [
            name,
            "\(Self.text(measured)) \(unit)",
            baseline.map { "\(Self.text($0)) \(unit)" } ?? "",
            baseline.map { Self.text(measured / $0, digits: 2) } ?? "",
            budget,
            isReached.map { $0 ? "reached" : "MISSED" } ?? "",
        ]
    }

    private static func text(_ value: Double, digits: Int = 1) -> String {
        let scale = digits == 1 ? 10.0 : 100.0
        return "\((value * scale).rounded() / scale)"
    }
}

/// The rows in order.
enum Report {
    static let head = ["row", "measured", "baseline", "ratio", "budget", "verdict"]

    static func print(_ rows: [Row]) {
        let lines = [head, head.map { _ in "---" }] + rows.map(\.cells)
        let widths = head.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        for line in lines {
            let cells = zip(line, widths).map { cell, width in
                cell == "---"
                    ? String(repeating: "-", count: width) : cell + String(repeating: " ", count: width - cell.count)
            }
            Swift.print("| " + cells.joined(separator: " | ") + " |")
        }
    }
}
