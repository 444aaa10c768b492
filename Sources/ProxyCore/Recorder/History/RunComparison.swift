// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

/// What is known of one selector in one run, for comparing it with another run.
public struct RunSelector: Sendable, Hashable {
    /// Counts and latencies.
    public var statistics: SelectorStatistics
    /// Number of the call that started first.
    public var firstSeq: UInt64

    /// Creates it from its parts.
    public init(_ statistics: SelectorStatistics, firstSeq: UInt64) {
        self.statistics = statistics
        self.firstSeq = firstSeq
    }
}

/// How the selectors of two runs differ.
public struct RunComparison: Sendable, Hashable {
    /// How a selector differs.
    public enum Change: String, Sendable, Hashable, CaseIterable {
        /// It was called in the second run only.
        case appeared
        /// It was called in the first run only.
        case vanished
        /// It was called more or less often.
        case count
        /// Another share of its calls threw.
        case errors
        /// Its first call came earlier or later among those of the others.
        case order
        /// Half of its calls, or the slowest hundredth, took longer or shorter by more than a quarter.
        case latency
    }

    /// One selector.
    public struct Row: Sendable, Hashable {
        /// The selector.
        public var selector: Selector
        /// The first run; nil where it was not called there.
        public var before: RunSelector?
        /// The second run; nil where it was not called there.
        public var after: RunSelector?
        /// How the two differ; none when they do not.
        public var changes: [Change]
    }

    /// Calls that both runs must have for their latencies to be compared.
    public static let leastCalls: UInt64 = 20

    /// All selectors of both runs: those that differ first, then by name.
    public let rows: [Row]

    /// Compares two runs.
    public init(_ before: [RunSelector], _ after: [RunSelector]) {
        let left = Dictionary(before.map { ($0.statistics.selector, $0) }) { first, _ in first }
        let right = Dictionary(after.map { ($0.statistics.selector, $0) }) { first, _ in first }
        let moved = Self.moved(left, right)
        rows = Set(left.keys).union(right.keys).map { selector in
            var changes = Self.changes(left[selector], right[selector])
            if moved.contains(selector) { changes.append(.order) }
            return Row(selector: selector, before: left[selector], after: right[selector], changes: changes)
        }.sorted { one, other in
            (one.changes.isEmpty ? 1 : 0, one.selector.protocolName, one.selector.name)
                < (other.changes.isEmpty ? 1 : 0, other.selector.protocolName, other.selector.name)
        }
    }

    /// Whether nothing differs.
    public var isSame: Bool { rows.allSatisfy(\.changes.isEmpty) }

    private static func changes(_ before: RunSelector?, _ after: RunSelector?) -> [Change] {
        guard let before = before?.statistics else { return [.appeared] }
        guard let after = after?.statistics else { return [.vanished] }
        var changes: [Change] = []
        if before.calls != after.calls { changes.append(.count) }
        let errors = (before.errors * after.calls, after.errors * before.calls)
        if errors.0 != errors.1 { changes.append(.errors) }
        if min(before.calls, after.calls) >= leastCalls {
            let isOther = [0.5, 0.99].contains { share in
                differs(before.latency.percentile(share), after.latency.percentile(share))
            }
            if isOther { changes.append(.latency) }
        }
        return changes
    }

    /// By more than a quarter, and by more than what a clock and a cache make of very short calls.
    private static func differs(_ one: UInt64, _ other: UInt64) -> Bool {
        let (less, more) = (min(one, other), max(one, other))
        return more - less > 1_000 && Double(more) > Double(less) * 1.25
    }

    /// The fewest selectors that have to move for the others to come in the same order in both runs.
    private static func moved(_ left: [Selector: RunSelector], _ right: [Selector: RunSelector]) -> Set<Selector> {
        let common = left.keys.filter { right[$0] != nil }.sorted { left[$0]!.firstSeq < left[$1]!.firstSeq }
        let places = common.map { right[$0]!.firstSeq }
        // The longest ascending part stays.
        var lengths = Array(repeating: 1, count: places.count)
        var previous = Array(repeating: -1, count: places.count)
        for index in places.indices {
            for earlier in 0..<index where places[earlier] < places[index] && lengths[earlier] + 1 > lengths[index] {
                lengths[index] = lengths[earlier] + 1
                previous[index] = earlier
            }
        }
        var kept: Set<Int> = []
        var index = lengths.indices.max { lengths[$0] < lengths[$1] } ?? -1
        while index >= 0 {
            kept.insert(index)
            index = previous[index]
        }
        return Set(common.indices.filter { !kept.contains($0) }.map { common[$0] })
    }
}
