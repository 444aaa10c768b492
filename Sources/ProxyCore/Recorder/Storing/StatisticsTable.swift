// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The statistics of all selectors, found by call site.
struct StatisticsTable {
    private typealias Statistics = UnsafeMutablePointer<SelectorStatistics>

    private var all: [UInt: Statistics] = [:]
    /// Where the statistics of the sites that were called last are: hashing on each call would cost too much.
    private var recent: [(site: UInt, statistics: Statistics?)] = Array(repeating: (0, nil), count: Self.recentCount)

    private static let recentCount = 64

    /// All statistics, in no particular order.
    var values: [SelectorStatistics] { all.values.map(\.pointee) }

    /// Counts a stored call.
    @inline(__always)
    mutating func count(_ header: StoredHeader) {
        // Call sites are allocated apart from each other by more than 32 bytes.
        let place = Int(bitPattern: header.site >> 5) & (Self.recentCount - 1)
        let known = recent[place]
        let statistics = known.site == header.site ? known.statistics : find(header.site, keepAt: place)
        statistics?.pointee.add(duration: header.duration, state: header.endState, path: header.returnPath)
    }

    /// Counts calls of which nothing else is known.
    mutating func countUnrecorded(_ site: UInt, calls: UInt64, errors: UInt64, unanswered: UInt64) {
        let statistics = all[site] ?? make(site)
        all[site] = statistics
        statistics.pointee.skipped += calls
        statistics.pointee.errors += errors
        statistics.pointee.unanswered += unanswered
    }

    @inline(never)
    private mutating func find(_ site: UInt, keepAt place: Int) -> Statistics {
        let statistics = all[site] ?? make(site)
        all[site] = statistics
        recent[place] = (site, statistics)
        return statistics
    }

    private func make(_ site: UInt) -> Statistics {
        let selector = CallSite.at(site).pointee.requirement.takeUnretainedValue().selector
        let statistics = Statistics.allocate(capacity: 1)
        statistics.initialize(to: SelectorStatistics(selector: selector))
        return statistics
    }

    /// Frees everything. Nothing may be called afterwards.
    mutating func deallocate() {
        for statistics in all.values {
            statistics.deinitialize(count: 1)
            statistics.deallocate()
        }
        all = [:]
        recent = []
    }
}
