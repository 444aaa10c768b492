// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// Statistics of one selector in one run, for comparing it with another run.
public struct RunSelector: Sendable, Hashable {
    /// Counts and latencies.
    public var statistics: SelectorStatistics
    /// Number of the call that started first; nil if it is unknown, and for several processes, whose numbers don't
    /// compare.
    public var firstSeq: UInt64?

    /// Creates the statistics from their parts.
    public init(_ statistics: SelectorStatistics, firstSeq: UInt64?) {
        self.statistics = statistics
        self.firstSeq = firstSeq
    }
}

/// Differences between the selectors of two runs.
public struct RunComparison: Sendable, Hashable {
    /// How a selector differs.
    public enum Change: String, Sendable, Hashable, CaseIterable {
        /// It was called in the second run only.
        case appeared
        /// It was called in the first run only.
        case vanished
        /// The number of calls differs.
        case count
        /// The share of calls that threw differs.
        case errors
        /// Its first call moved relative to those of the other selectors.
        case order
        /// The median or the p99 differs by more than the tolerance and more than 1 µs.
        case latency
    }

    /// One selector in both runs.
    public struct Row: Sendable, Hashable {
        /// The selector.
        public var selector: Selector
        /// Statistics in the first run; nil if it was not called there.
        public var before: RunSelector?
        /// Statistics in the second run; nil if it was not called there.
        public var after: RunSelector?
        /// The differences; empty when there are none.
        public var changes: [Change]
    }

    /// Minimum number of calls in both runs for comparing latencies.
    public static let leastCalls: UInt64 = 20

    /// The selectors of both runs: changed ones first, then by protocol and name.
    public let rows: [Row]

    /// Compares two runs.
    ///
    /// Several rows of one selector count as one.
    ///
    /// - Parameter latencyTolerance: How much the median and the p99 may differ, as a share of the smaller time.
    ///   Default: a quarter.
    public init(_ before: [RunSelector], _ after: [RunSelector], latencyTolerance: Double = 0.25) {
        let left = Self.merged(before)
        let right = Self.merged(after)
        let moved = Self.moved(left, right)
        rows = Set(left.keys).union(right.keys).map { selector in
            var changes = Self.changes(left[selector], right[selector], latencyTolerance)
            if moved.contains(selector) { changes.append(.order) }
            return Row(selector: selector, before: left[selector], after: right[selector], changes: changes)
        }.sorted { one, other in
            (one.changes.isEmpty ? 1 : 0, one.selector.protocolName, one.selector.name)
                < (other.changes.isEmpty ? 1 : 0, other.selector.protocolName, other.selector.name)
        }
    }

    /// The selectors of a run, each once. A run has several rows of a selector that was called by proxies and without
    /// one, or whose parameters were recorded under different names.
    private static func merged(_ rows: [RunSelector]) -> [Selector: RunSelector] {
        Dictionary(rows.map { ($0.statistics.selector, $0) }) { one, other in
            var sum = one
            sum.statistics.add(other.statistics)
            sum.firstSeq = [one.firstSeq, other.firstSeq].compactMap(\.self).min()
            return sum
        }
    }

    /// Whether there are no differences.
    public var isSame: Bool { rows.allSatisfy(\.changes.isEmpty) }

    private static func changes(_ before: RunSelector?, _ after: RunSelector?, _ tolerance: Double) -> [Change] {
        guard let before = before?.statistics else { return [.appeared] }
        guard let after = after?.statistics else { return [.vanished] }
        var changes: [Change] = []
        if before.calls != after.calls { changes.append(.count) }
        // Compares the error rates. The products can exceed 64 bits.
        let errors = (
            before.errors.multipliedFullWidth(by: after.calls), after.errors.multipliedFullWidth(by: before.calls)
        )
        if errors.0 != errors.1 { changes.append(.errors) }
        if min(before.calls, after.calls) >= leastCalls {
            let isOther = [0.5, 0.99].contains { share in
                differs(before.latency.percentile(share), after.latency.percentile(share), tolerance)
            }
            if isOther { changes.append(.latency) }
        }
        return changes
    }

    /// Whether durations differ by more than the tolerance and by more than 1 µs, so that noise in very short calls is
    /// ignored.
    private static func differs(_ one: UInt64, _ other: UInt64, _ tolerance: Double) -> Bool {
        let (less, more) = (min(one, other), max(one, other))
        return more - less > 1_000 && Double(more) > Double(less) * (1 + tolerance)
    }

    /// The smallest set of selectors whose removal leaves the others in the same order in both runs.
    private static func moved(_ left: [Selector: RunSelector], _ right: [Selector: RunSelector]) -> Set<Selector> {
        let common = left.compactMap { selector, side -> (selector: Selector, before: UInt64, after: UInt64)? in
            guard let before = side.firstSeq, let after = right[selector]?.firstSeq else { return nil }
            return (selector, before, after)
        }.sorted { $0.before < $1.before }
        let places = common.indices.map { (before: $0, after: Int(clamping: common[$0].after)) }
        let kept = Set(PatienceDiff.increasing(places).map(\.before))
        return Set(common.indices.filter { !kept.contains($0) }.map { common[$0].selector })
    }
}
