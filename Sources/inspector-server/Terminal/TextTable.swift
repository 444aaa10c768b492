// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import ProxyCore

/// Rows of cells in aligned columns.
enum TextTable {
    /// The lines of a table; the last column isn't filled up. Control characters in cells are escaped.
    static func text(_ rows: [[String]]) -> String {
        let rows = rows.map { $0.map(VisibleText.line) }
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.map { column < $0.count ? TextColumns.count($0[column]) : 0 }.max() ?? 0
        }
        return rows.map { row in
            row.enumerated().map { column, cell in
                column == row.count - 1 ? cell : cell + TextColumns.padding(of: cell, to: widths[column])
            }
            .joined(separator: "  ")
        }
        .joined(separator: "\n")
    }
}
