// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

internal import GRDB

/// The statistics of a selector in a writer. An object, because they are changed with each call.
final class SelectorSums {
    private var statistics: RunStatistics

    init(_ statistics: RunStatistics) { self.statistics = statistics }

    func add(_ row: RecordRow, skipped: Int) { statistics.add(row, skipped: skipped) }

    /// Writes the statistics if they have changed.
    func write(run: Int64, selector: Int64, _ db: Database) throws {
        guard statistics.isChanged else { return }
        try statistics.write(run: run, selector: selector, db)
        statistics.isChanged = false
    }
}
