// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// The statistics of all selectors, by call site.
struct StatisticsTable {
    private typealias Statistics = UnsafeMutablePointer<SelectorStatistics>

    private var all: [UInt: Statistics] = [:]
    /// The same in the order of the first calls.
    private var ordered: [Statistics] = []
    /// A cache of recently used sites, because hashing on each call would be too slow.
    private var recent: [(site: UInt, statistics: Statistics?)] = Array(repeating: (0, nil), count: Self.recentCount)

    private static let recentCount = 64

    /// All statistics, in the order of the first calls.
    var values: [SelectorStatistics] { ordered.map(\.pointee) }

    /// Counts a stored call.
    @inline(__always)
    mutating func count(_ header: StoredHeader) {
        // Call sites are allocated more than 32 bytes apart.
        let place = Int(bitPattern: header.site >> 5) & (Self.recentCount - 1)
        let known = recent[place]
        let statistics = known.site == header.site ? known.statistics : find(header.site, keepAt: place)
        statistics?.pointee.add(duration: header.duration, state: header.endState, path: header.returnPath)
    }

    /// Counts calls that were not recorded, which have no durations.
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

    private mutating func make(_ site: UInt) -> Statistics {
        let selector = CallSite.at(site).pointee.requirement.takeUnretainedValue().selector
        let statistics = Statistics.allocate(capacity: 1)
        statistics.initialize(to: SelectorStatistics(selector: selector))
        ordered.append(statistics)
        return statistics
    }

    /// The requirements that were called; one has several call sites if it was called by proxies and without one.
    var requirements: [Requirement] { all.keys.map { CallSite.at($0).pointee.requirement.takeUnretainedValue() } }

    /// Frees the statistics. The table must not be used afterwards.
    mutating func deallocate() {
        for statistics in ordered {
            statistics.deinitialize(count: 1)
            statistics.deallocate()
        }
        all = [:]
        ordered = []
        recent = []
    }
}
