// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ProxyCore

@Suite struct RunComparisonTests {
    private static func rows(_ name: String, _ rows: [(calls: Int, firstSeq: UInt64?)]) -> [RunSelector] {
        rows.map { row in
            var statistics = SelectorStatistics.none(of: Selector(protocolName: "Reader", name: name))
            for _ in 0..<row.calls { statistics.add(duration: 1_000, state: .returned, path: .target, skipped: 0) }
            return RunSelector(statistics, firstSeq: row.firstSeq)
        }
    }

    /// Regression test: one of the rows was compared, and the others left out.
    @Test func rowsOfOneSelectorAreComparedTogether() throws {
        let before = Self.rows("read()", [(10, 7), (5, 2)])
        let after = Self.rows("read()", [(10, nil), (50, 3)])
        for comparison in [RunComparison(before, after), RunComparison(before.reversed(), after.reversed())] {
            let row = try #require(comparison.rows.first)
            #expect(row.before?.statistics.calls == 15 && row.after?.statistics.calls == 60)
            #expect(row.before?.firstSeq == 2 && row.after?.firstSeq == 3)
            #expect(row.changes == [.count])
        }
    }

    @Test func theOrderOfRowsOfOneSelectorIsNoDifference() {
        let rows = Self.rows("read()", [(10, 7), (5, 1)]) + Self.rows("close()", [(1, 4)])
        let comparison = RunComparison(rows, rows.reversed())
        #expect(comparison.isSame && comparison.rows.count == 2)
    }
}
