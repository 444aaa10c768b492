// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Differences between the calls of two runs, call by call.
///
/// Calls are compared by selector, values and answer, within lanes: calls of one thread or task through one proxy. Where
/// several threads or tasks share a lane, the order of its calls depends on chance and is not compared. What differs
/// between runs of the same program by itself is no difference: see `LikenessHash`, and `LaneComparison.Change.longer`.
///
/// Running calls are left out.
package struct CallComparison: Sendable {
    /// What counts as a difference.
    package struct Options: Sendable {
        /// Calls that pass one of these are left out of both runs.
        package var ignored: [InvocationFilter] = []
        /// Names of arguments that are not compared; `result` and `error` stand for the answer.
        package var ignoredValues: Set<String> = []
        /// Whether a run that only continues longer differs by its further calls.
        package var isExact = false
        /// How much the number of calls of a selector may differ, as a share of the larger number; nil for any number
        /// that the comparison of the calls accepts.
        package var countTolerance: Double?
        /// How much the median and the p99 of a selector may differ, as a share of the smaller time; nil for any.
        package var latencyTolerance: Double?
        /// Calls of each run after which reading ends.
        package var callLimit = Int.max

        package init() {}
    }

    /// Those with differences first, then in the order of their first calls.
    package let lanes: [LaneComparison]
    /// Selectors outside of the tolerances.
    package let selectors: [RunComparison.Row]
    /// Compared calls of each run.
    package let calls: (before: Int, after: Int)
    /// Calls that were left out.
    package let ignored: Int
    /// Whether all calls of both runs were read.
    package let isWhole: Bool
    package let options: Options

    /// Rows that differ, in all lanes; with `Options.isExact`, also those by which a run continues longer.
    package var differences: Int { lanes.reduce(0) { $0 + $1.differences } }

    /// Calls by which each run continues longer.
    package var longer: (before: Int, after: Int) {
        lanes.reduce((0, 0)) { ($0.0 + $1.longer.before, $0.1 + $1.longer.after) }
    }

    /// Whether there are no differences.
    package var isSame: Bool { differences == 0 && selectors.isEmpty }

    /// Compares two runs. Takes some seconds for each million of calls, and 40 bytes of memory for each call.
    ///
    /// - Throws: A `HistoryFailure` if a run can't be read.
    package init(_ before: Recorder, _ after: Recorder, _ options: Options = Options()) throws(HistoryFailure) {
        var sides = (
            try CallLanes(of: before, options, limit: options.callLimit),
            try CallLanes(of: after, options, limit: options.callLimit)
        )
        CallLanes.joinPools(of: &sides.0, and: &sides.1)
        self.options = options
        calls = (sides.0.count, sides.1.count)
        ignored = sides.0.ignored + sides.1.ignored
        isWhole = sides.0.isWhole && sides.1.isWhole
        selectors = Self.outside(options, sides.0, sides.1)
        let names = sides.0.names + sides.1.names.filter { sides.0.lanes[$0] == nil }
        let differing = { (one: UInt64, other: UInt64) -> Int in
            // A call that can't be read differs in everything.
            guard let one = before.found(one), let other = after.found(other) else { return .max }
            return ComparedField.differing(one, other, ignoring: options.ignoredValues).count
        }
        let lanes = names.flatMap { Self.lanes($0, sides.0.lanes[$0], sides.1.lanes[$0], options, differing) }
        // Calls that are differences under `isExact` deserve the front without it, too.
        let isFirst = { (lane: LaneComparison) in lane.differences > 0 || lane.longer.before + lane.longer.after > 0 }
        self.lanes =
            lanes.filter { $0.differences > 0 } + lanes.filter { $0.differences == 0 && isFirst($0) }
            + lanes.filter { !isFirst($0) }
    }

    // MARK: Lanes

    private static func lanes(
        _ name: LaneName,
        _ before: CallLanes.Calls?,
        _ after: CallLanes.Calls?,
        _ options: Options,
        _ differing: @escaping (UInt64, UInt64) -> Int
    ) -> [LaneComparison] {
        guard before?.isOrdered ?? true, after?.isOrdered ?? true else {
            let rows = LaneAlignment(before?.calls ?? [], after?.calls ?? [], differing: differing).unordered
            return [LaneComparison(name, instance: 1, isOrdered: false, rows: rows, isExact: options.isExact)]
        }
        let (one, other) = (before?.byProxy ?? [], after?.byProxy ?? [])
        let known = (Set(one.map(selectors(of:))), Set(other.map(selectors(of:))))
        return instances(one, other).enumerated().map { place, pair in
            let rows =
                switch pair {
                case (let one?, let other?): LaneAlignment(one, other, differing: differing).ordered
                case (let one?, nil): alone(one, isLonger: isKnown(one, known.1)).map(\.asBefore)
                case (nil, let other): alone(other ?? [], isLonger: isKnown(other ?? [], known.0))
                }
            return LaneComparison(
                name,
                instance: place + 1,
                isOrdered: true,
                rows: rows,
                isExact: options.isExact
            )
        }
    }

    /// Pairs the proxies of both runs: those with the same calls first, then by their order between those.
    private static func instances(_ before: [[ComparedCall]], _ after: [[ComparedCall]])
        -> [([ComparedCall]?, [ComparedCall]?)]
    {
        let pairs = PatienceDiff.pairs(of: before.map(digest), and: after.map(digest))
        var instances: [([ComparedCall]?, [ComparedCall]?)] = []
        var start = (before: 0, after: 0)
        for pair in pairs + [(before.count, after.count)] {
            let (one, other) = (Array(before[start.before..<pair.before]), Array(after[start.after..<pair.after]))
            for place in 0..<max(one.count, other.count) {
                instances.append(
                    (one.indices.contains(place) ? one[place] : nil, other.indices.contains(place) ? other[place] : nil)
                )
            }
            if pair.before < before.count { instances.append((before[pair.before], after[pair.after])) }
            start = (pair.before + 1, pair.after + 1)
        }
        return instances
    }

    private static func digest(_ calls: [ComparedCall]) -> UInt64 {
        var hasher = Hasher()
        for call in calls { hasher.combine(call.key) }
        return UInt64(truncatingIfNeeded: hasher.finalize())
    }

    private static func selectors(of calls: [ComparedCall]) -> Set<Selector> { Set(calls.map(\.selector)) }

    /// Whether the other run has a proxy that was called with each of the selectors.
    ///
    /// - Parameter others: The selectors of its proxies: few different sets, however many proxies there are.
    private static func isKnown(_ calls: [ComparedCall], _ others: Set<Set<Selector>>) -> Bool {
        let selectors = selectors(of: calls)
        return others.contains { selectors.isSubset(of: $0) }
    }

    /// Rows of a proxy that only the second run has.
    private static func alone(_ calls: [ComparedCall], isLonger: Bool) -> [LaneComparison.Row] {
        calls.map { LaneComparison.Row(change: isLonger ? .longer : .appeared, before: nil, after: $0.seq) }
    }

    // MARK: Tolerances

    private static func outside(_ options: Options, _ before: CallLanes, _ after: CallLanes) -> [RunComparison.Row] {
        guard options.countTolerance != nil || options.latencyTolerance != nil else { return [] }
        let comparison = RunComparison(
            Array(before.statistics.values),
            Array(after.statistics.values),
            latencyTolerance: options.latencyTolerance ?? .infinity
        )
        return comparison.rows.compactMap { row in
            var row = row
            row.changes = row.changes.filter { change in
                switch change {
                case .count: exceeds(options.countTolerance, row)
                case .latency: options.latencyTolerance != nil
                case .appeared, .vanished, .errors, .order: false
                }
            }
            return row.changes.isEmpty ? nil : row
        }
    }

    private static func exceeds(_ tolerance: Double?, _ row: RunComparison.Row) -> Bool {
        guard let tolerance else { return false }
        let counts = [row.before, row.after].map { Double($0?.statistics.calls ?? 0) }
        return abs(counts[0] - counts[1]) > tolerance * max(counts[0], counts[1])
    }
}

extension LaneComparison.Row {
    /// The same row for a call that only the first run has.
    fileprivate var asBefore: Self {
        Self(change: change == .appeared ? .vanished : change, before: after, after: nil)
    }
}
